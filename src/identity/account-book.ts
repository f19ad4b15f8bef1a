import { randomUUID } from 'node:crypto';
import type { AuditEvent, AuditNote } from './audit.ts';
import { normaliseEmail } from './emails.ts';
import type { AccountFault } from './identity.ts';
import { passwordFault } from './password-rules.ts';
import type { HashingQueue } from './passwords.ts';
import type { Account, AccountChange, Role, Store } from './store.ts';

const NAME_MAX_CHARACTERS = 200;

export interface NewAccount {
  email: string;
  /** Empty: the part of the e-mail before the `@`. */
  name: string;
  password: string;
  role: Role;
}

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
  list(): Promise<Account[]>;
  count(): Promise<number>;
  byEmail(email: string): Promise<Account | undefined>;
  /** Each ends every session of the account. */
  setPassword(account: Account, password: string): Promise<PasswordResult>;
  setDisabled(id: string, disabled: boolean): Promise<AccountChange>;
  setRole(id: string, role: Role): Promise<AccountChange>;
  remove(id: string): Promise<AccountChange>;
}

export interface AccountBookParts {
  store: Store;
  passwords: HashingQueue;
  clock: () => number;
  /** Who changes accounts through this book, for the audit log. */
  by: string;
  /** Told after a change that ended the sessions of an account. */
  onSessionsEnded?: (accountId: string) => void;
}

export function createAccountBook(parts: AccountBookParts): AccountBook {
  const { store, passwords, clock, by, onSessionsEnded } = parts;
  const note = (event: AuditEvent, detail?: string): AuditNote => ({
    at: clock(),
    event,
    by,
    ...(detail === undefined ? {} : { detail }),
  });

  async function create(given: NewAccount, keep: (account: Account) => Promise<boolean>): Promise<AddResult> {
    const email = normaliseEmail(given.email);
    const problems = faults(email, given);
    if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
    const passwordHash = await passwords.hash(given.password);
    if (passwordHash === 'busy') return { outcome: 'busy' };
    const id = randomUUID();
    const account: Account = {
      id,
      email,
      name: given.name.trim() || email.replace(/@.*$/, ''),
      role: given.role,
      disabled: false,
      passwordHash,
      issuer: 'local',
      subject: id,
      createdAt: clock(),
      lastSignInAt: null,
    };
    return (await keep(account)) ? { outcome: 'added', account } : { outcome: 'taken' };
  }

  async function ending(id: string, change: Promise<AccountChange>): Promise<AccountChange> {
    const outcome = await change;
    if (outcome === 'done') onSessionsEnded?.(id);
    return outcome;
  }

  return {
    by: (whom) => createAccountBook({ ...parts, by: whom }),
    add: (account) =>
      create(
        account,
        async (made) => (await store.addAccount(made, note('account-added', made.role))) !== undefined,
      ),
    addFirst: (account) =>
      create({ ...account, role: 'administrator' }, (made) =>
        store.addFirstAccount(made, note('account-added', made.role)),
      ),
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
      ending(id, store.setDisabled(id, disabled, note(disabled ? 'account-disabled' : 'account-enabled'))),
    setRole: (id, role) => ending(id, store.setRole(id, role, note('role-changed', role))),
    remove: (id) => ending(id, store.removeAccount(id, note('account-removed'))),
  };
}

function faults(email: string | undefined, given: NewAccount): AccountFault[] {
  const problems: AccountFault[] = [];
  if (email === undefined) problems.push({ field: 'email', message: 'This is not an e-mail address.' });
  // Control characters would reach terminals and logs.
  if (given.name.trim().length > NAME_MAX_CHARACTERS || /\p{C}/u.test(given.name)) {
    problems.push({
      field: 'name',
      message: `The name must be one line of at most ${NAME_MAX_CHARACTERS} characters.`,
    });
  }
  const password = passwordFault(given.password, email ?? '');
  if (password !== undefined) problems.push({ field: 'password', message: password });
  return problems;
}
