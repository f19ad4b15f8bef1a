import { randomUUID } from 'node:crypto';
import type { Account, Role } from './account.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import { normaliseEmail } from './emails.ts';
import type { AccountFault } from './identity.ts';
import { passwordFault } from './password-rules.ts';
import type { HashingQueue } from './passwords.ts';
import type { AccountChange } from './store/account-store.ts';
import type { Store } from './store/store.ts';
import { hashToken, newToken } from './tokens.ts';

const NAME_MAX_CHARACTERS = 200;

export interface NewAccount {
  email: string;
  /** Empty: the part of the e-mail before the `@`. */
  name: string;
  password: string;
  role: Role;
}

export type InviteResult =
  /** The token of the one-time link: nobody can ask for it again. */
  | { outcome: 'invited'; account: Account; token: string }
  | { outcome: 'taken' }
  | { outcome: 'invalid'; problems: AccountFault[] };

export type AddResult =
  | { outcome: 'added'; account: Account }
  /** The e-mail is taken; for a first account: there is an account already. */
  | { outcome: 'taken' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  | { outcome: 'busy' };

export type PasswordResult =
  | { outcome: AccountChange | 'busy' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** Local accounts, made and changed by whoever administers them: the commands, the set-up page, the start. */
export interface AccountBook {
  /** The same accounts in the hands of somebody: what is changed through it is written down as theirs. */
  by(whom: string): AccountBook;
  add(account: NewAccount): Promise<AddResult>;
  /** An administrator, only while there is no account at all. */
  addFirst(account: Omit<NewAccount, 'role'>): Promise<AddResult>;
  /** An account without a password, and the token of the link at which its owner sets one. */
  invite(account: Omit<NewAccount, 'password'>): Promise<InviteResult>;
  /** The token of a new link, in place of the one before; `undefined` when the account needs none. */
  inviteAgain(id: string): Promise<string | undefined>;
  list(): Promise<Account[]>;
  count(): Promise<number>;
  byEmail(email: string): Promise<Account | undefined>;
  /** Each ends every session of the account. */
  setPassword(account: Account, password: string): Promise<PasswordResult>;
  setDisabled(id: string, disabled: boolean): Promise<AccountChange>;
  setRole(id: string, role: Role): Promise<AccountChange>;
  remove(id: string): Promise<AccountChange>;
  /** How many there were. */
  endSessions(id: string): Promise<number>;
}

export interface AccountBookParts {
  store: Store;
  passwords: HashingQueue;
  clock: () => number;
  /** How long a one-time link is good. */
  inviteMs: number;
  /** Who changes accounts through this book, for the audit log. */
  by: string;
  /** Whose accounts can sign in. */
  issuer: string;
  /** Told after a change that ended the sessions of an account. */
  onSessionsEnded?: (accountId: string) => void;
}

export function createAccountBook(parts: AccountBookParts): AccountBook {
  const { store, passwords, clock, inviteMs, by, issuer, onSessionsEnded } = parts;
  const note = (event: AuditEvent, detail?: string): AuditNote => ({
    at: clock(),
    event,
    by,
    ...(detail === undefined ? {} : { detail }),
  });

  async function create(given: NewAccount, keep: (account: Account) => Promise<boolean>): Promise<AddResult> {
    const email = normaliseEmail(given.email);
    const problems = faults(email, given);
    const fault = passwordFault(given.password, email ?? '');
    if (fault !== undefined) problems.push({ field: 'password', message: fault });
    if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
    const passwordHash = await passwords.hash(given.password);
    if (passwordHash === 'busy') return { outcome: 'busy' };
    const account = newAccount(email, given, passwordHash, clock());
    return (await keep(account)) ? { outcome: 'added', account } : { outcome: 'taken' };
  }

  const keepAdded = async (account: Account) =>
    (await store.addAccount(account, note('account-added', account.role))) !== undefined;

  async function inviteAgain(id: string): Promise<string | undefined> {
    const token = newToken();
    const added = await store.addInvite(hashToken(token), id, clock() + inviteMs, note('invited'));
    return added ? token : undefined;
  }

  async function invite(given: Omit<NewAccount, 'password'>): Promise<InviteResult> {
    const email = normaliseEmail(given.email);
    const problems = faults(email, given);
    if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
    const account = newAccount(email, given, null, clock());
    const token = (await keepAdded(account)) ? await inviteAgain(account.id) : undefined;
    return token === undefined ? { outcome: 'taken' } : { outcome: 'invited', account, token };
  }

  async function ending(id: string, change: Promise<AccountChange>): Promise<AccountChange> {
    const outcome = await change;
    if (outcome === 'done') onSessionsEnded?.(id);
    return outcome;
  }

  return {
    by: (whom) => createAccountBook({ ...parts, by: whom }),
    add: (account) => create(account, keepAdded),
    addFirst: (account) =>
      create({ ...account, role: 'administrator' }, (made) =>
        store.addFirstAccount(made, note('account-added', made.role)),
      ),
    invite,
    inviteAgain,
    list: () => store.listAccounts(),
    count: () => store.countAccounts(),
    byEmail: async (email) => {
      const normalised = normaliseEmail(email);
      return normalised === undefined ? undefined : store.accountByEmail(normalised);
    },
    setPassword: async (account, password) => {
      const message = passwordFault(password, account.email);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'busy' };
      return {
        outcome: await ending(account.id, store.setPasswordHash(account.id, hash, note('password-changed'))),
      };
    },
    setDisabled: (id, disabled) =>
      ending(
        id,
        store.setDisabled(id, disabled, issuer, note(disabled ? 'account-disabled' : 'account-enabled')),
      ),
    setRole: (id, role) => ending(id, store.setRole(id, role, issuer, note('role-changed', role))),
    remove: (id) => ending(id, store.removeAccount(id, issuer, note('account-removed'))),
    endSessions: async (id) => {
      const ended = await store.removeSessionsOf(id, undefined, note('sessions-ended', 'all'));
      onSessionsEnded?.(id);
      return ended;
    },
  };
}

function newAccount(
  email: string,
  { name, role }: Pick<NewAccount, 'name' | 'role'>,
  passwordHash: string | null,
  createdAt: number,
): Account {
  const id = randomUUID();
  return {
    id,
    email,
    name: name.trim() || email.replace(/@.*$/, ''),
    role,
    disabled: false,
    passwordHash,
    issuer: 'local',
    subject: id,
    createdAt,
    lastSignInAt: null,
  };
}

function faults(email: string | undefined, given: Pick<NewAccount, 'name'>): AccountFault[] {
  const problems: AccountFault[] = [];
  if (email === undefined) problems.push({ field: 'email', message: 'This is not an e-mail address.' });
  // Control characters would reach terminals and logs.
  if (given.name.trim().length > NAME_MAX_CHARACTERS || /\p{C}/u.test(given.name)) {
    problems.push({
      field: 'name',
      message: `The name must be one line of at most ${NAME_MAX_CHARACTERS} characters.`,
    });
  }
  return problems;
}
