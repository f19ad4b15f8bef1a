import { z } from 'zod';
import type { AuditNote } from '../../accounts/audit.ts';
import { fold, foldStale } from '../../accounts/store/account-pages.ts';
import { writeAuditStatements } from '../../accounts/store/audit-store.ts';
import { runEvenOnFullDisk } from '../../accounts/store/store.ts';
import {
  collectParameters,
  type Database,
  readFirstRow,
  readNumber,
  readRows,
  run,
  runAll,
} from '../../storage/database.ts';

/** A record of the authorization server: a client, an interaction with a reader, a code or a token of an agent. */
interface AgentRecord {
  /** SHA-256 (hex) of the record's key. The key itself isn't stored. */
  id: string;
  kind: string;
  /** Grant that the record belongs to and ends with; undefined until a reader has allowed something. */
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
/** A record as it is read again. `isConsumed`: it can be used once and has been used. */
type StoredAgentRecord = z.infer<typeof recordRow>;
/** A reader's grant to an agent, with the reader's account. */
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
export type AgentGrant = z.infer<typeof grantRow>;
const GRANT = `t.token_hash AS "tokenHash", t.account_id AS account, a.email, a.name AS "accountName", t.name, t.client,
  t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt"`;

/** Which grants to list, in which order, and which part of the list. */
export interface AgentQuery {
  /** Words that must all occur in the reader's name or email, or in the agent's name, ignoring case. */
  search: string;
  sort: 'last-used' | 'created' | 'email' | 'name';
  descending: boolean;
  offset: number;
  limit: number;
}

/** One page of a list of grants. */
interface AgentGrantPage {
  grants: AgentGrant[];
  /** Number of matching grants on all pages. */
  total: number;
}

const ownerRow = z.object({ account_id: z.string() });
const endedGrantRow = ownerRow.extend({ name: z.string() });

/** Writes the audit entry of a grant that ends. `name`: the agent's name. */
type GrantNote = (name: string) => AuditNote;

/** Records of the authorization server. A reader's grant to an agent is itself a personal token of the account. */
interface AgentStore {
  /**
   * Returns one page of the valid grants of all accounts. Grants created before `madeSince` are too old, whatever their
   * expiry says.
   */
  readAgentPage(query: AgentQuery, times: { now: number; madeSince: number }): Promise<AgentGrantPage>;
  /** Ends all grants of all accounts, and records the note for each account. Returns the number of grants. */
  endAllAgents(note: AuditNote): Promise<number>;
  /**
   * Adds a record, or replaces payload and expiry of the one with this id. Returns `false` and stores nothing if its
   * grant has ended.
   */
  putAgentRecord(record: AgentRecord): Promise<boolean>;
  /** Finds a record, unless it has expired or its grant has ended. */
  findAgentRecord(kind: string, id: string, now: number): Promise<StoredAgentRecord | undefined>;
  /**
   * Marks a single-use record as used. `again`: it was used before, so someone has a copy of it, and its grant ends in
   * the same transaction. One of two concurrent calls gets `again`.
   */
  consumeAgentRecord(id: string, now: number, note: GrantNote): Promise<'first' | 'again'>;
  /** Postpones the expiry of a client's record to `until`. Never brings it forward. */
  keepAgentRecord(id: string, until: number): Promise<void>;
  /** Removes a record, if it exists. Its grant stays. */
  removeAgentRecord(id: string): Promise<void>;
  /** Ends a grant with all its records. The note is recorded if the grant existed. */
  endAgent(tokenHash: string, note: GrantNote): Promise<void>;
}

export function createAgentStore(database: Database): AgentStore {
  const { names, query, transaction, forUpdate, greatest, position, byteOrder } = database;
  const { accounts, personal_tokens: tokens, agent_records: records } = names;

  const order = {
    'last-used': 'coalesce(t.last_used_at, 0)',
    created: 't.created_at',
    email: `a.email ${byteOrder}`,
    name: `t.name ${byteOrder}`,
  };

  return {
    readAgentPage: async (agentQuery, { now, madeSince }) => {
      const { search, sort, descending, offset, limit } = agentQuery;
      await foldStale(database);
      const value = collectParameters();
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
      const total = readNumber(await query(`SELECT count(*) AS n ${from}`, value.values), 'n') ?? 0;
      const by = `${order[sort]} ${descending ? 'DESC' : 'ASC'}, t.token_hash`;
      const page = await query(
        `SELECT ${GRANT} ${from} ORDER BY ${by} LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.values,
      );
      return { grants: readRows(page, grantRow), total };
    },
    endAllAgents: (note) =>
      runEvenOnFullDisk(database, () =>
        transaction(function* () {
          const end = `DELETE FROM ${tokens} WHERE client IS NOT NULL RETURNING account_id`;
          const owners = readRows(yield* run(end), ownerRow);
          for (const accountId of new Set(owners.map(({ account_id }) => account_id)))
            yield* runAll(writeAuditStatements(database, note, accountId));
          return owners.length;
        }),
      ),
    putAgentRecord: ({ id, kind, tokenHash, payload, expiresAt }) =>
      transaction(function* () {
        if (tokenHash !== undefined) {
          const grantQuery = `SELECT 1 FROM ${tokens} WHERE token_hash = $1 ${forUpdate}`;
          if ((yield* run(grantQuery, [tokenHash])).rows.length === 0) return false;
        }
        yield* run(
          `INSERT INTO ${records} (id, kind, token_hash, payload, expires_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
          [id, kind, tokenHash ?? null, payload, expiresAt],
        );
        return true;
      }),
    findAgentRecord: async (kind, id, now) => {
      const result = await query(
        `SELECT r.payload, r.token_hash AS "tokenHash", r.consumed_at AS "consumedAt" FROM ${records} r
         WHERE r.id = $1 AND r.kind = $2 AND r.expires_at > $3 AND (r.token_hash IS NULL OR EXISTS (
           SELECT 1 FROM ${tokens} t JOIN ${accounts} a ON a.id = t.account_id
           WHERE t.token_hash = r.token_hash AND t.expires_at > $3 AND NOT a.disabled))`,
        [id, kind, now],
      );
      return readFirstRow(result, recordRow);
    },
    consumeAgentRecord: (id, now, note) =>
      transaction(function* () {
        const consume = `UPDATE ${records} SET consumed_at = $2 WHERE id = $1 AND consumed_at IS NULL`;
        if ((yield* run(consume, [id, now])).changes > 0) return 'first';
        const end = `DELETE FROM ${tokens} WHERE token_hash IN (SELECT token_hash FROM ${records} WHERE id = $1)
          RETURNING account_id, name`;
        const grant = readFirstRow(yield* run(end, [id]), endedGrantRow);
        if (grant !== undefined)
          yield* runAll(writeAuditStatements(database, note(grant.name), grant.account_id));
        return 'again';
      }),
    keepAgentRecord: async (id, until) => {
      await query(`UPDATE ${records} SET expires_at = ${greatest}(expires_at, $2) WHERE id = $1`, [
        id,
        until,
      ]);
    },
    removeAgentRecord: async (id) => {
      await query(`DELETE FROM ${records} WHERE id = $1`, [id]);
    },
    endAgent: (tokenHash, note) =>
      runEvenOnFullDisk(database, () =>
        transaction(function* () {
          const end = `DELETE FROM ${tokens} WHERE token_hash = $1 AND client IS NOT NULL RETURNING account_id, name`;
          const grant = readFirstRow(yield* run(end, [tokenHash]), endedGrantRow);
          if (grant !== undefined)
            yield* runAll(writeAuditStatements(database, note(grant.name), grant.account_id));
        }),
      ),
  };
}
