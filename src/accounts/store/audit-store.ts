import { z } from 'zod';
import type { Database, Statement } from '../../storage/database.ts';
import { columnsOf } from '../../storage/tables.ts';
import type { AuditEntry, AuditNote } from '../audit.ts';

export interface AuditStore {
  /** Written down on its own; with the e-mail that the account has now. */
  note(note: AuditNote, accountId?: string): Promise<void>;
  /** Oldest first. */
  auditSince(at: number): Promise<AuditEntry[]>;
  removeAuditBefore(at: number): Promise<void>;
}

const auditRow = z.object({
  at: z.int(),
  event: z.string(),
  by_whom: z.string().nullable(),
  account_id: z.string().nullable(),
  email: z.string().nullable(),
  from_address: z.string().nullable(),
  detail: z.string().nullable(),
});

export function auditStore(database: Database): AuditStore {
  const { names, query, skipLocked } = database;
  return {
    note: async (note, accountId) => {
      for (const statement of noted(database, note, accountId)) await query(...statement);
    },
    auditSince: async (at) => {
      const columns = columnsOf('audit');
      const found = await query(`SELECT ${columns} FROM ${names.audit} WHERE at >= $1 ORDER BY at, id`, [at]);
      return found.rows.map(entryOf);
    },
    removeAuditBefore: async (at) => {
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
  const email = `(SELECT email FROM ${names.accounts} WHERE id = $6)`;
  return [
    [
      `INSERT INTO ${names.audit} (at, event, by_whom, from_address, detail, account_id, email)
       VALUES ($1, $2, $3, $4, $5, $6, ${email})`,
      [at, event, by, from, detail, accountId ?? null],
    ],
  ];
}

function entryOf(row: unknown): AuditEntry {
  const { at, event, by_whom, account_id, email, from_address, detail } = auditRow.parse(row);
  return { at, event, by: by_whom, accountId: account_id, email, from: from_address, detail };
}
