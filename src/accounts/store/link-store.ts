import { type Database, firstOf, insertInto, run, runAll, type Work } from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { changed, noted } from './audit-store.ts';
import { endSessions } from './session-store.ts';

/** The one-time links: of new accounts, of forgotten passwords, and of the first administrator. */
export function linkStore(database: Database) {
  const { names, query, transaction, forUpdate } = database;
  const { accounts, invites, reset_links: resetLinks, setup_links: setupLinks } = names;
  const invited = `SELECT ${ACCOUNT} FROM ${invites} i JOIN ${accounts} a ON a.id = i.account_id
    WHERE i.token_hash = $1 AND i.expires_at > $2 AND NOT a.disabled AND a.password_hash IS NULL`;
  const forgetful = `SELECT ${ACCOUNT} FROM ${resetLinks} r JOIN ${accounts} a ON a.id = r.account_id
    WHERE r.token_hash = $1 AND r.expires_at > $2 AND NOT a.disabled AND a.password_hash IS NOT NULL`;

  const added =
    (sql: string) => async (tokenHash: string, accountId: string, expiresAt: number, note?: AuditNote) => {
      const add = [sql, [tokenHash, accountId, expiresAt]] as const;
      return (await transaction(() => changed(database, add, note, accountId))) > 0;
    };
  const found = (sql: string) => async (tokenHash: string, now: number) =>
    firstOf(await query(sql, [tokenHash, now]), accountRow);
  /** With its links goes whatever `ended` ends. */
  const spent =
    (sql: string, links: string, ended: (accountId: string) => Work<void>) =>
    (tokenHash: string, hash: string, now: number, note?: AuditNote): Promise<Account | undefined> =>
      transaction(function* () {
        // Who waits for another one here finds the link gone, or a password there.
        const account = firstOf(yield* run(`${sql} ${forUpdate}`, [tokenHash, now]), accountRow);
        if (account === undefined) return undefined;
        yield* run(`UPDATE ${accounts} SET password_hash = $2 WHERE id = $1`, [account.id, hash]);
        yield* run(`DELETE FROM ${links} WHERE account_id = $1`, [account.id]);
        yield* runAll(noted(database, note, account.id));
        yield* ended(account.id);
        return { ...account, passwordHash: hash };
      });

  return {
    /** The account's only link from now on; `false` when it is gone, has a password already, or is a provider's. */
    addInvite: added(
      `INSERT INTO ${invites} (token_hash, account_id, expires_at)
       SELECT $1, id, $3 FROM ${accounts} WHERE id = $2 AND issuer = 'local' AND password_hash IS NULL ${forUpdate}
       ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    ),
    /** Whose link this is, as long as it can be used: not expired, not disabled, no password yet. */
    accountByInvite: found(invited),
    /** The account with its first password. The link is gone: of two who use it at once, one gets the account. */
    acceptInvite: spent(invited, invites, function* () {}),

    /** Beside those that the account has; `false` when it is gone, disabled, has no password yet, or is a provider's. */
    addResetLink: added(
      `INSERT INTO ${resetLinks} (token_hash, account_id, expires_at)
       SELECT $1, id, $3 FROM ${accounts}
       WHERE id = $2 AND issuer = 'local' AND NOT disabled AND password_hash IS NOT NULL ${forUpdate}`,
    ),
    accountByResetLink: found(forgetful),
    /** The account with its new password. All its links and sessions have ended. */
    spendResetLink: spent(forgetful, resetLinks, (accountId) => endSessions(database, accountId)),

    addSetupLink: async (tokenHash: string, expiresAt: number): Promise<void> => {
      await query(...insertInto(database, 'setup_links', { tokenHash, expiresAt }));
    },
    hasSetupLink: async (tokenHash: string, now: number): Promise<boolean> => {
      const live = `SELECT 1 FROM ${setupLinks} WHERE token_hash = $1 AND expires_at > $2`;
      return (await query(live, [tokenHash, now])).rows.length > 0;
    },
  };
}
