import {
  type Account,
  type AccountFault,
  createLocalAccount,
  findAccountFaults,
  normaliseEmail,
  type Role,
} from './account.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import { type Context, notify } from './context.ts';
import { createInvitations, type Invitations, type InvitedAccount } from './invitations.ts';
import { findPasswordFault } from './passwords/password-rules.ts';
import type { AccountFilter, AccountQuery, AccountsPage } from './store/account-pages.ts';
import type { AccountChange } from './store/account-store.ts';

interface NewAccount extends InvitedAccount {
  password: string;
}

type AddResult =
  | { outcome: 'added'; account: Account }
  /** The email is taken or, for a first account, an account already exists. */
  | { outcome: 'taken' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  | { outcome: 'busy' };

export type ProfileResult =
  | { outcome: 'done' }
  | { outcome: 'email-taken' | 'unknown-account' }
  | { outcome: 'invalid'; problems: AccountFault[] };

type PasswordResult =
  | { outcome: AccountChange }
  | { outcome: 'busy' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** Functions that are called after accounts have changed. */
interface AccountListeners {
  /** A change ended the sessions of the account, or its cached sessions are out of date. */
  onSessionsEnded(accountId: string): void;
  onRemoved(accountId: string): void;
}

/**
 * Creates and changes accounts on behalf of administrators, for the command line, the users page, the set-up and the
 * start. Each change is recorded in the audit log under the name of the actor.
 */
export interface AccountAdministration extends Invitations {
  add(account: NewAccount): Promise<AddResult>;
  /** Adds an administrator, but only while there is no account. */
  addFirst(account: Omit<NewAccount, 'role'>): Promise<AddResult>;
  /** Returns one page of the list of accounts. */
  readPage(query: AccountQuery): Promise<AccountsPage>;
  /** Ids of all matching accounts. */
  listIds(filter: AccountFilter): Promise<string[]>;
  count(): Promise<number>;
  findById(id: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  /**
   * Changes the email, the name or both. Sessions stay. A new email ends the account's links, and a mail to the old
   * address reports the change.
   */
  changeProfile(id: string, to: { email?: string; name?: string }): Promise<ProfileResult>;
  /** This and the following changes end every session of the account. */
  setPassword(account: Account, password: string): Promise<PasswordResult>;
  setDisabled(id: string, disabled: boolean): Promise<AccountChange>;
  setRole(id: string, role: Role): Promise<AccountChange>;
  setGroups(id: string, groups: readonly string[]): Promise<AccountChange>;
  /** Removes every second factor. Returns `false` if there was none. */
  resetFactors(account: Pick<Account, 'id' | 'email'>): Promise<boolean>;
  remove(id: string): Promise<AccountChange>;
  /** Ends all sessions of the account and returns their number. */
  endSessions(id: string): Promise<number>;
}

/**
 * Returns the administration with `actor` as author of the changes: an email, or a name such as `set-up link`. One
 * action that changes many accounts has one time, `actedAt`, by which the audit log lists them together.
 */
export type ActingAs = (actor: string, actedAt?: number) => AccountAdministration;

export function createAccountAdministration(
  context: Pick<Context, 'store' | 'passwords' | 'clock' | 'limits' | 'issuer' | 'words' | 'mail' | 'logger'>,
  actor: string,
  listeners: AccountListeners = { onSessionsEnded: () => {}, onRemoved: () => {} },
  actedAt?: number,
): AccountAdministration {
  const { store, passwords, clock, issuer, words } = context;
  const note = (event: AuditEvent, detail?: string): AuditNote => ({
    at: actedAt ?? clock(),
    event,
    by: actor,
    detail,
  });

  async function create(
    newAccount: NewAccount,
    saveAccount: (account: Account) => Promise<boolean>,
  ): Promise<AddResult> {
    const email = normaliseEmail(newAccount.email);
    const problems = findAccountFaults(email, newAccount.name);
    const fault = await findPasswordFault(newAccount.password, email ?? '', words);
    if (fault !== undefined) problems.push({ field: 'password', ...fault });
    if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
    const passwordHash = await passwords.hash(newAccount.password);
    if (passwordHash === 'busy') return { outcome: 'busy' };
    const account = createLocalAccount(email, newAccount, { passwordHash, createdAt: clock() });
    return (await saveAccount(account)) ? { outcome: 'added', account } : { outcome: 'taken' };
  }

  const addToStore = async (account: Account) =>
    (await store.addAccount(account, note('account-added', account.role))) !== undefined;

  async function runAndForget(id: string, change: Promise<AccountChange>): Promise<AccountChange> {
    const outcome = await change;
    if (outcome === 'done') listeners.onSessionsEnded(id);
    return outcome;
  }

  return {
    ...createInvitations(context, actor, actedAt),
    add: (account) => create(account, addToStore),
    addFirst: (account) =>
      create({ ...account, role: 'administrator' }, (createdAccount) =>
        store.addFirstAccount(createdAccount, note('account-added', createdAccount.role)),
      ),
    readPage: (query) => store.readAccountPage(query, issuer),
    listIds: (filter) => store.listAccountIds(filter, issuer),
    count: () => store.countAccounts(),
    findById: (id) => store.findAccountById(id),
    findByEmail: async (email) => {
      const normalisedEmail = normaliseEmail(email);
      return normalisedEmail === undefined ? undefined : store.findAccountByEmail(normalisedEmail);
    },
    setPassword: async ({ id, email }, password) => {
      const fault = await findPasswordFault(password, email, words);
      if (fault !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', ...fault }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'busy' };
      const outcome = await runAndForget(id, store.setPasswordHash(id, hash, note('password-changed')));
      if (outcome === 'done') await notify(context, 'password-changed', { id, email });
      return { outcome };
    },
    changeProfile: async (id, to) => {
      const before = await store.findAccountById(id);
      if (before === undefined) return { outcome: 'unknown-account' };
      const email = to.email === undefined ? before.email : normaliseEmail(to.email);
      const problems = findAccountFaults(email, to.name ?? '');
      if (email === undefined || problems.length > 0) return { outcome: 'invalid', problems };
      const name = to.name === undefined ? before.name : to.name.trim() || email.replace(/@.*$/, '');
      const createNote = (was: Account) =>
        note('profile-changed', was.email === email ? 'name' : `was ${was.email}`);
      const outcome = await store.changeProfile(id, { email, name }, createNote);
      if (outcome !== 'done') return { outcome };
      listeners.onSessionsEnded(id);
      // A user who has never signed in knows only the invitation, which ended with the change.
      if (email !== before.email && before.lastSignInAt !== null)
        await notify(context, 'email-changed', before);
      return { outcome };
    },
    setDisabled: (id, isDisabled) => {
      const event = isDisabled ? 'account-disabled' : 'account-enabled';
      return runAndForget(id, store.setDisabled(id, isDisabled, issuer, note(event)));
    },
    setRole: async (id, role) => {
      const outcome = await runAndForget(id, store.setRole(id, role, issuer, note('role-changed', role)));
      const account =
        outcome === 'done' && role === 'administrator' ? await store.findAccountById(id) : undefined;
      if (account) await notify(context, 'now-administrator', account);
      return outcome;
    },
    resetFactors: async (account) => {
      const hadFactors = await store.resetFactors(account.id, note('factors-reset'));
      if (!hadFactors) return false;
      listeners.onSessionsEnded(account.id);
      await notify(context, 'factors-reset', account);
      return true;
    },
    setGroups: (id, groups) =>
      runAndForget(id, store.setGroups(id, groups, note('groups-changed', groups.join(' ') || 'none'))),
    remove: async (id) => {
      const account = await store.findAccountById(id);
      const outcome = await runAndForget(id, store.removeAccount(id, issuer, note('account-removed')));
      if (outcome !== 'done' || account === undefined) return outcome;
      listeners.onRemoved(id);
      // A user who has never signed in doesn't know about the account.
      if (account.lastSignInAt !== null)
        await notify(context, 'account-removed', account, { name: account.name });
      return outcome;
    },
    endSessions: async (id) => {
      const endedCount = await store.removeAccountSessions(id, undefined, note('sessions-ended', 'all'));
      listeners.onSessionsEnded(id);
      return endedCount;
    },
  };
}
