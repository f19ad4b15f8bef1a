import type { DatabaseSync } from 'node:sqlite';
import { listColumns, type NamedTable } from '../data-file.ts';
import { type Query, replaceNul } from './connection.ts';

const ROWS_AT_ONCE = 1_000;

/** Copies every row of a SQLite table into a PostgreSQL table with the same columns. Returns how many rows were new. */
export async function insertRows(
  query: Query,
  source: DatabaseSync,
  table: NamedTable,
  destination: string,
): Promise<number> {
  const columns = listColumns(table);
  // PostgreSQL reads 0 and 1 as booleans. ON CONFLICT: texts that differ only by a NUL character become equal there.
  const insert = `INSERT INTO ${destination} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${destination}, $1) ON CONFLICT DO NOTHING`;
  let insertedCount = 0;
  let batch: object[] = [];
  const insertBatch = async () => {
    if (batch.length > 0) insertedCount += (await query(insert, [toJson(batch)])).changes;
    batch = [];
  };
  for (const row of source.prepare(`SELECT ${columns} FROM ${table.name}`).iterate()) {
    batch.push(row);
    if (batch.length === ROWS_AT_ONCE) await insertBatch();
  }
  await insertBatch();
  return insertedCount;
}

function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'string' ? replaceNul(value) : value,
  );
}
