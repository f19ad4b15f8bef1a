import {
  type Account,
  type AccountFault,
  accountFaults,
  localAccount,
  normaliseEmail,
  type Role,
} from './account.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import type { Context } from './context.ts';
import { createInvitations, type Invitations, type InvitedAccount } from './invitations.ts';
import type { Outbox } from './mail/outbox.ts';
import { passwordFault } from './passwords/password-rules.ts';
import type { AccountFilter, AccountPage, AccountQuery } from './store/account-pages.ts';
import type { AccountChange } from './store/account-store.ts';

interface NewAccount extends InvitedAccount {
  password: string;
}

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

type PasswordResult =
  | { outcome: AccountChange }
  | { outcome: 'busy' }
  | { outcome: 'invalid'; problems: AccountFault[] };

/** Accounts, made and changed by whoever administers them: the commands, the users page, the set-up, the start. */
export interface AccountAdministration extends Invitations {
  /** The same in the hands of somebody: what is changed through it is written down as theirs. */
  actingAs(actor: string): AccountAdministration;
  add(account: NewAccount): Promise<AddResult>;
  /** An administrator, only while there is no account at all. */
  addFirst(account: Omit<NewAccount, 'role'>): Promise<AddResult>;
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
  const { store, passwords, clock, issuer, words, mail } = context;
  const note = (event: AuditEvent, detail?: string): AuditNote => ({ at: clock(), event, by: actor, detail });

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

  async function ending(id: string, change: Promise<AccountChange>): Promise<AccountChange> {
    const outcome = await change;
    if (outcome === 'done') listeners.sessionsEnded(id);
    return outcome;
  }

  /** What was done is done, whether anybody can be told or not. */
  const tell = async (
    kind: 'password-changed' | 'email-changed' | 'now-administrator' | 'factors-reset' | 'account-removed',
    { id, email }: Pick<Account, 'id' | 'email'>,
    detail: Parameters<Outbox['put']>[2] = { at: clock() },
  ) => void (await mail?.put(kind, { email, accountId: id }, detail).catch(() => 'bounded'));

  return {
    ...createInvitations(context, actor),
    actingAs: (other) => createAccountAdministration(context, other, listeners),
    add: (account) => create(account, keepAdded),
    addFirst: (account) =>
      create({ ...account, role: 'administrator' }, (made) =>
        store.addFirstAccount(made, note('account-added', made.role)),
      ),
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
      if (email !== before.email && before.lastSignInAt !== null) await tell('email-changed', before, {});
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
      // Whoever never signed in knows of no account.
      if (account.lastSignInAt !== null) await tell('account-removed', account, { name: account.name });
      return outcome;
    },
    endSessions: async (id) => {
      const ended = await store.removeSessionsOf(id, undefined, note('sessions-ended', 'all'));
      listeners.sessionsEnded(id);
      return ended;
    },
  };
}
