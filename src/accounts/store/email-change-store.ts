import { z } from 'zod';
import { type Database, readFirstRow, run, runAll, type Work } from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { writeAuditStatements } from './audit-store.ts';
import { notifyAllEnded } from './session-store.ts';

/** An account and the email that it will have. */
interface EmailChange {
  account: Account;
  email: string;
}

const newEmailRow = z.object({ newEmail: z.string() });

/** Changes of names and emails, and the links that prove ownership of a new email. Sessions stay. */
export interface EmailChangeStore {
  /** Changes name and email, or neither if the email is taken. Records nothing if both are the same as before. */
  changeProfile(
    id: string,
    profile: Pick<Account, 'email' | 'name'>,
    createNote: (before: Account) => AuditNote,
  ): Promise<'done' | 'email-taken' | 'unknown-account'>;
  /**
   * Changes name and email. If the email is taken, changes only the name and returns `email-taken`. The note is
   * recorded if the email changed.
   */
  setProfile(
    id: string,
    profile: Pick<Account, 'email' | 'name'>,
    note?: AuditNote,
  ): Promise<'done' | 'email-taken' | 'unknown-account'>;
  /**
   * Stores the link that proves ownership of the new email; it replaces an earlier one of the account. Returns `false`
   * if the account can't sign in with a password.
   */
  addEmailChange(tokenHash: string, accountId: string, email: string, expiresAt: number): Promise<boolean>;
  /** Finds the change that a valid link belongs to. */
  findEmailChange(tokenHash: string, now: number): Promise<EmailChange | undefined>;
  /**
   * Changes the email and uses up the link, even if the email is taken. Returns `undefined` if the link isn't valid.
   * Only one of two concurrent calls changes the email.
   */
  spendEmailChange(
    tokenHash: string,
    now: number,
    createNote: (before: Account) => AuditNote,
  ): Promise<(EmailChange & { outcome: 'done' | 'email-taken' }) | undefined>;
}

export function createEmailChangeStore(database: Database): EmailChangeStore {
  const { names, query, transaction, forUpdate } = database;
  const { accounts, email_changes: changes } = names;
  const selectChange = `SELECT ${ACCOUNT}, c.email AS "newEmail" FROM ${changes} c JOIN ${accounts} a ON a.id = c.account_id
    WHERE c.token_hash = $1 AND c.expires_at > $2 AND NOT a.disabled AND a.issuer = 'local'`;
  const selectForUpdate = `SELECT ${ACCOUNT} FROM ${accounts} a WHERE a.id = $1 ${forUpdate}`;
  const changeRow = {
    parse: (row: unknown): EmailChange => ({
      account: accountRow.parse(row),
      email: newEmailRow.parse(row).newEmail,
    }),
  };

  /** Runs within a transaction that has locked the account. */
  function* change(
    account: Account,
    { email, name }: Pick<Account, 'email' | 'name'>,
    note: AuditNote | undefined,
  ): Work<'done' | 'email-taken'> {
    const { id } = account;
    const otherAccounts = yield* run(`SELECT 1 FROM ${accounts} WHERE email = $1 AND id <> $2`, [email, id]);
    if (otherAccounts.rows.length > 0) return 'email-taken';
    yield* run(`UPDATE ${accounts} SET email = $2, name = $3 WHERE id = $1`, [id, email, name]);
    if (email !== account.email) {
      // Links that were sent to the old address must stop working.
      for (const table of [names.reset_links, names.invites, changes])
        yield* run(`DELETE FROM ${table} WHERE account_id = $1`, [id]);
    }
    // Processes that cache its sessions must read them again.
    yield* runAll(notifyAllEnded(database, id));
    yield* runAll(writeAuditStatements(database, note, id));
    return 'done';
  }

  return {
    changeProfile: (id, profile, createNote) =>
      transaction(function* () {
        const account = readFirstRow(yield* run(selectForUpdate, [id]), accountRow);
        if (account === undefined) return 'unknown-account';
        if (account.email === profile.email && account.name === profile.name) return 'done';
        return yield* change(account, profile, createNote(account));
      }),
    setProfile: (id, profile, note) =>
      transaction(function* () {
        const account = readFirstRow(yield* run(selectForUpdate, [id]), accountRow);
        if (account === undefined) return 'unknown-account';
        const { email } = account;
        const outcome = yield* change(account, profile, profile.email === email ? undefined : note);
        if (outcome === 'email-taken') yield* change(account, { ...profile, email }, undefined);
        return outcome;
      }),

    addEmailChange: async (tokenHash, accountId, email, expiresAt) => {
      const added = await query(
        `INSERT INTO ${changes} (token_hash, account_id, email, expires_at)
         SELECT $1, id, $3, $4 FROM ${accounts}
         WHERE id = $2 AND issuer = 'local' AND NOT disabled AND password_hash IS NOT NULL ${forUpdate}
         ON CONFLICT (account_id) DO UPDATE
           SET token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`,
        [tokenHash, accountId, email, expiresAt],
      );
      return added.changes > 0;
    },
    findEmailChange: async (tokenHash, now) =>
      readFirstRow(await query(selectChange, [tokenHash, now]), changeRow),
    spendEmailChange: (tokenHash, now, createNote) =>
      transaction(function* () {
        const pending = readFirstRow(yield* run(`${selectChange} ${forUpdate}`, [tokenHash, now]), changeRow);
        if (pending === undefined) return undefined;
        const { account, email } = pending;
        yield* run(`DELETE FROM ${changes} WHERE account_id = $1`, [account.id]);
        return {
          ...pending,
          outcome: yield* change(account, { email, name: account.name }, createNote(account)),
        };
      }),
  };
}
