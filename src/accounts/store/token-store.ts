import { z } from 'zod';
import { allOf, type Database, firstOf, insertInto, numberOf, run, runAll } from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { changed, noted } from './audit-store.ts';

const tokenRow = z
  .object({
    /** SHA-256 (hex) of the token, which itself is nowhere. */
    tokenHash: z.string(),
    accountId: z.string(),
    tokenName: z.string(),
    madeAt: z.int(),
    expiresAt: z.int(),
    lastUsedAt: z.int().nullable(),
    /** Of what a reader allows an agent: the client it is allowed to, which is given tokens of its own. */
    client: z.string().nullable(),
  })
  .transform(({ tokenName, madeAt, ...token }) => ({ ...token, name: tokenName, createdAt: madeAt }));
export type PersonalToken = z.infer<typeof tokenRow>;

/** Of `t`, beside the columns of its account. */
const TOKEN = `t.token_hash AS "tokenHash", t.account_id AS "accountId", t.name AS "tokenName",
  t.created_at AS "madeAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.client`;

/** What readers' own tools read with. Whatever ends all sessions of an account for a change of it ends these too. */
export function tokenStore(database: Database) {
  const { names, query, transaction, greatest, forUpdate, byteOrder } = database;
  const { accounts, personal_tokens: tokens, agent_records: records } = names;

  return {
    /**
     * `full`: the account has `max` of them that are good. Of agents the newest stay: what programs ask for does not
     * pile up.
     */
    addToken: (token: PersonalToken, max: number, note?: AuditNote): Promise<'added' | 'full' | 'gone'> =>
      transaction(function* () {
        const { accountId, createdAt, client } = token;
        // Two at once are counted one after the other.
        const owner = `SELECT ${ACCOUNT} FROM ${accounts} a WHERE a.id = $1 AND NOT a.disabled ${forUpdate}`;
        if ((yield* run(owner, [accountId])).rows.length === 0) return 'gone';
        if (client === null) {
          const count = `SELECT count(*) AS n FROM ${tokens} WHERE account_id = $1 AND expires_at > $2 AND client IS NULL`;
          if ((numberOf(yield* run(count, [accountId, createdAt]), 'n') ?? 0) >= max) return 'full';
        } else {
          const kept = `SELECT token_hash FROM ${tokens} WHERE account_id = $1 AND client IS NOT NULL
            ORDER BY coalesce(last_used_at, created_at) DESC, token_hash LIMIT $2`;
          const rest = `DELETE FROM ${tokens} WHERE account_id = $1 AND client IS NOT NULL AND token_hash NOT IN (${kept})`;
          yield* run(rest, [accountId, max - 1]);
        }
        yield* run(...insertInto(database, 'personal_tokens', { ...token }));
        yield* runAll(noted(database, note, accountId));
        return 'added';
      }),
    /** By itself, or by what an agent was given for it. With its account, if it has not expired and the account is not disabled. */
    findToken: async (
      tokenHash: string,
      now: number,
    ): Promise<{ token: PersonalToken; account: Account } | undefined> => {
      const found = await query(
        `SELECT ${ACCOUNT}, ${TOKEN} FROM ${tokens} t JOIN ${accounts} a ON a.id = t.account_id
         WHERE t.expires_at > $2 AND NOT a.disabled AND t.token_hash IN (
           SELECT token_hash FROM ${tokens} WHERE token_hash = $1 AND client IS NULL
           UNION ALL
           SELECT token_hash FROM ${records} WHERE id = $1 AND kind = 'AccessToken' AND expires_at > $2)`,
        [tokenHash, now],
      );
      const withAccount = (row: unknown) => ({ token: tokenRow.parse(row), account: accountRow.parse(row) });
      return firstOf(found, { parse: withAccount });
    },
    touchToken: async (tokenHash: string, now: number): Promise<void> => {
      const used = `last_used_at = ${greatest}(coalesce(last_used_at, 0), $2)`;
      await query(`UPDATE ${tokens} SET ${used} WHERE token_hash = $1`, [tokenHash, now]);
    },
    /** The account's good ones, the newest first. */
    tokensOf: async (accountId: string, now: number): Promise<PersonalToken[]> => {
      const found = await query(
        `SELECT ${TOKEN} FROM ${tokens} t WHERE t.account_id = $1 AND t.expires_at > $2
         ORDER BY t.created_at DESC, t.token_hash ${byteOrder}`,
        [accountId, now],
      );
      return allOf(found, tokenRow);
    },
    /** One of the account's own; `false` when it is none of them, or gone. */
    removeTokenOf: async (accountId: string, tokenHash: string, note?: AuditNote): Promise<boolean> => {
      const remove = `DELETE FROM ${tokens} WHERE account_id = $1 AND token_hash = $2`;
      return (
        (await transaction(() => changed(database, [remove, [accountId, tokenHash]], note, accountId))) > 0
      );
    },
    /** How many there were. The note is written down if there was one. */
    removeTokensOf: (accountId: string, note?: AuditNote): Promise<number> => {
      const remove = `DELETE FROM ${tokens} WHERE account_id = $1`;
      return transaction(() => changed(database, [remove, [accountId]], note, accountId));
    },
  };
}
