import { z } from 'zod';
import {
  type Database,
  insertInto,
  readFirstRow,
  readNumber,
  readRows,
  run,
  runAll,
  selectList,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { runAudited, writeAuditStatements } from './audit-store.ts';

const tokenRow = z.object({
  /** SHA-256 (hex) of the token. The token itself isn't stored. */
  tokenHash: z.string(),
  name: z.string(),
  /** Email of an administrator, or the command line. The token stays valid when that account is removed. */
  madeBy: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
const TOKEN = selectList(tokenRow);
export type DeployToken = z.infer<typeof tokenRow>;

/** Tokens that other machines publish releases with. They don't belong to an account and can't read pages. */
export interface DeployTokenStore {
  /** Adds a token. Returns `full` and adds nothing if there are already `max` valid tokens. */
  addDeployToken(token: DeployToken, max: number, note?: AuditNote): Promise<'added' | 'full'>;
  /** Finds a token that hasn't expired. */
  findDeployToken(tokenHash: string, now: number): Promise<DeployToken | undefined>;
  /** Records that the token was used now. A late call never sets the time back. */
  touchDeployToken(tokenHash: string, now: number): Promise<void>;
  /** Lists the tokens that haven't expired, newest first. */
  listDeployTokens(now: number): Promise<DeployToken[]>;
  /** Removes a token. Returns `false` if it doesn't exist. */
  removeDeployToken(tokenHash: string, note?: AuditNote): Promise<boolean>;
}

export function createDeployTokenStore(database: Database): DeployTokenStore {
  const { names, query, transaction, greatest, byteOrder } = database;
  const { deploy_tokens: tokens } = names;
  return {
    addDeployToken: (token, max, note) =>
      transaction(function* () {
        const count = `SELECT count(*) AS n FROM ${tokens} WHERE expires_at > $1`;
        if ((readNumber(yield* run(count, [token.createdAt]), 'n') ?? 0) >= max) return 'full';
        yield* run(...insertInto(database, 'deploy_tokens', token));
        yield* runAll(writeAuditStatements(database, note, undefined));
        return 'added';
      }),
    findDeployToken: async (tokenHash, now) => {
      const select = `SELECT ${TOKEN} FROM ${tokens} WHERE token_hash = $1 AND expires_at > $2`;
      return readFirstRow(await query(select, [tokenHash, now]), tokenRow);
    },
    touchDeployToken: async (tokenHash, now) => {
      const lastUseUpdate = `last_used_at = ${greatest}(coalesce(last_used_at, 0), $2)`;
      await query(`UPDATE ${tokens} SET ${lastUseUpdate} WHERE token_hash = $1`, [tokenHash, now]);
    },
    listDeployTokens: async (now) => {
      const select = `SELECT ${TOKEN} FROM ${tokens} WHERE expires_at > $1 ORDER BY created_at DESC, token_hash ${byteOrder}`;
      return readRows(await query(select, [now]), tokenRow);
    },
    removeDeployToken: async (tokenHash, note) => {
      const remove = `DELETE FROM ${tokens} WHERE token_hash = $1`;
      return (await transaction(() => runAudited(database, [remove, [tokenHash]], note, undefined))) > 0;
    },
  };
}
