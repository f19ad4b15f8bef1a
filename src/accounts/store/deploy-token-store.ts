import { z } from 'zod';
import { type Database, firstOf, insertInto, numberOf, run, runAll } from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { noted } from './audit-store.ts';

export interface DeployToken {
  /** SHA-256 (hex) of the token, which itself is nowhere. */
  tokenHash: string;
  name: string;
  /** E-mail of an administrator, or the command line: whoever leaves takes no token along. */
  madeBy: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
}

const row: z.ZodType<DeployToken> = z.object({
  tokenHash: z.string(),
  name: z.string(),
  madeBy: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
const COLUMNS = `token_hash AS "tokenHash", name, made_by AS "madeBy", created_at AS "createdAt",
  expires_at AS "expiresAt", last_used_at AS "lastUsedAt"`;

/** What releases are published with from elsewhere. They are nobody's account, and open no page. */
export function deployTokenStore(database: Database) {
  const { names, query, transaction, greatest, byteOrder } = database;
  const { deploy_tokens: tokens } = names;
  return {
    /** `full`: there are `max` that are good. */
    addDeployToken: (token: DeployToken, max: number, note?: AuditNote): Promise<'added' | 'full'> =>
      transaction(function* () {
        const count = `SELECT count(*) AS n FROM ${tokens} WHERE expires_at > $1`;
        if ((numberOf(yield* run(count, [token.createdAt]), 'n') ?? 0) >= max) return 'full';
        const { tokenHash, name, madeBy, createdAt, expiresAt, lastUsedAt } = token;
        const times = { created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
        yield* run(
          ...insertInto(database, 'deploy_tokens', {
            token_hash: tokenHash,
            name,
            made_by: madeBy,
            ...times,
          }),
        );
        yield* runAll(noted(database, note, undefined));
        return 'added';
      }),
    findDeployToken: async (tokenHash: string, now: number): Promise<DeployToken | undefined> =>
      firstOf(
        await query(`SELECT ${COLUMNS} FROM ${tokens} WHERE token_hash = $1 AND expires_at > $2`, [
          tokenHash,
          now,
        ]),
        (found) => row.parse(found),
      ),
    touchDeployToken: async (tokenHash: string, now: number): Promise<void> => {
      const used = `last_used_at = ${greatest}(coalesce(last_used_at, 0), $2)`;
      await query(`UPDATE ${tokens} SET ${used} WHERE token_hash = $1`, [tokenHash, now]);
    },
    /** The good ones, the newest first. */
    deployTokens: async (now: number): Promise<DeployToken[]> => {
      const found = await query(
        `SELECT ${COLUMNS} FROM ${tokens} WHERE expires_at > $1 ORDER BY created_at DESC, token_hash ${byteOrder}`,
        [now],
      );
      return found.rows.map((each) => row.parse(each));
    },
    /** `false` when there is none. */
    removeDeployToken: (tokenHash: string, note?: AuditNote): Promise<boolean> =>
      transaction(function* () {
        const { changes } = yield* run(`DELETE FROM ${tokens} WHERE token_hash = $1`, [tokenHash]);
        if (changes > 0) yield* runAll(noted(database, note, undefined));
        return changes > 0;
      }),
  };
}
