import type { DatabaseSync } from 'node:sqlite';
import { columnsOf, type TableName } from '../tables.ts';
import { type Query, storable } from './connection.ts';

const ROWS_AT_ONCE = 1_000;

/** Every row of a table of SQLite into one of PostgreSQL that has the same columns. How many there were not before. */
export async function insertRows(
  query: Query,
  source: DatabaseSync,
  name: TableName,
  table: string,
): Promise<number> {
  const columns = columnsOf(name);
  // PostgreSQL reads 0 and 1 as a boolean where it has one. Two texts that differ by a NUL alone are one there.
  const insert = `INSERT INTO ${table} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`;
  let inserted = 0;
  let batch: object[] = [];
  const flush = async () => {
    if (batch.length > 0) inserted += (await query(insert, [jsonOf(batch)])).changes;
    batch = [];
  };
  for (const row of source.prepare(`SELECT ${columns} FROM ${name}`).iterate()) {
    batch.push(row);
    if (batch.length === ROWS_AT_ONCE) await flush();
  }
  await flush();
  return inserted;
}

function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'string' ? storable(value) : value,
  );
}
