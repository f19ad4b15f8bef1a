import { z } from 'zod';
import { allOf, type Database, firstOf, numberOf, parameters, run, runAll } from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { fold, foldStale } from './account-pages.ts';
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
/** What a reader allows an agent, with whose it is. */
const grantRow = z.object({
  tokenHash: z.string(),
  account: z.string(),
  email: z.string(),
  accountName: z.string(),
  name: z.string(),
  client: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
const GRANT = `t.token_hash AS "tokenHash", t.account_id AS account, a.email, a.name AS "accountName", t.name, t.client,
  t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt"`;

export interface AgentQuery {
  /** All of these words are in the reader's name or e-mail, or in what the agent calls itself, whatever their case. */
  search: string;
  sort: 'last-used' | 'created' | 'email' | 'name';
  descending: boolean;
  offset: number;
  limit: number;
}

const ownerRow = z.object({ account_id: z.string() });

/** What agents are given for what a reader allowed, which itself is one of the account's personal tokens. */
export function agentStore(database: Database) {
  const { names, query, transaction, forUpdate, greatest, position, byteOrder } = database;
  const { accounts, personal_tokens: tokens, agent_records: records } = names;

  const order = {
    'last-used': 'coalesce(t.last_used_at, 0)',
    created: 't.created_at',
    email: `a.email ${byteOrder}`,
    name: `t.name ${byteOrder}`,
  };

  return {
    /** Grants that are good now, of all accounts. `madeSince`: older ones aren't, however long they were to be. */
    pageOfAgents: async (wanted: AgentQuery, { now, madeSince }: { now: number; madeSince: number }) => {
      const { search, sort, descending, offset, limit } = wanted;
      await foldStale(database);
      const value = parameters();
      const words = fold(search).split(/\s+/).filter(Boolean);
      const conditions = [
        't.client IS NOT NULL',
        `t.expires_at > ${value(now)}`,
        `t.created_at > ${value(madeSince)}`,
        ...words.map((word) => {
          const wordValue = value(word);
          return `(${position}(a.folded, ${wordValue}) > 0 OR ${position}(lower(t.name), ${wordValue}) > 0)`;
        }),
      ];
      const from = `FROM ${tokens} t JOIN ${accounts} a ON a.id = t.account_id WHERE ${conditions.join(' AND ')}`;
      const total = numberOf(await query(`SELECT count(*) AS n ${from}`, value.given), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, t.token_hash`;
      const page = await query(
        `SELECT ${GRANT} ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.given,
      );
      return { grants: allOf(page, grantRow), total };
    },
    /** All grants of all accounts, with all that agents were given for them. A note for each account; how many grants. */
    endAllAgents: (note: AuditNote): Promise<number> =>
      transaction(function* () {
        const end = `DELETE FROM ${tokens} WHERE client IS NOT NULL RETURNING account_id`;
        const owners = allOf(yield* run(end), ownerRow);
        for (const accountId of new Set(owners.map(({ account_id }) => account_id)))
          yield* runAll(noted(database, note, accountId));
        return owners.length;
      }),
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
