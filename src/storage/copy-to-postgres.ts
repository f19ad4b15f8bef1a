import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { dataFile } from './open-database.ts';
import { connect, type Query } from './postgres/connection.ts';
import { insertRows } from './postgres/insert-rows.ts';
import { migrate } from './postgres/migrate.ts';
import { namesIn } from './postgres/open-postgres.ts';
import { namedError } from './sqlite/errors.ts';
import { openFile } from './sqlite/open-file.ts';
import { StoreError } from './store-error.ts';
import { type DataFileName, dataFileNames, type TableName, tableNames, tables } from './tables.ts';

type CopyResult =
  /** Of each table. */
  | { outcome: 'copied'; rows: ReadonlyMap<TableName, number> }
  /** There is something in the database already; nothing was changed. */
  | { outcome: 'not-empty' };

type Sources = ReadonlyMap<DataFileName, DatabaseSync>;

/**
 * Everything in the data folder's files into the empty database: all of it or nothing. Nobody else may use the files
 * meanwhile. Rejects with a `StoreError` when one of them cannot be used.
 */
export async function copyToPostgres(folder: string, url: string): Promise<CopyResult> {
  const sources = new Map<DataFileName, DatabaseSync>();
  try {
    for (const content of dataFileNames) {
      const file = dataFile({ DATA_DIR: folder }, content);
      if (existsSync(file)) sources.set(content, openAlone(file, content));
    }
    const names = namesIn(await migrate(url, {}));
    await using destination = connect(url, { maxConnections: 1 });
    return await destination.transaction((query) => copyAll(sources, query, names));
  } finally {
    for (const database of sources.values()) database.close();
  }
}

/** What a running server wrote from now on would stay behind. */
function openAlone(file: string, content: DataFileName): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = openFile(file, content);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    const named = namedError(error, file);
    if (!(named instanceof StoreError) || named.code !== 'store-locked') throw named;
    throw new StoreError('store-locked', `${file} is in use: stop the server first, then copy.`, {
      cause: error,
    });
  }
}

async function copyAll(
  sources: Sources,
  query: Query,
  names: Readonly<Record<TableName, string>>,
): Promise<CopyResult> {
  const wanted = tableNames.filter((name) => !('fleeting' in tables[name]));
  // A server on it waits with its writes until this is over, and then finds what was copied.
  await query(`LOCK TABLE ${wanted.map((name) => names[name]).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const name of wanted) {
    const { rows } = await query(`SELECT 1 FROM ${names[name]} LIMIT 1`);
    if (rows.length > 0) return { outcome: 'not-empty' };
  }
  const copied = new Map<TableName, number>();
  for (const name of wanted) {
    const source = sources.get(tables[name].file);
    copied.set(name, source === undefined ? 0 : await insertRows(query, source, name, names[name]));
  }
  return { outcome: 'copied', rows: copied };
}
