import {
  type Account,
  type AccountFault,
  accountFaults,
  localAccount,
  normaliseEmail,
  type Role,
} from './account.ts';
import type { AuditEvent, AuditNote } from './audit.ts';
import { type Context, notify } from './context.ts';
import { createInvitations, type InvitedAccount } from './invitations.ts';
import { passwordFault } from './passwords/password-rules.ts';
import type { AccountFilter, AccountQuery } from './store/account-pages.ts';
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

/** What others do when an account has changed. */
interface AccountListeners {
  /** A change ended its sessions. */
  sessionsEnded(accountId: string): void;
  removed(accountId: string): void;
}

export type AccountAdministration = ReturnType<typeof createAccountAdministration>;
/** In the hands of somebody: an e-mail, or what acts. */
export type ActingAs = (actor: string) => AccountAdministration;

/**
 * Accounts, made and changed by whoever administers them: the commands, the users page, the set-up, the start. What is
 * changed is written down as the actor's.
 */
export function createAccountAdministration(
  context: Pick<Context, 'store' | 'passwords' | 'clock' | 'limits' | 'issuer' | 'words' | 'mail' | 'logger'>,
  actor: string,
  listeners: AccountListeners = { sessionsEnded: () => {}, removed: () => {} },
) {
  const { store, passwords, clock, issuer, words } = context;
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

  return {
    ...createInvitations(context, actor),
    add: (account: NewAccount) => create(account, keepAdded),
    /** An administrator, only while there is no account at all. */
    addFirst: (account: Omit<NewAccount, 'role'>) =>
      create({ ...account, role: 'administrator' }, (made) =>
        store.addFirstAccount(made, note('account-added', made.role)),
      ),
    page: (query: AccountQuery) => store.pageOfAccounts(query, issuer),
    /** Ids of all that fit. */
    ids: (filter: AccountFilter) => store.idsOfAccounts(filter, issuer),
    count: () => store.countAccounts(),
    byId: (id: string) => store.accountById(id),
    byEmail: async (email: string) => {
      const normalised = normaliseEmail(email);
      return normalised === undefined ? undefined : store.accountByEmail(normalised);
    },
    /** Each of these ends every session of the account, but for `changeProfile`. */
    setPassword: async ({ id, email }: Account, password: string): Promise<PasswordResult> => {
      const message = await passwordFault(password, email, words);
      if (message !== undefined) return { outcome: 'invalid', problems: [{ field: 'password', message }] };
      const hash = await passwords.hash(password);
      if (hash === 'busy') return { outcome: 'busy' };
      const outcome = await ending(id, store.setPasswordHash(id, hash, note('password-changed')));
      if (outcome === 'done') await notify(context, 'password-changed', { id, email });
      return { outcome };
    },
    /** What is not given stays. Sessions go on; a new e-mail ends the account's links, and the old address is told. */
    changeProfile: async (id: string, to: { email?: string; name?: string }): Promise<ProfileResult> => {
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
        await notify(context, 'email-changed', before);
      return { outcome };
    },
    setDisabled: (id: string, disabled: boolean) => {
      const event = disabled ? 'account-disabled' : 'account-enabled';
      return ending(id, store.setDisabled(id, disabled, issuer, note(event)));
    },
    setRole: async (id: string, role: Role) => {
      const outcome = await ending(id, store.setRole(id, role, issuer, note('role-changed', role)));
      const account =
        outcome === 'done' && role === 'administrator' ? await store.accountById(id) : undefined;
      if (account) await notify(context, 'now-administrator', account);
      return outcome;
    },
    /** Removes every second factor, and ends the sessions; `false` where there was none. */
    resetFactors: async (account: Pick<Account, 'id' | 'email'>) => {
      const had = await store.resetFactors(account.id, note('factors-reset'));
      if (!had) return false;
      listeners.sessionsEnded(account.id);
      await notify(context, 'factors-reset', account);
      return true;
    },
    setGroups: (id: string, groups: readonly string[]) =>
      ending(id, store.setGroups(id, groups, note('groups-changed', groups.join(' ') || 'none'))),
    remove: async (id: string) => {
      const account = await store.accountById(id);
      const outcome = await ending(id, store.removeAccount(id, issuer, note('account-removed')));
      if (outcome !== 'done' || account === undefined) return outcome;
      listeners.removed(id);
      // Whoever never signed in knows of no account.
      if (account.lastSignInAt !== null)
        await notify(context, 'account-removed', account, { name: account.name });
      return outcome;
    },
    /** How many there were. */
    endSessions: async (id: string) => {
      const ended = await store.removeSessionsOf(id, undefined, note('sessions-ended', 'all'));
      listeners.sessionsEnded(id);
      return ended;
    },
  };
}
