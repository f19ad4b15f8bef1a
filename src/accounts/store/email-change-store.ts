import { z } from 'zod';
import { type Database, firstOf, run, runAll, type Work } from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { noted } from './audit-store.ts';
import { allEnded } from './session-store.ts';

/** Whose e-mail is to become which. */
interface EmailChange {
  account: Account;
  email: string;
}

const newEmailRow = z.object({ newEmail: z.string() });

/** Names and e-mails that people change, and the links that prove that a new e-mail is theirs. Sessions go on. */
export function emailChangeStore(database: Database) {
  const { names, query, transaction, forUpdate } = database;
  const { accounts, email_changes: changes } = names;
  const wanted = `SELECT ${ACCOUNT}, c.email AS "newEmail" FROM ${changes} c JOIN ${accounts} a ON a.id = c.account_id
    WHERE c.token_hash = $1 AND c.expires_at > $2 AND NOT a.disabled AND a.issuer = 'local'`;
  const locked = `SELECT ${ACCOUNT} FROM ${accounts} a WHERE a.id = $1 ${forUpdate}`;
  const changeRow = {
    parse: (row: unknown): EmailChange => ({
      account: accountRow.parse(row),
      email: newEmailRow.parse(row).newEmail,
    }),
  };

  /** Part of a transaction, in which the account is locked. */
  function* change(
    account: Account,
    { email, name }: Pick<Account, 'email' | 'name'>,
    note: AuditNote | undefined,
  ): Work<'done' | 'email-taken'> {
    const { id } = account;
    const others = yield* run(`SELECT 1 FROM ${accounts} WHERE email = $1 AND id <> $2`, [email, id]);
    if (others.rows.length > 0) return 'email-taken';
    yield* run(`UPDATE ${accounts} SET email = $2, name = $3 WHERE id = $1`, [id, email, name]);
    if (email !== account.email) {
      // Whoever reads the mail of the address before has links of this account no more.
      for (const table of [names.reset_links, names.invites, changes])
        yield* run(`DELETE FROM ${table} WHERE account_id = $1`, [id]);
    }
    // Who remembers its sessions reads them again.
    yield* runAll(allEnded(database, id));
    yield* runAll(noted(database, note, id));
    return 'done';
  }

  return {
    /** Both, or nothing where the e-mail is another account's. What is so already is not written down. */
    changeProfile: (
      id: string,
      profile: Pick<Account, 'email' | 'name'>,
      noteOf: (before: Account) => AuditNote,
    ): Promise<'done' | 'email-taken' | 'unknown-account'> =>
      transaction(function* () {
        const account = firstOf(yield* run(locked, [id]), accountRow);
        if (account === undefined) return 'unknown-account';
        if (account.email === profile.email && account.name === profile.name) return 'done';
        return yield* change(account, profile, noteOf(account));
      }),
    /**
     * An e-mail that another account has stays with it (`email-taken`); the name changes all the same. The note is
     * written down if the e-mail changed.
     */
    setProfile: (
      id: string,
      profile: Pick<Account, 'email' | 'name'>,
      note?: AuditNote,
    ): Promise<'done' | 'email-taken' | 'unknown-account'> =>
      transaction(function* () {
        const account = firstOf(yield* run(locked, [id]), accountRow);
        if (account === undefined) return 'unknown-account';
        const { email } = account;
        const outcome = yield* change(account, profile, profile.email === email ? undefined : note);
        if (outcome === 'email-taken') yield* change(account, { ...profile, email }, undefined);
        return outcome;
      }),

    /** In place of the one before; `false` when there is no such account to sign in with. */
    addEmailChange: async (
      tokenHash: string,
      accountId: string,
      email: string,
      expiresAt: number,
    ): Promise<boolean> => {
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
    findEmailChange: async (tokenHash: string, now: number): Promise<EmailChange | undefined> =>
      firstOf(await query(wanted, [tokenHash, now]), changeRow),
    /** The link is gone, whatever comes of it; of two who use it at once, one changes the e-mail. */
    spendEmailChange: (
      tokenHash: string,
      now: number,
      noteOf: (before: Account) => AuditNote,
    ): Promise<(EmailChange & { outcome: 'done' | 'email-taken' }) | undefined> =>
      transaction(function* () {
        const found = firstOf(yield* run(`${wanted} ${forUpdate}`, [tokenHash, now]), changeRow);
        if (found === undefined) return undefined;
        const { account, email } = found;
        yield* run(`DELETE FROM ${changes} WHERE account_id = $1`, [account.id]);
        return { ...found, outcome: yield* change(account, { email, name: account.name }, noteOf(account)) };
      }),
  };
}
