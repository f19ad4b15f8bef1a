import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { type DataFileName, dataFileNames, dataFiles } from './tables.ts';

export type StorageEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'> &
  Partial<Pick<Environment, 'DATABASE_LISTEN_URL' | 'DATABASE_POOL'>>;

/**
 * Opens the database for this content: PostgreSQL if `DATABASE_URL` is set, otherwise a SQLite file in `DATA_DIR`.
 * Rejects with a `StoreError` if it can't be used.
 */
export async function openDatabase(
  environment: StorageEnvironment,
  content: DataFileName,
): Promise<Database> {
  const { DATABASE_URL: url } = environment;
  if (url === undefined) return openSqlite(dataFile(environment, content), content);
  // Loaded on demand: commands that use SQLite start in half the time.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(url, {
    maxConnections: countConnections(environment, content),
    listenUrl: environment.DATABASE_LISTEN_URL,
  });
}

/** Maximum number of connections that a process opens for this content, without the one that listens. */
function countConnections({ DATABASE_POOL }: StorageEnvironment, content: DataFileName): number {
  const { connections } = dataFiles[content];
  return content === 'accounts' ? (DATABASE_POOL ?? connections) : connections;
}

/** Maximum number of connections of one serving process, including the one that listens. */
export function countConnectionsPerProcess(environment: StorageEnvironment): number {
  const connections = dataFileNames.map((content) => countConnections(environment, content));
  return connections.reduce((sum, count) => sum + count, 1);
}

/** The path of an SQLite file in the data folder. */
export function dataFile({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, content: DataFileName): string {
  return path.join(DATA_DIR, dataFiles[content].name);
}
