import type { AuditNote } from '../accounts/audit.ts';
import { connect, type PostgresOptions, type Query } from './postgres-connection.ts';
import { listen } from './postgres-listener.ts';
import { LOCK_SPACE, migrate } from './postgres-migrate.ts';
import { statements } from './postgres-statements.ts';
import {
  accountIdOf,
  accountOf,
  accountValues,
  auditEntryOf,
  auditValues,
  sessionOf,
  signedInOf,
} from './rows.ts';
import type { Account, AccountChange, SessionNews, Store } from './store.ts';

/** Who holds it is the only one that adds a first account, or takes an administrator away. */
const ADMINISTRATORS_LOCK = 2;

/**
 * The shared store: one PostgreSQL database for processes on several machines. Rejects with a `StoreError` when it
 * cannot be used; then nothing in it was changed.
 */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<Store> {
  await migrate(url, options);
  const { query, transaction, close } = connect(url, options);
  const closing: (() => Promise<void>)[] = [close];

  /** Told at the commit, and only then: a notice is part of its transaction. */
  const tell = (within: Query, news: SessionNews) => within(statements.notify, [JSON.stringify(news)]);

  async function writeDown(within: Query, note: AuditNote | undefined, accountId?: string): Promise<void> {
    if (note === undefined) return;
    await within(statements.note, auditValues(note, accountId));
  }

  /** Changes an account and ends its sessions, unless that takes the last administrator of the issuer. */
  function change(
    id: string,
    losesAdministratorOf: string | undefined,
    note: AuditNote | undefined,
    apply: (within: Query) => Promise<unknown>,
  ): Promise<AccountChange> {
    return transaction(async (within) => {
      if (losesAdministratorOf !== undefined)
        await within(statements.lock, [LOCK_SPACE, ADMINISTRATORS_LOCK]);
      const account = first((await within(statements.lockAccount, [id])).rows, accountOf);
      if (account === undefined) return 'unknown-account';
      const { role, disabled, issuer } = account;
      if (role === 'administrator' && !disabled && issuer === losesAdministratorOf) {
        const others = await within(statements.otherAdministrators, [issuer, id]);
        if (others.rows.length === 0) return 'last-administrator';
      }
      // Before it: a removed account has no e-mail any more.
      await writeDown(within, note, id);
      await apply(within);
      await within(statements.removeSessionsOf, [id, null]);
      await tell(within, { kind: 'all-ended', accountId: id });
      return 'done';
    });
  }

  return {
    addAccount: (account, note) =>
      transaction(async (within) => {
        if ((await within(statements.addAccount, columns(account))).changes === 0) return undefined;
        await writeDown(within, note, account.id);
        return account;
      }),
    addFirstAccount: (account, note) =>
      transaction(async (within) => {
        await within(statements.lock, [LOCK_SPACE, ADMINISTRATORS_LOCK]);
        if ((await within(statements.hasAccounts)).rows.length > 0) return false;
        await within(statements.addAccount, columns(account));
        await within(statements.removeSetupLinks);
        await writeDown(within, note, account.id);
        return true;
      }),
    accountByEmail: async (email) => first((await query(statements.accountByEmail, [email])).rows, accountOf),
    accountBySubject: async (issuer, subject) =>
      first((await query(statements.accountBySubject, [issuer, subject])).rows, accountOf),
    listAccounts: async () => (await query(statements.listAccounts)).rows.map(accountOf),
    countAccounts: async () => numberIn((await query(statements.countAccounts)).rows[0], 'n') ?? 0,

    setDisabled: (id, disabled, issuer, note) =>
      change(id, disabled ? issuer : undefined, note, (within) =>
        within(statements.setDisabled, [id, disabled]),
      ),
    setRole: (id, role, issuer, note) =>
      change(id, role === 'reader' ? issuer : undefined, note, (within) =>
        within(statements.setRole, [id, role]),
      ),
    setPasswordHash: (id, hash, note) =>
      change(id, undefined, note, (within) => within(statements.setPasswordHash, [id, hash])),
    removeAccount: (id, issuer, note) =>
      change(id, issuer, note, (within) => within(statements.removeAccount, [id])),
    setProfile: (id, { email, name }, note) =>
      transaction(async (within) => {
        const account = first((await within(statements.lockAccount, [id])).rows, accountOf);
        if (account === undefined) return 'unknown-account';
        const taken = (await within(statements.otherWithEmail, [email, id])).rows.length > 0;
        await within(statements.setProfile, [id, taken ? account.email : email, name]);
        // Who remembers its sessions reads them again.
        await tell(within, { kind: 'all-ended', accountId: id });
        if (taken) return 'email-taken';
        if (email !== account.email) await writeDown(within, note, id);
        return 'done';
      }),
    replacePasswordHash: async (id, from, to) =>
      (await query(statements.replacePasswordHash, [id, from, to])).changes === 1,

    addInvite: (tokenHash, accountId, expiresAt, note) =>
      transaction(async (within) => {
        const added = await within(statements.addInvite, [tokenHash, accountId, expiresAt]);
        if (added.changes > 0) await writeDown(within, note, accountId);
        return added.changes > 0;
      }),
    accountByInvite: async (tokenHash, now) =>
      first((await query(statements.accountByInvite, [tokenHash, now])).rows, accountOf),
    acceptInvite: (tokenHash, hash, now, note) =>
      transaction(async (within) => {
        const account = first((await within(statements.lockInvited, [tokenHash, now])).rows, accountOf);
        if (account === undefined) return undefined;
        await within(statements.setPasswordHash, [account.id, hash]);
        await within(statements.removeInvitesOf, [account.id]);
        await writeDown(within, note, account.id);
        return { ...account, passwordHash: hash };
      }),

    addSetupLink: async (tokenHash, expiresAt) =>
      void (await query(statements.addSetupLink, [tokenHash, expiresAt])),
    hasSetupLink: async (tokenHash, now) =>
      (await query(statements.hasSetupLink, [tokenHash, now])).rows.length > 0,

    addSession: ({ tokenHash, accountId, createdAt, lastSeenAt }, verifiedHash, note) =>
      transaction(async (within) => {
        // Waits for a change of the account that is under way, and then looks at what it left.
        const noted = await within(statements.noteSignIn, [accountId, createdAt, verifiedHash ?? null]);
        if (noted.changes === 0) return false;
        await within(statements.addSession, [tokenHash, accountId, createdAt, lastSeenAt]);
        await writeDown(within, note, accountId);
        await tell(within, { kind: 'started', tokenHash });
        return true;
      }),
    findSession: async (tokenHash, now, limits) => {
      const values = [tokenHash, now - limits.idleMs, now - limits.absoluteMs];
      return first((await query(statements.findSession, values)).rows, signedInOf);
    },
    recentSessions: async (now, limits, max) => {
      const values = [now - limits.idleMs, now - limits.absoluteMs, max];
      return (await query(statements.recentSessions, values)).rows.map(signedInOf);
    },
    countSessions: async (now, limits) => {
      const values = [now - limits.idleMs, now - limits.absoluteMs];
      return numberIn((await query(statements.countSessions, values)).rows[0], 'n') ?? 0;
    },
    watchSessions: (listener) => {
      closing.unshift(listen(url, options, listener));
    },
    touchSession: async (tokenHash, now) => void (await query(statements.touchSession, [tokenHash, now])),
    removeSession: (tokenHash, note) =>
      transaction(async (within) => {
        const accountId = first((await within(statements.removeSession, [tokenHash])).rows, accountIdOf);
        if (accountId === undefined) return;
        await writeDown(within, note, accountId);
        await tell(within, { kind: 'ended', tokenHash });
      }),
    removeSessionsOf: (accountId, except, note) =>
      transaction(async (within) => {
        const { changes } = await within(statements.removeSessionsOf, [accountId, except ?? null]);
        // Who remembers the one that stays reads it again.
        if (changes > 0) {
          await writeDown(within, note, accountId);
          await tell(within, { kind: 'all-ended', accountId });
        }
        return changes;
      }),
    removeSessionOf: (accountId, tokenHash, note) =>
      transaction(async (within) => {
        const { changes } = await within(statements.removeSessionOf, [accountId, tokenHash]);
        if (changes === 0) return false;
        await writeDown(within, note, accountId);
        await tell(within, { kind: 'ended', tokenHash });
        return true;
      }),
    sessionsOf: async (accountId, now, limits) => {
      const values = [accountId, now - limits.idleMs, now - limits.absoluteMs];
      return (await query(statements.sessionsOf, values)).rows.map(sessionOf);
    },
    removeExpired: async (now, limits) => {
      await query(statements.removeExpiredAttempts, [now]);
      await query(statements.removeExpiredAddresses, [now]);
      await query(statements.removeExpiredSetupLinks, [now]);
      await query(statements.removeExpiredInvites, [now]);
      const oldest = [now - limits.idleMs, now - limits.absoluteMs];
      return (await query(statements.removeExpiredSessions, oldest)).changes;
    },

    countAttempt: (keys, now) =>
      transaction(async (within) => {
        const names = keys.map(({ key }) => key);
        const windows = keys.map(({ windowMs }) => windowMs);
        await within(statements.lockKeys, [names]);
        const limits = keys.map(({ limit }) => limit);
        const { rows } = await within(statements.retryAt, [names, limits, windows, now]);
        const retryAt = numberIn(rows[0], 'retry_at');
        if (retryAt !== undefined) return { retryAt };
        await within(statements.removeExpiredAttempts, [now]);
        await within(statements.addAttempts, [names, windows, now]);
        return {};
      }),
    clearAttempts: (keys) =>
      transaction(async (within) => {
        await within(statements.lockKeys, [keys]);
        await within(statements.clearAttempts, [keys]);
      }),
    takeBackAttempt: (keys, countedAt) =>
      transaction(async (within) => {
        await within(statements.lockKeys, [keys]);
        await within(statements.takeBackAttempts, [keys, countedAt]);
      }),

    rememberAddress: async (accountId, address, expiresAt) =>
      void (await query(statements.rememberAddress, [accountId, address, expiresAt])),
    knowsAddress: async (email, address, now) =>
      (await query(statements.knowsAddress, [email, address, now])).rows.length > 0,

    note: (note, accountId) => writeDown(query, note, accountId),
    auditSince: async (at) => (await query(statements.auditSince, [at])).rows.map(auditEntryOf),
    removeAuditBefore: async (at) => void (await query(statements.removeAuditBefore, [at])),

    ping: async () => void (await query(statements.hasAccounts)),
    close: async () => {
      for (const end of closing.splice(0)) await end();
    },
  };
}

const columns = (account: Account) => accountValues(account, (value) => value);

function first<T>(rows: readonly unknown[], read: (row: unknown) => T): T | undefined {
  return rows.length === 0 ? undefined : read(rows[0]);
}

/** A number of a row that the statement itself names; `undefined` for NULL. */
function numberIn(row: unknown, column: string): number | undefined {
  const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, column) : undefined;
  return typeof value === 'number' ? value : undefined;
}
