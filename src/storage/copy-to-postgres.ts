import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type DataFile, listTables } from './data-file.ts';
import { locateDataFile } from './open-database.ts';
import { connect, type Query } from './postgres/connection.ts';
import { insertRows } from './postgres/insert-rows.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { qualifyTable } from './postgres/open-postgres.ts';
import { translateSqliteError } from './sqlite/errors.ts';
import { openFile } from './sqlite/open-file.ts';
import { StoreError } from './store-error.ts';

type CopyResult =
  /** Number of rows copied into each table. */
  | { outcome: 'copied'; rows: ReadonlyMap<string, number> }
  /** The database already contains rows. Nothing was changed. */
  | { outcome: 'not-empty' };

/** Opened files by the name of the data file. */
type Sources = ReadonlyMap<string, DatabaseSync>;

/**
 * Copies everything in these files of a data folder into an empty database: all of it or nothing. The files are locked
 * meanwhile. Rejects with a `StoreError` if a file or the database can't be used.
 */
export async function copyToPostgres(
  folder: string,
  url: string,
  files: readonly DataFile[],
): Promise<CopyResult> {
  const sources = new Map<string, DatabaseSync>();
  try {
    for (const declaration of files) {
      const file = locateDataFile({ DATA_DIR: folder }, declaration);
      if (existsSync(file)) sources.set(declaration.name, openExclusively(file, declaration));
    }
    const schema = await migratePostgres(url, files);
    await using destination = connect(url, { maxConnections: 1 });
    return await destination.transaction((query) => copyAll(sources, query, schema, files));
  } finally {
    for (const database of sources.values()) database.close();
  }
}

/** Opens a file and locks it: anything that a running server wrote from now on wouldn't be copied. */
function openExclusively(file: string, declaration: DataFile): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = openFile(file, declaration);
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
  schema: string,
  files: readonly DataFile[],
): Promise<CopyResult> {
  const tables = listTables(files)
    .filter(({ fleeting }) => !fleeting)
    .map((table) => ({ ...table, destination: qualifyTable(schema, table.name) }));
  const destinations = tables.map(({ destination }) => destination);
  // A server that uses the database waits with its writes until the copy is complete.
  await query(`LOCK TABLE ${destinations.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const destination of destinations) {
    const { rows } = await query(`SELECT 1 FROM ${destination} LIMIT 1`);
    if (rows.length > 0) return { outcome: 'not-empty' };
  }
  const copiedRows = new Map<string, number>();
  for (const table of tables) {
    const source = sources.get(table.file.name);
    const rows = source === undefined ? 0 : await insertRows(query, source, table, table.destination);
    copiedRows.set(table.name, rows);
  }
  return { outcome: 'copied', rows: copiedRows };
}
