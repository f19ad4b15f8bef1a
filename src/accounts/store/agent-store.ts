import { z } from 'zod';
import { type Database, firstOf, run, runAll } from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { noted } from './audit-store.ts';

/** What the authorization server keeps: a client, a question to a reader, a code, a token of an agent. */
interface AgentRecord {
  /** SHA-256 (hex) of what names it, which itself is nowhere. */
  id: string;
  kind: string;
  /** Of what a reader allowed, and with which it ends; absent where nobody has allowed anything yet. */
  tokenHash?: string | undefined;
  /** JSON. */
  payload: string;
  expiresAt: number;
}

const recordRow = z
  .object({ payload: z.string(), tokenHash: z.string().nullable(), consumedAt: z.int().nullable() })
  .transform(({ payload, tokenHash, consumedAt }) => ({
    payload,
    tokenHash: tokenHash ?? undefined,
    isConsumed: consumedAt !== null,
  }));
const ownerRow = z.object({ account_id: z.string() });

/** What agents are given for what a reader allowed, which itself is one of the account's personal tokens. */
export function agentStore(database: Database) {
  const { names, query, transaction, forUpdate, greatest } = database;
  const { accounts, personal_tokens: tokens, agent_records: records } = names;

  return {
    /** Adds it, or changes the one that is there; `false` where what it was given for has ended. */
    putAgentRecord: ({ id, kind, tokenHash, payload, expiresAt }: AgentRecord): Promise<boolean> =>
      transaction(function* () {
        if (tokenHash !== undefined) {
          const allowed = `SELECT 1 FROM ${tokens} WHERE token_hash = $1 ${forUpdate}`;
          if ((yield* run(allowed, [tokenHash])).rows.length === 0) return false;
        }
        yield* run(
          `INSERT INTO ${records} (id, kind, token_hash, payload, expires_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
          [id, kind, tokenHash ?? null, payload, expiresAt],
        );
        return true;
      }),
    /** If neither it nor what it was given for has ended. */
    findAgentRecord: async (kind: string, id: string, now: number) => {
      const found = await query(
        `SELECT r.payload, r.token_hash AS "tokenHash", r.consumed_at AS "consumedAt" FROM ${records} r
         WHERE r.id = $1 AND r.kind = $2 AND r.expires_at > $3 AND (r.token_hash IS NULL OR EXISTS (
           SELECT 1 FROM ${tokens} t JOIN ${accounts} a ON a.id = t.account_id
           WHERE t.token_hash = r.token_hash AND t.expires_at > $3 AND NOT a.disabled))`,
        [id, kind, now],
      );
      return firstOf(found, recordRow);
    },
    /**
     * What can be used once. `again`: it was used before, so somebody has a copy of it, and what it was given for ends
     * in the same transaction. Of two at once one is the second.
     */
    consumeAgentRecord: (id: string, now: number, note: AuditNote): Promise<'first' | 'again'> =>
      transaction(function* () {
        const consume = `UPDATE ${records} SET consumed_at = $2 WHERE id = $1 AND consumed_at IS NULL`;
        if ((yield* run(consume, [id, now])).changes > 0) return 'first';
        const end = `DELETE FROM ${tokens} WHERE token_hash IN (SELECT token_hash FROM ${records} WHERE id = $1)
          RETURNING account_id`;
        const owner = firstOf(yield* run(end, [id]), ownerRow);
        if (owner !== undefined) yield* runAll(noted(database, note, owner.account_id));
        return 'again';
      }),
    /** A client that somebody has allowed something stays as long as that. */
    keepAgentRecord: async (id: string, until: number): Promise<void> => {
      await query(`UPDATE ${records} SET expires_at = ${greatest}(expires_at, $2) WHERE id = $1`, [
        id,
        until,
      ]);
    },
    removeAgentRecord: async (id: string): Promise<void> => {
      await query(`DELETE FROM ${records} WHERE id = $1`, [id]);
    },
    /** With all that was given for it. The note is written down if it was there. */
    endAgent: (tokenHash: string, note: AuditNote): Promise<void> =>
      transaction(function* () {
        const end = `DELETE FROM ${tokens} WHERE token_hash = $1 AND client IS NOT NULL RETURNING account_id`;
        const owner = firstOf(yield* run(end, [tokenHash]), ownerRow);
        if (owner !== undefined) yield* runAll(noted(database, note, owner.account_id));
      }),
  };
}
