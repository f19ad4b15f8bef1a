import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type DataFile, listColumns, listTables, type NamedTable } from '../data-file.ts';
import type { Value } from '../database.ts';
import { createEmptyBackup, type SaveResult, writeBackup } from '../sqlite/backup.ts';
import { translateSqliteError } from '../sqlite/errors.ts';
import { connect, type Query } from './connection.ts';
import { migratePostgres } from './migrate.ts';
import { qualifyTable } from './open-postgres.ts';

const ROWS_AT_ONCE = 1_000;
/** Long, because no reader waits for a backup. */
const STATEMENT_TIMEOUT_MS = 60_000;

const row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean().transform(Number), z.null()]));

/**
 * Saves a database as it is at one moment into one file, while other processes read and write. The file has the same
 * form as the backup of a data folder, so it can be restored into either. It leaves out tables that a restore ignores.
 * Rejects with a `StoreError`, and then leaves no file.
 */
export async function saveDatabase(
  url: string,
  target: string,
  files: readonly DataFile[],
): Promise<SaveResult> {
  const schema = await migratePostgres(url, files);
  return writeBackup(target, async (partialFile) => {
    createEmptyBackup(partialFile, files);
    await using source = connect(url, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    await source.transaction((query) => copyAll(query, schema, listTables(files), partialFile));
  });
}

async function copyAll(
  query: Query,
  schema: string,
  tables: readonly NamedTable[],
  file: string,
): Promise<void> {
  // Reads all tables as they are at the time of the first query.
  await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The source database has already enforced the foreign keys.
  using target = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    target.exec('BEGIN');
    for (const table of tables)
      if (table.restored === 'replace' || table.restored === 'add')
        await copyTable(query, qualifyTable(schema, table.name), target, table);
    target.exec('COMMIT');
  } catch (error) {
    throw translateSqliteError(error, file);
  }
}

async function copyTable(query: Query, from: string, target: DatabaseSync, table: NamedTable): Promise<void> {
  const columns = table.columns.split(' ');
  const insert = target.prepare(
    `INSERT INTO ${table.name} (${listColumns(table)}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  await query(`DECLARE saved NO SCROLL CURSOR FOR SELECT ${listColumns(table)} FROM ${from}`);
  for (;;) {
    const { rows } = await query(`FETCH ${ROWS_AT_ONCE} FROM saved`);
    for (const cursorRow of rows) {
      const values: Readonly<Record<string, Exclude<Value, boolean>>> = row.parse(cursorRow);
      insert.run(...columns.map((column) => values[column] ?? null));
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await query('CLOSE saved');
}
