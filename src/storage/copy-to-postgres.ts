import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { dataFile } from './open-database.ts';
import { connect, type Query } from './postgres/connection.ts';
import { insertRows } from './postgres/insert-rows.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { qualifyTableNames } from './postgres/open-postgres.ts';
import { translateSqliteError } from './sqlite/errors.ts';
import { openFile } from './sqlite/open-file.ts';
import { StoreError } from './store-error.ts';
import { type DataFileName, dataFileNames, type TableName, tableNames, tables } from './tables.ts';

type CopyResult =
  /** Number of rows copied into each table. */
  | { outcome: 'copied'; rows: ReadonlyMap<TableName, number> }
  /** The database already contains rows. Nothing was changed. */
  | { outcome: 'not-empty' };

type Sources = ReadonlyMap<DataFileName, DatabaseSync>;

/**
 * Copies everything in the files of a data folder into an empty database: all of it or nothing. The files are locked
 * meanwhile. Rejects with a `StoreError` if a file or the database can't be used.
 */
export async function copyToPostgres(folder: string, url: string): Promise<CopyResult> {
  const sources = new Map<DataFileName, DatabaseSync>();
  try {
    for (const content of dataFileNames) {
      const file = dataFile({ DATA_DIR: folder }, content);
      if (existsSync(file)) sources.set(content, openExclusively(file, content));
    }
    const names = qualifyTableNames(await migratePostgres(url, {}));
    await using destination = connect(url, { maxConnections: 1 });
    return await destination.transaction((query) => copyAll(sources, query, names));
  } finally {
    for (const database of sources.values()) database.close();
  }
}

/** Opens a file and locks it: anything that a running server wrote from now on wouldn't be copied. */
function openExclusively(file: string, content: DataFileName): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = openFile(file, content);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    const storeError = translateSqliteError(error, file);
    if (!(storeError instanceof StoreError) || storeError.code !== 'store-locked') throw storeError;
    throw new StoreError('store-locked', `${file} is in use. Stop the server, then copy again.`, {
      cause: error,
    });
  }
}

async function copyAll(
  sources: Sources,
  query: Query,
  names: Readonly<Record<TableName, string>>,
): Promise<CopyResult> {
  const tablesToCopy = tableNames.filter((name) => !('fleeting' in tables[name]));
  // A server that uses the database waits with its writes until the copy is complete.
  await query(`LOCK TABLE ${tablesToCopy.map((name) => names[name]).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const name of tablesToCopy) {
    const { rows } = await query(`SELECT 1 FROM ${names[name]} LIMIT 1`);
    if (rows.length > 0) return { outcome: 'not-empty' };
  }
  const copiedRows = new Map<TableName, number>();
  for (const name of tablesToCopy) {
    const source = sources.get(tables[name].file);
    copiedRows.set(name, source === undefined ? 0 : await insertRows(query, source, name, names[name]));
  }
  return { outcome: 'copied', rows: copiedRows };
}
