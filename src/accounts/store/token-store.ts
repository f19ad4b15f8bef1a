import { z } from 'zod';
import {
  type Database,
  insertInto,
  readFirstRow,
  readNumber,
  readRows,
  run,
  runAll,
} from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { runAudited, writeAuditStatements } from './audit-store.ts';

const tokenRow = z
  .object({
    /** SHA-256 (hex) of the token. The token itself isn't stored. */
    tokenHash: z.string(),
    accountId: z.string(),
    tokenName: z.string(),
    madeAt: z.int(),
    expiresAt: z.int(),
    lastUsedAt: z.int().nullable(),
    /** For a reader's grant to an agent: the client, which gets tokens of its own. Otherwise `null`. */
    client: z.string().nullable(),
  })
  .transform(({ tokenName, madeAt, ...token }) => ({ ...token, name: tokenName, createdAt: madeAt }));
export type PersonalToken = z.infer<typeof tokenRow>;

/** A valid token with the account that it belongs to. */
interface TokenWithAccount {
  token: PersonalToken;
  account: Account;
}

/** Columns of a token. The statement must name the tokens table `t`. */
const TOKEN = `t.token_hash AS "tokenHash", t.account_id AS "accountId", t.name AS "tokenName",
  t.created_at AS "madeAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.client`;

/** Personal tokens of readers. A change of the account that ends all its sessions ends its tokens too. */
export interface TokenStore {
  /**
   * Adds a token. Returns `full` and adds nothing if the account already has `max` valid tokens; `gone` if the account
   * is gone or disabled. Grants to agents replace the least recently used one instead, so that grants requested by
   * programs don't pile up.
   */
  addToken(token: PersonalToken, max: number, note?: AuditNote): Promise<'added' | 'full' | 'gone'>;
  /**
   * Finds a token, or the grant of an agent's access token, with its account. Returns `undefined` if it has expired or
   * the account is disabled.
   */
  findToken(tokenHash: string, now: number): Promise<TokenWithAccount | undefined>;
  /** Records that the token was used now. A late call never sets the time back. */
  touchToken(tokenHash: string, now: number): Promise<void>;
  /** Lists the account's valid tokens, newest first. Grants to agents are among them. */
  listTokens(accountId: string, now: number): Promise<PersonalToken[]>;
  /** Removes one token of the account. Returns `false` if the account has no such token. */
  removeAccountToken(accountId: string, tokenHash: string, note?: AuditNote): Promise<boolean>;
  /** Removes all tokens of the account and returns their number. */
  removeAccountTokens(accountId: string, note?: AuditNote): Promise<number>;
}

export function createTokenStore(database: Database): TokenStore {
  const { names, query, transaction, greatest, forUpdate, byteOrder } = database;
  const { accounts, personal_tokens: tokens, agent_records: records } = names;

  return {
    addToken: (token, max, note) =>
      transaction(function* () {
        const { accountId, createdAt, client } = token;
        // Locks the account, so that concurrent calls are counted one after the other.
        const owner = `SELECT ${ACCOUNT} FROM ${accounts} a WHERE a.id = $1 AND NOT a.disabled ${forUpdate}`;
        if ((yield* run(owner, [accountId])).rows.length === 0) return 'gone';
        if (client === null) {
          const count = `SELECT count(*) AS n FROM ${tokens} WHERE account_id = $1 AND expires_at > $2 AND client IS NULL`;
          if ((readNumber(yield* run(count, [accountId, createdAt]), 'n') ?? 0) >= max) return 'full';
        } else {
          const newest = `SELECT token_hash FROM ${tokens} WHERE account_id = $1 AND client IS NOT NULL
            ORDER BY coalesce(last_used_at, created_at) DESC, token_hash LIMIT $2`;
          const rest = `DELETE FROM ${tokens} WHERE account_id = $1 AND client IS NOT NULL AND token_hash NOT IN (${newest})`;
          yield* run(rest, [accountId, max - 1]);
        }
        yield* run(...insertInto(database, 'personal_tokens', { ...token }));
        yield* runAll(writeAuditStatements(database, note, accountId));
        return 'added';
      }),
    findToken: async (tokenHash, now) => {
      const result = await query(
        `SELECT ${ACCOUNT}, ${TOKEN} FROM ${tokens} t JOIN ${accounts} a ON a.id = t.account_id
         WHERE t.expires_at > $2 AND NOT a.disabled AND t.token_hash IN (
           SELECT token_hash FROM ${tokens} WHERE token_hash = $1 AND client IS NULL
           UNION ALL
           SELECT token_hash FROM ${records} WHERE id = $1 AND kind = 'AccessToken' AND expires_at > $2)`,
        [tokenHash, now],
      );
      const parseTokenRow = (row: unknown) => ({
        token: tokenRow.parse(row),
        account: accountRow.parse(row),
      });
      return readFirstRow(result, { parse: parseTokenRow });
    },
    touchToken: async (tokenHash, now) => {
      const lastUseUpdate = `last_used_at = ${greatest}(coalesce(last_used_at, 0), $2)`;
      await query(`UPDATE ${tokens} SET ${lastUseUpdate} WHERE token_hash = $1`, [tokenHash, now]);
    },
    listTokens: async (accountId, now) => {
      const result = await query(
        `SELECT ${TOKEN} FROM ${tokens} t WHERE t.account_id = $1 AND t.expires_at > $2
         ORDER BY t.created_at DESC, t.token_hash ${byteOrder}`,
        [accountId, now],
      );
      return readRows(result, tokenRow);
    },
    removeAccountToken: async (accountId, tokenHash, note) => {
      const remove = `DELETE FROM ${tokens} WHERE account_id = $1 AND token_hash = $2`;
      return (
        (await transaction(() => runAudited(database, [remove, [accountId, tokenHash]], note, accountId))) > 0
      );
    },
    removeAccountTokens: (accountId, note) => {
      const remove = `DELETE FROM ${tokens} WHERE account_id = $1`;
      return transaction(() => runAudited(database, [remove, [accountId]], note, accountId));
    },
  };
}
