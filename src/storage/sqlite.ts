import type { DatabaseSync } from 'node:sqlite';
import type { AuditNote } from '../accounts/audit.ts';
import { accountOf, accountValues, auditEntryOf, auditValues, sessionOf, signedInOf } from './rows.ts';
import { namedError } from './sqlite-errors.ts';
import { openDatabase, type SqliteOptions } from './sqlite-file.ts';
import { prepareStatements } from './sqlite-statements.ts';
import type { Account, AccountChange, Store } from './store.ts';

/**
 * The embedded store: one file, made when it is missing, usable by several processes at once. Throws a
 * `StoreError` when the file cannot be used; then nothing in it was changed.
 */
export function openSqliteStore(file: string, options?: SqliteOptions): Store {
  const database = openDatabase(file, options);
  const statements = prepareStatements(database);

  /** `async`, so that a failure is a rejection for the caller, whatever the store. */
  async function run<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      throw namedError(error, file);
    }
  }
  const write = <T>(work: () => T): Promise<T> => run(() => transaction(database, work));

  function writeDown(note: AuditNote | undefined, accountId: string | undefined): void {
    if (note === undefined) return;
    statements.note.run(...auditValues(note, accountId));
  }

  /** Changes an account and ends its sessions, unless that takes the last administrator of the issuer. */
  function change(
    id: string,
    losesAdministratorOf: string | undefined,
    note: AuditNote | undefined,
    apply: () => void,
  ): Promise<AccountChange> {
    return write(() => {
      const account = statements.roleOf.get(id);
      if (account === undefined) return 'unknown-account';
      const administers = account.role === 'administrator' && account.disabled === 0;
      if (administers && losesAdministratorOf !== undefined && account.issuer === losesAdministratorOf) {
        if (statements.otherAdministrators.get(losesAdministratorOf, id)?.n === 0)
          return 'last-administrator';
      }
      // Before it: a removed account has no e-mail any more.
      writeDown(note, id);
      apply();
      statements.removeSessionsOf.run(id);
      return 'done';
    });
  }

  return {
    addAccount: (account, note) =>
      write(() => {
        if (statements.addAccount.run(...columns(account)).changes === 0) return undefined;
        writeDown(note, account.id);
        return account;
      }),
    addFirstAccount: (account, note) =>
      write(() => {
        if (statements.addFirstAccount.run(...columns(account)).changes === 0) return false;
        statements.removeSetupLinks.run();
        writeDown(note, account.id);
        return true;
      }),
    accountByEmail: (email) => run(() => optional(statements.accountByEmail.get(email), accountOf)),
    accountBySubject: (issuer, subject) =>
      run(() => optional(statements.accountBySubject.get(issuer, subject), accountOf)),
    listAccounts: () => run(() => statements.listAccounts.all().map(accountOf)),
    countAccounts: () => run(() => Number(statements.countAccounts.get()?.n)),

    setDisabled: (id, disabled, issuer, note) =>
      change(id, disabled ? issuer : undefined, note, () => statements.setDisabled.run(disabled ? 1 : 0, id)),
    setRole: (id, role, issuer, note) =>
      change(id, role === 'reader' ? issuer : undefined, note, () => statements.setRole.run(role, id)),
    setPasswordHash: (id, hash, note) =>
      change(id, undefined, note, () => statements.setPasswordHash.run(hash, id)),
    removeAccount: (id, issuer, note) => change(id, issuer, note, () => statements.removeAccount.run(id)),
    setProfile: (id, { email, name }, note) =>
      write(() => {
        const before = statements.emailOf.get(id)?.email;
        if (before === undefined) return 'unknown-account';
        const taken = statements.otherWithEmail.get(email, id) !== undefined;
        statements.setProfile.run(taken ? before : email, name, id);
        if (taken) return 'email-taken';
        if (email !== before) writeDown(note, id);
        return 'done';
      }),
    replacePasswordHash: (id, from, to) =>
      write(() => statements.replacePasswordHash.run(to, id, from).changes === 1),

    addInvite: (tokenHash, accountId, expiresAt, note) =>
      write(() => {
        const added = statements.addInvite.run({ token: tokenHash, id: accountId, until: expiresAt });
        if (added.changes > 0) writeDown(note, accountId);
        return added.changes > 0;
      }),
    accountByInvite: (tokenHash, now) =>
      run(() => optional(statements.accountByInvite.get(tokenHash, now), accountOf)),
    acceptInvite: (tokenHash, hash, now, note) =>
      write(() => {
        const account = optional(statements.accountByInvite.get(tokenHash, now), accountOf);
        if (account === undefined) return undefined;
        statements.setPasswordHash.run(hash, account.id);
        statements.removeInvitesOf.run(account.id);
        writeDown(note, account.id);
        return { ...account, passwordHash: hash };
      }),

    addSetupLink: (tokenHash, expiresAt) => run(() => void statements.addSetupLink.run(tokenHash, expiresAt)),
    hasSetupLink: (tokenHash, now) => run(() => statements.hasSetupLink.get(tokenHash, now) !== undefined),

    addSession: (session, verifiedHash, note) =>
      write(() => {
        const at = session.createdAt;
        const noted = statements.noteSignIn.run({ at, id: session.accountId, hash: verifiedHash ?? null });
        if (noted.changes === 0) return false;
        statements.addSession.run(session.tokenHash, session.accountId, at, session.lastSeenAt);
        writeDown(note, session.accountId);
        return true;
      }),
    findSession: (tokenHash, now, limits) =>
      run(() => {
        const row = statements.findSession.get(tokenHash, now - limits.idleMs, now - limits.absoluteMs);
        return optional(row, signedInOf);
      }),
    recentSessions: (now, limits, max) =>
      run(() =>
        statements.recentSessions.all(now - limits.idleMs, now - limits.absoluteMs, max).map(signedInOf),
      ),
    countSessions: (now, limits) =>
      run(() => Number(statements.countSessions.get(now - limits.idleMs, now - limits.absoluteMs)?.n)),
    // One file has nothing that tells the other processes.
    watchSessions: () => {},
    touchSession: (tokenHash, now) => run(() => void statements.touchSession.run(now, tokenHash)),
    removeSession: (tokenHash, note) =>
      write(() => {
        const removed = statements.removeSession.get(tokenHash);
        if (removed !== undefined) writeDown(note, String(removed.account_id));
      }),
    removeSessionsOf: (accountId, except, note) =>
      write(() => {
        const removed =
          except === undefined
            ? statements.removeSessionsOf.run(accountId)
            : statements.removeOtherSessionsOf.run(accountId, except);
        if (removed.changes > 0) writeDown(note, accountId);
        return Number(removed.changes);
      }),
    removeSessionOf: (accountId, tokenHash, note) =>
      write(() => {
        const removed = statements.removeSessionOf.run(accountId, tokenHash).changes > 0;
        if (removed) writeDown(note, accountId);
        return removed;
      }),
    sessionsOf: (accountId, now, limits) =>
      run(() =>
        statements.sessionsOf.all(accountId, now - limits.idleMs, now - limits.absoluteMs).map(sessionOf),
      ),
    removeExpired: (now, limits) =>
      write(() => {
        statements.removeExpiredAttempts.run(now);
        statements.removeExpiredAddresses.run(now);
        statements.removeExpiredSetupLinks.run(now);
        statements.removeExpiredInvites.run(now);
        return Number(
          statements.removeExpiredSessions.run(now - limits.idleMs, now - limits.absoluteMs).changes,
        );
      }),

    countAttempt: (keys, now) =>
      write(() => {
        const retries = keys.flatMap(({ key, limit, windowMs }) => {
          const blocking = statements.blockingAttempt.get(key, now - windowMs, limit - 1);
          return blocking === undefined ? [] : [Number(blocking.at) + windowMs];
        });
        if (retries.length > 0) return { retryAt: Math.max(...retries) };
        statements.removeExpiredAttempts.run(now);
        for (const { key, windowMs } of keys) statements.addAttempt.run(key, now, now + windowMs);
        return {};
      }),
    clearAttempts: (keys) =>
      write(() => {
        for (const key of keys) statements.clearAttempts.run(key);
      }),
    takeBackAttempt: (keys, countedAt) =>
      write(() => {
        for (const key of keys) statements.takeBackAttempt.run(key, countedAt);
      }),

    rememberAddress: (accountId, address, expiresAt) =>
      run(() => void statements.rememberAddress.run(address, expiresAt, accountId)),
    knowsAddress: (email, address, now) =>
      run(() => statements.knowsAddress.get(email, address, now) !== undefined),

    note: (note, accountId) => run(() => writeDown(note, accountId)),
    auditSince: (at) => run(() => statements.auditSince.all(at).map(auditEntryOf)),
    removeAuditBefore: (at) => run(() => void statements.removeAuditBefore.run(at)),

    ping: () => run(() => void statements.countAccounts.get()),
    close: () =>
      run(() => {
        if (database.isOpen) database.close();
      }),
  };
}

/** Takes the write lock before the first read, so that what was read still holds when it is acted upon. */
function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has rolled back by itself after some failures, a full disk among them.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

const columns = (account: Account) => accountValues(account, (value) => (value ? 1 : 0));

function optional<T>(row: object | undefined, read: (row: object) => T): T | undefined {
  return row === undefined ? undefined : read(row);
}
