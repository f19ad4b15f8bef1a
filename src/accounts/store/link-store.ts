import { type Database, firstOf, insertInto, run, runAll } from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountOf } from './account-rows.ts';
import { noted } from './audit-store.ts';
import { endSessions } from './session-store.ts';

/** The one-time links: of new accounts, of forgotten passwords, and of the first administrator. */
export function linkStore(database: Database) {
  const { names, query, transaction, forUpdate } = database;
  const { accounts, invites, reset_links: resetLinks, setup_links: setupLinks } = names;
  const invited = `SELECT ${ACCOUNT} FROM ${invites} i JOIN ${accounts} a ON a.id = i.account_id
    WHERE i.token_hash = $1 AND i.expires_at > $2 AND NOT a.disabled AND a.password_hash IS NULL`;
  const forgetful = `SELECT ${ACCOUNT} FROM ${resetLinks} r JOIN ${accounts} a ON a.id = r.account_id
    WHERE r.token_hash = $1 AND r.expires_at > $2 AND NOT a.disabled AND a.password_hash IS NOT NULL`;

  return {
    /** The account's only link from now on; `false` when it is gone, has a password already, or is a provider's. */
    addInvite: (
      tokenHash: string,
      accountId: string,
      expiresAt: number,
      note?: AuditNote,
    ): Promise<boolean> =>
      transaction(function* () {
        const added = yield* run(
          `INSERT INTO ${invites} (token_hash, account_id, expires_at)
           SELECT $1, id, $3 FROM ${accounts} WHERE id = $2 AND issuer = 'local' AND password_hash IS NULL ${forUpdate}
           ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
          [tokenHash, accountId, expiresAt],
        );
        if (added.changes > 0) yield* runAll(noted(database, note, accountId));
        return added.changes > 0;
      }),
    /** Whose link this is, as long as it can be used: not expired, not disabled, no password yet. */
    accountByInvite: async (tokenHash: string, now: number) =>
      firstOf(await query(invited, [tokenHash, now]), accountOf),
    /** The account with its first password. The link is gone: of two who use it at once, one gets the account. */
    acceptInvite: (
      tokenHash: string,
      hash: string,
      now: number,
      note?: AuditNote,
    ): Promise<Account | undefined> =>
      transaction(function* () {
        // Who waits for another one here finds a password there, and with it no account to accept.
        const account = firstOf(yield* run(`${invited} ${forUpdate}`, [tokenHash, now]), accountOf);
        if (account === undefined) return undefined;
        yield* run(`UPDATE ${accounts} SET password_hash = $2 WHERE id = $1`, [account.id, hash]);
        yield* run(`DELETE FROM ${invites} WHERE account_id = $1`, [account.id]);
        yield* runAll(noted(database, note, account.id));
        return { ...account, passwordHash: hash };
      }),

    /** Beside those that the account has; `false` when it is gone, disabled, has no password yet, or is a provider's. */
    addResetLink: (
      tokenHash: string,
      accountId: string,
      expiresAt: number,
      note?: AuditNote,
    ): Promise<boolean> =>
      transaction(function* () {
        const added = yield* run(
          `INSERT INTO ${resetLinks} (token_hash, account_id, expires_at)
           SELECT $1, id, $3 FROM ${accounts}
           WHERE id = $2 AND issuer = 'local' AND NOT disabled AND password_hash IS NOT NULL ${forUpdate}`,
          [tokenHash, accountId, expiresAt],
        );
        if (added.changes > 0) yield* runAll(noted(database, note, accountId));
        return added.changes > 0;
      }),
    accountByResetLink: async (tokenHash: string, now: number) =>
      firstOf(await query(forgetful, [tokenHash, now]), accountOf),
    /** The account with its new password. All its links and sessions have ended. */
    spendResetLink: (
      tokenHash: string,
      hash: string,
      now: number,
      note?: AuditNote,
    ): Promise<Account | undefined> =>
      transaction(function* () {
        // Who waits for another one here finds the link gone.
        const account = firstOf(yield* run(`${forgetful} ${forUpdate}`, [tokenHash, now]), accountOf);
        if (account === undefined) return undefined;
        yield* run(`UPDATE ${accounts} SET password_hash = $2 WHERE id = $1`, [account.id, hash]);
        yield* run(`DELETE FROM ${resetLinks} WHERE account_id = $1`, [account.id]);
        yield* runAll(noted(database, note, account.id));
        yield* endSessions(database, account.id);
        return { ...account, passwordHash: hash };
      }),

    addSetupLink: async (tokenHash: string, expiresAt: number): Promise<void> => {
      const row = { token_hash: tokenHash, expires_at: expiresAt };
      await query(...insertInto(database, 'setup_links', row));
    },
    hasSetupLink: async (tokenHash: string, now: number): Promise<boolean> => {
      const live = `SELECT 1 FROM ${setupLinks} WHERE token_hash = $1 AND expires_at > $2`;
      return (await query(live, [tokenHash, now])).rows.length > 0;
    },
  };
}
