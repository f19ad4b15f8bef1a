import { z } from 'zod';
import {
  collectParameters,
  type Database,
  readNumber,
  readRows,
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
  /** Email of the account at that time; `null` if the entry concerns no account. */
  email: z.string().nullable(),
  from: z.string().nullable(),
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditRow>;

/** An action as the log lists it: one entry, or all entries of an action that concerns many accounts. */
const actionRow = auditRow.omit({ accountId: true }).extend({
  /** Number of entries. If there are several, `email` is `null`, and so is `detail` unless all have the same. */
  entries: z.int(),
});
type AuditAction = z.infer<typeof actionRow>;
const AUDIT = 'at, event, by_whom AS "by", account_id AS "accountId", email, from_address AS "from", detail';

/** Which entries to list, in which order of time, and which part of the list. */
interface AuditQuery {
  /** Words that must all occur in the account's email, the actor or the network address. */
  search: string;
  event?: string | undefined;
  /** Only entries at or after `since`, and before `until`. */
  since?: number | undefined;
  until?: number | undefined;
  /** Only entries of this actor. */
  by?: string | undefined;
  descending: boolean;
  offset: number;
  limit: number;
}

/** One page of the audit log. `total`: number of matches on all pages. */
interface AuditPage {
  entries: AuditEntry[];
  total: number;
}

/** One page of the audit log by actions. `total`: number of matches on all pages. */
interface AuditActionPage {
  actions: AuditAction[];
  total: number;
}

const eventRow = z.object({ event: z.string() });

/** The audit log. Changes record their notes themselves; see `AuditNote`. */
export interface AuditStore {
  /** Records an event that changes nothing else, with the current email of the account. */
  note(note: AuditNote, accountId?: string): Promise<void>;
  /** Lists the entries at or after this time, oldest first. */
  listAuditSince(at: number): Promise<AuditEntry[]>;
  /** Lists all entries about one account, oldest first. */
  listAccountAudit(accountId: string): Promise<AuditEntry[]>;
  /** Returns one page of the matching entries, ordered by time, and the total number of matches. */
  readAuditPage(query: AuditQuery): Promise<AuditPage>;
  /**
   * The same with one row for each action: entries with the same time, event, actor and network address belong to one
   * action. An account's own entries stay apart.
   */
  readAuditActions(query: AuditQuery): Promise<AuditActionPage>;
  /** Lists the kinds of events that the log contains, in alphabetical order. */
  listAuditEvents(): Promise<string[]>;
  /** Removes the entries before this time. Entries that another process is removing are left to it. */
  removeAuditBefore(at: number): Promise<void>;
}

export function createAuditStore(database: Database): AuditStore {
  const { names, query, position, skipLocked } = database;

  /** The parts of a query for matching entries. `part` adds the parameters of the page, so call it last. */
  const selectEntries = ({ search, event, since, until, by, descending, offset, limit }: AuditQuery) => {
    const value = collectParameters();
    const who =
      "lower(coalesce(email, '') || ' ' || coalesce(by_whom, '') || ' ' || coalesce(from_address, ''))";
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const conditions = words.map((word) => `${position}(${who}, ${value(word)}) > 0`);
    if (event !== undefined) conditions.push(`event = ${value(event)}`);
    if (since !== undefined) conditions.push(`at >= ${value(since)}`);
    if (until !== undefined) conditions.push(`at < ${value(until)}`);
    if (by !== undefined) conditions.push(`by_whom = ${value(by)}`);
    const direction = descending ? 'DESC' : 'ASC';
    return {
      value,
      from: `FROM ${names.audit} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`,
      order: `at ${direction}, id ${direction}`,
      part: () => `LIMIT ${value(limit)} OFFSET ${value(offset)}`,
    };
  };

  return {
    note: async (note, accountId) => {
      for (const statement of writeAuditStatements(database, note, accountId)) await query(...statement);
    },
    listAuditSince: async (at) => {
      const since = `SELECT ${AUDIT} FROM ${names.audit} WHERE at >= $1 ORDER BY at, id`;
      return readRows(await query(since, [at]), auditRow);
    },
    listAccountAudit: async (accountId) => {
      const all = `SELECT ${AUDIT} FROM ${names.audit} WHERE account_id = $1 ORDER BY at, id`;
      return readRows(await query(all, [accountId]), auditRow);
    },
    readAuditPage: async (auditQuery) => {
      const { from, value, order, part } = selectEntries(auditQuery);
      const total = readNumber(await query(`SELECT count(*) AS n ${from}`, value.values), 'n') ?? 0;
      const result = await query(`SELECT ${AUDIT} ${from} ORDER BY ${order} ${part()}`, value.values);
      return { entries: readRows(result, auditRow), total };
    },
    readAuditActions: async (auditQuery) => {
      const { from, value, order, part } = selectEntries(auditQuery);
      const actions = `SELECT at, event, by_whom AS "by", from_address AS "from", min(id) AS id, count(*) AS entries,
          CASE WHEN count(*) = 1 THEN min(email) END AS email,
          CASE WHEN count(detail) = count(*) AND min(detail) = max(detail) THEN min(detail) END AS detail
        ${from} GROUP BY at, event, by_whom, from_address, CASE WHEN by_whom IS NULL THEN id END`;
      const countResult = await query(`SELECT count(*) AS n FROM (${actions}) AS actions`, value.values);
      const result = await query(
        `SELECT * FROM (${actions}) AS actions ORDER BY ${order} ${part()}`,
        value.values,
      );
      return { actions: readRows(result, actionRow), total: readNumber(countResult, 'n') ?? 0 };
    },
    listAuditEvents: async () => {
      const result = await query(`SELECT DISTINCT event FROM ${names.audit} ORDER BY event`);
      return readRows(result, eventRow).map(({ event }) => event);
    },
    removeAuditBefore: async (at) => {
      const selectOld = `SELECT id FROM ${names.audit} WHERE at < $1 ${skipLocked}`;
      await query(`DELETE FROM ${names.audit} WHERE id IN (${selectOld})`, [at]);
    },
  };
}

/** Statements that record a note, if there is one. Run them in the transaction of the change that it describes. */
export function writeAuditStatements(
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

/** Runs a change within a transaction, and records the note if the change affects any rows. Returns their number. */
export function* runAudited(
  database: Pick<Database, 'names'>,
  change: Statement,
  note: AuditNote | undefined,
  accountId: string | undefined,
): Work<number> {
  const { changes } = yield* run(...change);
  if (changes > 0) yield* runAll(writeAuditStatements(database, note, accountId));
  return changes;
}
