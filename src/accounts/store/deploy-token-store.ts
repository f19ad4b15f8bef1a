import { z } from 'zod';
import {
  allOf,
  columnsFor,
  type Database,
  firstOf,
  insertInto,
  numberOf,
  run,
  runAll,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { changed, noted } from './audit-store.ts';

const tokenRow = z.object({
  /** SHA-256 (hex) of the token, which itself is nowhere. */
  tokenHash: z.string(),
  name: z.string(),
  /** E-mail of an administrator, or the command line: whoever leaves takes no token along. */
  madeBy: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
const TOKEN = columnsFor(tokenRow);
export type DeployToken = z.infer<typeof tokenRow>;

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
        yield* run(...insertInto(database, 'deploy_tokens', token));
        yield* runAll(noted(database, note, undefined));
        return 'added';
      }),
    findDeployToken: async (tokenHash: string, now: number): Promise<DeployToken | undefined> => {
      const good = `SELECT ${TOKEN} FROM ${tokens} WHERE token_hash = $1 AND expires_at > $2`;
      return firstOf(await query(good, [tokenHash, now]), tokenRow);
    },
    touchDeployToken: async (tokenHash: string, now: number): Promise<void> => {
      const used = `last_used_at = ${greatest}(coalesce(last_used_at, 0), $2)`;
      await query(`UPDATE ${tokens} SET ${used} WHERE token_hash = $1`, [tokenHash, now]);
    },
    /** The good ones, the newest first. */
    deployTokens: async (now: number): Promise<DeployToken[]> => {
      const good = `SELECT ${TOKEN} FROM ${tokens} WHERE expires_at > $1 ORDER BY created_at DESC, token_hash ${byteOrder}`;
      return allOf(await query(good, [now]), tokenRow);
    },
    /** `false` when there is none. */
    removeDeployToken: async (tokenHash: string, note?: AuditNote): Promise<boolean> => {
      const remove = `DELETE FROM ${tokens} WHERE token_hash = $1`;
      return (await transaction(() => changed(database, [remove, [tokenHash]], note, undefined))) > 0;
    },
  };
}
