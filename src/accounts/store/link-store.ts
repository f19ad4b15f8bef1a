import { type Database, insertInto, readFirstRow, run, runAll, type Work } from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { runAudited, writeAuditStatements } from './audit-store.ts';
import { endSessions } from './session-store.ts';

/**
 * One-time links for new accounts, forgotten passwords and the first administrator. A link is stored as the hash of its
 * token.
 */
export interface LinkStore {
  /**
   * Adds an invitation that replaces an earlier one of the account. Returns `false` if the account is gone, has a
   * password already, or belongs to an identity provider.
   */
  addInvite(tokenHash: string, accountId: string, expiresAt: number, note?: AuditNote): Promise<boolean>;
  /** Finds the account of a valid invitation. */
  findAccountByInvite(tokenHash: string, now: number): Promise<Account | undefined>;
  /**
   * Sets the first password and uses up the invitation. Returns the account, or `undefined` if the invitation isn't
   * valid. Only one of two concurrent calls succeeds.
   */
  acceptInvite(
    tokenHash: string,
    passwordHash: string,
    now: number,
    note?: AuditNote,
  ): Promise<Account | undefined>;
  /**
   * Adds a reset link and keeps earlier ones. Returns `false` if the account is gone or disabled, has no password yet,
   * or belongs to an identity provider.
   */
  addResetLink(tokenHash: string, accountId: string, expiresAt: number, note?: AuditNote): Promise<boolean>;
  /** Finds the account of a valid reset link. */
  findAccountByResetLink(tokenHash: string, now: number): Promise<Account | undefined>;
  /**
   * Sets a new password, and ends all reset links and sessions of the account. Returns the account, or `undefined` if
   * the link isn't valid. Only one of two concurrent calls succeeds.
   */
  spendResetLink(
    tokenHash: string,
    passwordHash: string,
    now: number,
    note?: AuditNote,
  ): Promise<Account | undefined>;
  /** Adds a link that creates the first administrator. `addFirstAccount` removes it. */
  addSetupLink(tokenHash: string, expiresAt: number): Promise<void>;
  /** Returns whether the set-up link exists and hasn't expired. */
  hasSetupLink(tokenHash: string, now: number): Promise<boolean>;
}

export function createLinkStore(database: Database): LinkStore {
  const { names, query, transaction, forUpdate } = database;
  const { accounts, invites, reset_links: resetLinks, setup_links: setupLinks } = names;
  /** Valid invitations are of accounts that have no password yet, valid reset links of accounts that have one. */
  const selectByInvite = `SELECT ${ACCOUNT} FROM ${invites} i JOIN ${accounts} a ON a.id = i.account_id
    WHERE i.token_hash = $1 AND i.expires_at > $2 AND NOT a.disabled AND a.password_hash IS NULL`;
  const selectByResetLink = `SELECT ${ACCOUNT} FROM ${resetLinks} r JOIN ${accounts} a ON a.id = r.account_id
    WHERE r.token_hash = $1 AND r.expires_at > $2 AND NOT a.disabled AND a.password_hash IS NOT NULL`;

  /** Sets the password and removes the account's links of this kind. Runs within a transaction. */
  function* spendLink(
    { selectByLink, links }: { selectByLink: string; links: string },
    { tokenHash, passwordHash, now, note }: LinkUse,
  ): Work<Account | undefined> {
    // A concurrent use waits here for the lock, and then finds the link gone or a password set.
    const account = readFirstRow(yield* run(`${selectByLink} ${forUpdate}`, [tokenHash, now]), accountRow);
    if (account === undefined) return undefined;
    yield* run(`UPDATE ${accounts} SET password_hash = $2 WHERE id = $1`, [account.id, passwordHash]);
    yield* run(`DELETE FROM ${links} WHERE account_id = $1`, [account.id]);
    yield* runAll(writeAuditStatements(database, note, account.id));
    return { ...account, passwordHash };
  }

  return {
    addInvite: async (tokenHash, accountId, expiresAt, note) => {
      const insert = `INSERT INTO ${invites} (token_hash, account_id, expires_at)
        SELECT $1, id, $3 FROM ${accounts}
        WHERE id = $2 AND issuer = 'local' AND password_hash IS NULL ${forUpdate}
        ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`;
      const values = [tokenHash, accountId, expiresAt];
      return (await transaction(() => runAudited(database, [insert, values], note, accountId))) > 0;
    },
    findAccountByInvite: async (tokenHash, now) =>
      readFirstRow(await query(selectByInvite, [tokenHash, now]), accountRow),
    acceptInvite: (tokenHash, passwordHash, now, note) =>
      transaction(() =>
        spendLink({ selectByLink: selectByInvite, links: invites }, { tokenHash, passwordHash, now, note }),
      ),

    addResetLink: async (tokenHash, accountId, expiresAt, note) => {
      const insert = `INSERT INTO ${resetLinks} (token_hash, account_id, expires_at)
        SELECT $1, id, $3 FROM ${accounts}
        WHERE id = $2 AND issuer = 'local' AND NOT disabled AND password_hash IS NOT NULL ${forUpdate}`;
      const values = [tokenHash, accountId, expiresAt];
      return (await transaction(() => runAudited(database, [insert, values], note, accountId))) > 0;
    },
    findAccountByResetLink: async (tokenHash, now) =>
      readFirstRow(await query(selectByResetLink, [tokenHash, now]), accountRow),
    spendResetLink: (tokenHash, passwordHash, now, note) =>
      transaction(function* () {
        const link = { selectByLink: selectByResetLink, links: resetLinks };
        const account = yield* spendLink(link, { tokenHash, passwordHash, now, note });
        if (account !== undefined) yield* endSessions(database, account.id);
        return account;
      }),

    addSetupLink: async (tokenHash, expiresAt) => {
      await query(...insertInto(database, 'setup_links', { tokenHash, expiresAt }));
    },
    hasSetupLink: async (tokenHash, now) => {
      const select = `SELECT 1 FROM ${setupLinks} WHERE token_hash = $1 AND expires_at > $2`;
      return (await query(select, [tokenHash, now])).rows.length > 0;
    },
  };
}

interface LinkUse {
  tokenHash: string;
  passwordHash: string;
  now: number;
  note: AuditNote | undefined;
}
