import {
  type Account,
  type AccountFault,
  accountFaults,
  localAccount,
  normaliseEmail,
  type Role,
} from './account.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import {
  type ImportPlan,
  type ImportResult,
  importPeople,
  type Progress,
  planImport,
} from './by-file/import-people.ts';
import type { Person } from './by-file/read-people.ts';
import type { Context } from './context.ts';
import { passwordFault } from './passwords/password-rules.ts';
import { hashToken, newToken } from './sessions/tokens.ts';
import type { AccountFilter, AccountPage, AccountQuery } from './store/account-pages.ts';
import type { AccountChange } from './store/account-store.ts';

interface NewAccount {
  email: string;
  /** Empty: the part of the e-mail before the `@`. */
  name: string;
  password: string;
  role: Role;
}

type InviteResult =
  /** The token of the one-time link: nobody can ask for it again. */
  | { outcome: 'invited'; account: Account; token: string }
  | { outcome: 'taken' }
  | { outcome: 'invalid'; problems: AccountFault[] };

type AddResult =
  | { outcome: 'added'; account: Account }
  /** The e-mail is taken; for a first account: there is an account already. */
  | { outcome: 'taken' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  | { outcome: 'busy' };

export type ProfileResult =
  | { outcome: 'done' }
  | { outcome: 'email-taken' | 'unknown-account' }
  | { outcome: 'invalid'; problems: AccountFault[] };

type PasswordResult = { outcome: AccountChange | 'busy' } | { outcome: 'invalid'; problems: AccountFault[] };

/** Accounts, made and changed by whoever administers them: the commands, the users page, the set-up, the start. */
export interface AccountAdministration {
  /** The same in the hands of somebody: what is changed through it is written down as theirs. */
  actingAs(actor: string): AccountAdministration;
  add(account: NewAccount): Promise<AddResult>;
  /** An administrator, only while there is no account at all. */
  addFirst(account: Omit<NewAccount, 'role'>): Promise<AddResult>;
  /** An account without a password, and the token of the link at which its owner sets one. */
  invite(account: Omit<NewAccount, 'password'>): Promise<InviteResult>;
  /** Sends the account's link by mail, a new one; `false` where no mail goes out, or not to this address now. */
  mailInvitation(account: Account): Promise<boolean>;
  /** The same for one who was invited before. */
  mailInvitationAgain(account: Account): Promise<boolean>;
  /** How many invitations wait to be sent. */
  waitingInvitations(): Promise<number>;
  /** The token of a new link, in place of the one before; `undefined` when the account needs none. */
  inviteAgain(id: string): Promise<string | undefined>;
  /** The token of a link at which its owner sets another password; `undefined` when there is none to set. */
  resetLink(id: string): Promise<string | undefined>;
  /** What an import of these people would do. */
  planImport(people: readonly Person[], progress?: Progress): Promise<ImportPlan>;
  /** Invites all who have no account yet, or nobody: see `by-file/import-people.ts`. */
  importPeople(people: readonly Person[], progress?: Progress): Promise<ImportResult>;
  page(query: AccountQuery): Promise<AccountPage>;
  /** Ids of all that fit. */
  ids(filter: AccountFilter): Promise<string[]>;
  count(): Promise<number>;
  byId(id: string): Promise<Account | undefined>;
  byEmail(email: string): Promise<Account | undefined>;
  /** Each of these ends every session of the account, but for `changeProfile`. */
  setPassword(account: Account, password: string): Promise<PasswordResult>;
  /** What is not given stays. Sessions go on; a new e-mail ends the account's links, and the old address is told. */
  changeProfile(id: string, to: { email?: string; name?: string }): Promise<ProfileResult>;
  setDisabled(id: string, disabled: boolean): Promise<AccountChange>;
  setRole(id: string, role: Role): Promise<AccountChange>;
  setGroups(id: string, groups: readonly string[]): Promise<AccountChange>;
  remove(id: string): Promise<AccountChange>;
  /** Removes every second factor, and ends the sessions; `false` where there was none. */
  resetFactors(account: Pick<Account, 'id' | 'email'>): Promise<boolean>;
  /** How many there were. */
  endSessions(id: string): Promise<number>;
}

/** What others do when an account has changed. */
interface AccountListeners {
  /** A change ended its sessions. */
  sessionsEnded(accountId: string): void;
  removed(accountId: string): void;
}

export function createAccountAdministration(
  context: Pick<Context, 'store' | 'passwords' | 'clock' | 'limits' | 'issuer' | 'words' | 'mail'>,
  actor: string,
  listeners: AccountListeners = { sessionsEnded: () => {}, removed: () => {} },
): AccountAdministration {
  const { store, passwords, clock, limits, issuer, words, mail } = context;
  const note = (event: AuditEvent, detail?: string): AuditNote => ({
    at: clock(),
    event,
    by: actor,
    detail,
  });

  async function create(given: NewAccount, keep: (account: Account) => Promise<boolean>): Promise<AddResult> {
    const email = normaliseEmail(given.email);
    const problems = accountFaults(email, given.name);
    const fault = await passwordFault(given.password, email ?? '', words);
    if (fault !== undefined) problems.push({ field: 'password', message: fault });
    if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
    const passwordHash = await passwords.hash(given.password);
    if (passwordHash === 'busy') return { outcome: 'busy' };
    const account = localAccount(email, given, { passwordHash, createdAt: clock() });
    return (await keep(account)) ? { outcome: 'added', account } : { outcome: 'taken' };
  }

  const keepAdded = async (account: Account) =>
    (await store.addAccount(account, note('account-added', account.role))) !== undefined;

  async function inviteAgain(id: string): Promise<string | undefined> {
    const token = newToken();
    const expiresAt = clock() + limits.inviteMs;
    const added = await store.addInvite(hashToken(token), id, expiresAt, note('invited'));
    return added ? token : undefined;
  }

  const mailInvitation = async ({ id, email }: Account) =>
    (await mail?.put('invitation', { email, accountId: id })) === 'queued';

  async function ending(id: string, change: Promise<AccountChange>): Promise<AccountChange> {
    const outcome = await change;
    if (outcome === 'done') listeners.sessionsEnded(id);
    return outcome;
  }

  /** What was done is done, whether anybody can be told or not. */
  const tell = async (
    kind: 'password-changed' | 'now-administrator' | 'factors-reset',
    { id, email }: Pick<Account, 'id' | 'email'>,
  ) => void (await mail?.put(kind, { email, accountId: id }, { at: clock() }).catch(() => 'bounded'));

  return {
    actingAs: (other) => createAccountAdministration(context, other, listeners),
    add: (account) => create(account, keepAdded),
    addFirst: (account) =>
      create({ ...account, role: 'administrator' }, (made) =>
        store.addFirstAccount(made, note('account-added', made.role)),
      ),
    invite: async (given) => {
      const email = normaliseEmail(given.email);
      const problems = accountFaults(email, given.name);
      if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
      const account = localAccount(email, given, { passwordHash: null, createdAt: clock() });
      const token = (await keepAdded(account)) ? await inviteAgain(account.id) : undefined;
      return token === undefined ? { outcome: 'taken' } : { outcome: 'invited', account, token };
    },
    mailInvitation,
    mailInvitationAgain: async (account) => {
      const isQueued = await mailInvitation(account);
      if (isQueued) await store.note(note('invited', 'by mail'), account.id);
      return isQueued;
    },
    waitingInvitations: () => store.countMails('invitation'),
    inviteAgain,
    resetLink: async (id) => {
      const token = newToken();
      const expiresAt = clock() + limits.resetMs;
      const added = await store.addResetLink(hashToken(token), id, expiresAt, note('reset-link-made'));
      return added ? token : undefined;
    },
    planImport: (people, progress) => planImport(context, people, progress),
    importPeople: (people, progress) => importPeople(context, people, actor, progress),
    page: (query) => store.pageOfAccounts(query, issuer),
    ids: (filter) => store.idsOfAccounts(filter, issuer),
    count: () => store.countAccounts(),
    byId: (id) => store.accountById(id),
    byEmail: async (email) => {
      const normalised = normaliseEmail(email);
      return normalised === undefined ? undefined : store.accountByEmail(normalised);
    },
    setPassword: async ({ id, email }, password) => {
      const message = await passwordFault(password, email, words);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'busy' };
      const outcome = await ending(id, store.setPasswordHash(id, hash, note('password-changed')));
      if (outcome === 'done') await tell('password-changed', { id, email });
      return { outcome };
    },
    changeProfile: async (id, to) => {
      const before = await store.accountById(id);
      if (before === undefined) return { outcome: 'unknown-account' };
      const email = to.email === undefined ? before.email : normaliseEmail(to.email);
      const problems = accountFaults(email, to.name ?? '');
      if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
      const name = to.name === undefined ? before.name : to.name.trim() || email.replace(/@.*$/, '');
      const noteOf = (was: Account) =>
        note('profile-changed', was.email === email ? 'name' : `was ${was.email}`);
      const outcome = await store.changeProfile(id, { email, name }, noteOf);
      if (outcome !== 'done') return { outcome };
      listeners.sessionsEnded(id);
      // Whoever never signed in has only their invitation, which ended with the old address.
      if (email !== before.email && before.lastSignInAt !== null)
        await mail?.put('email-changed', { email: before.email, accountId: id }).catch(() => 'bounded');
      return { outcome };
    },
    setDisabled: (id, disabled) => {
      const event = disabled ? 'account-disabled' : 'account-enabled';
      return ending(id, store.setDisabled(id, disabled, issuer, note(event)));
    },
    setRole: async (id, role) => {
      const outcome = await ending(id, store.setRole(id, role, issuer, note('role-changed', role)));
      const account =
        outcome === 'done' && role === 'administrator' ? await store.accountById(id) : undefined;
      if (account) await tell('now-administrator', account);
      return outcome;
    },
    resetFactors: async (account) => {
      const had = await store.resetFactors(account.id, note('factors-reset'));
      if (!had) return false;
      listeners.sessionsEnded(account.id);
      await tell('factors-reset', account);
      return true;
    },
    setGroups: (id, groups) =>
      ending(id, store.setGroups(id, groups, note('groups-changed', groups.join(' ') || 'none'))),
    remove: async (id) => {
      const account = await store.accountById(id);
      const outcome = await ending(id, store.removeAccount(id, issuer, note('account-removed')));
      if (outcome !== 'done' || account === undefined) return outcome;
      listeners.removed(id);
      const { email, name, lastSignInAt } = account;
      // Whoever never signed in knows of no account.
      if (lastSignInAt !== null)
        await mail?.put('account-removed', { email, accountId: id }, { name }).catch(() => 'bounded');
      return outcome;
    },
    endSessions: async (id) => {
      const ended = await store.removeSessionsOf(id, undefined, note('sessions-ended', 'all'));
      listeners.sessionsEnded(id);
      return ended;
    },
  };
}
