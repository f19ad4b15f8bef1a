import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { DataFile, Tables } from './data-file.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { accountsFile } from './tables.ts';

export type StorageEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'> &
  Partial<Pick<Environment, 'DATABASE_LISTEN_URL' | 'DATABASE_POOL'>>;

/**
 * Opens the tables of this file: in PostgreSQL if `DATABASE_URL` is set, otherwise in the SQLite file in `DATA_DIR`.
 * Rejects with a `StoreError` if they can't be used.
 */
export async function openDatabase<Declared extends Tables>(
  environment: StorageEnvironment,
  file: DataFile<Declared>,
): Promise<Database<Declared>> {
  const { DATABASE_URL: url } = environment;
  if (url === undefined) return openSqlite(locateDataFile(environment, file), file);
  // The driver is loaded on demand: commands that use SQLite start in half the time.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(url, file, {
    maxConnections: countConnections(environment, file),
    listenUrl: environment.DATABASE_LISTEN_URL,
  });
}

/** Maximum number of connections that a process opens for this file, without the one that listens. */
function countConnections({ DATABASE_POOL }: StorageEnvironment, { name, connections }: DataFile): number {
  return name === accountsFile.name ? (DATABASE_POOL ?? connections) : connections;
}

/** Maximum number of connections of one serving process, including the one that listens. */
export function countConnectionsPerProcess(
  environment: StorageEnvironment,
  files: readonly DataFile[],
): number {
  const connections = files.map((file) => countConnections(environment, file));
  return connections.reduce((sum, count) => sum + count, 1);
}

/** Returns the path of the SQLite file. */
export function locateDataFile(
  { DATA_DIR }: Pick<Environment, 'DATA_DIR'>,
  { name }: Pick<DataFile, 'name'>,
): string {
  return path.join(DATA_DIR, `${name}.db`);
}
