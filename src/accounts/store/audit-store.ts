import { z } from 'zod';
import {
  allOf,
  type Database,
  numberOf,
  parameters,
  run,
  runAll,
  type Statement,
  type Work,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';

const auditRow = z.object({
  at: z.int(),
  event: z.string(),
  by: z.string().nullable(),
  accountId: z.string().nullable(),
  /** As it was then; `null` where no account was concerned. */
  email: z.string().nullable(),
  from: z.string().nullable(),
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditRow>;
const AUDIT = 'at, event, by_whom AS "by", account_id AS "accountId", email, from_address AS "from", detail';

interface AuditQuery {
  /** All of these words are in one of the persons, or in the address. */
  search: string;
  event?: string | undefined;
  /** From this time on, and before that one. */
  since?: number | undefined;
  until?: number | undefined;
  descending: boolean;
  offset: number;
  limit: number;
}

const eventRow = z.object({ event: z.string() });

export function auditStore(database: Database) {
  const { names, query, position, skipLocked } = database;
  return {
    /** Written down on its own; with the e-mail that the account has now. */
    note: async (note: AuditNote, accountId?: string): Promise<void> => {
      for (const statement of noted(database, note, accountId)) await query(...statement);
    },
    /** Oldest first. */
    auditSince: async (at: number): Promise<AuditEntry[]> => {
      const since = `SELECT ${AUDIT} FROM ${names.audit} WHERE at >= $1 ORDER BY at, id`;
      return allOf(await query(since, [at]), auditRow);
    },
    /** On one account, oldest first. */
    auditOf: async (accountId: string): Promise<AuditEntry[]> => {
      const all = `SELECT ${AUDIT} FROM ${names.audit} WHERE account_id = $1 ORDER BY at, id`;
      return allOf(await query(all, [accountId]), auditRow);
    },
    pageOfAudit: async (wanted: AuditQuery): Promise<{ entries: AuditEntry[]; total: number }> => {
      const { search, event, since, until, descending, offset, limit } = wanted;
      const value = parameters();
      const who =
        "lower(coalesce(email, '') || ' ' || coalesce(by_whom, '') || ' ' || coalesce(from_address, ''))";
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const conditions = words.map((word) => `${position}(${who}, ${value(word)}) > 0`);
      if (event !== undefined) conditions.push(`event = ${value(event)}`);
      if (since !== undefined) conditions.push(`at >= ${value(since)}`);
      if (until !== undefined) conditions.push(`at < ${value(until)}`);
      const from = `FROM ${names.audit} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`;
      const total = numberOf(await query(`SELECT count(*) AS n ${from}`, value.given), 'n') ?? 0;
      const direction = descending ? 'DESC' : 'ASC';
      const found = await query(
        `SELECT ${AUDIT} ${from} ORDER BY at ${direction}, id ${direction}
         LIMIT ${value(limit)} OFFSET ${value(offset)}`,
        value.given,
      );
      return { entries: allOf(found, auditRow), total };
    },
    /** Of all that is written down. */
    auditEvents: async (): Promise<string[]> => {
      const found = await query(`SELECT DISTINCT event FROM ${names.audit} ORDER BY event`);
      return allOf(found, eventRow).map(({ event }) => event);
    },
    removeAuditBefore: async (at: number): Promise<void> => {
      const old = `SELECT id FROM ${names.audit} WHERE at < $1 ${skipLocked}`;
      await query(`DELETE FROM ${names.audit} WHERE id IN (${old})`, [at]);
    },
  };
}

/** What writes a note down, if there is one, within the transaction of what it tells. */
export function noted(
  { names }: Pick<Database, 'names'>,
  note: AuditNote | undefined,
  accountId: string | undefined,
): Statement[] {
  if (note === undefined) return [];
  const { at, event, by = null, from = null, detail = null } = note;
  return [
    [
      `INSERT INTO ${names.audit} (at, event, by_whom, from_address, detail, account_id, email)
       VALUES ($1, $2, $3, $4, $5, $6, (SELECT email FROM ${names.accounts} WHERE id = $6))`,
      [at, event, by, from, detail, accountId ?? null],
    ],
  ];
}

/** A change, within its transaction, with its note if it changes anything: how many rows it was. */
export function* changed(
  database: Pick<Database, 'names'>,
  change: Statement,
  note: AuditNote | undefined,
  accountId: string | undefined,
): Work<number> {
  const { changes } = yield* run(...change);
  if (changes > 0) yield* runAll(noted(database, note, accountId));
  return changes;
}
