import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { type DataFileName, dataFileNames, dataFiles } from './tables.ts';

export type StorageEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'> &
  Partial<Pick<Environment, 'DATABASE_LISTEN_URL' | 'DATABASE_POOL'>>;

/** Where the environment says that this content is kept. Rejects with a `StoreError` when it cannot be used. */
export async function openDatabase(
  environment: StorageEnvironment,
  content: DataFileName,
): Promise<Database> {
  const { DATABASE_URL: url } = environment;
  if (url === undefined) return openSqlite(dataFile(environment, content), content);
  // Loaded where it is used: a command that looks at a file begins in half the time.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(url, {
    maxConnections: connectionsFor(environment, content),
    listenUrl: environment.DATABASE_LISTEN_URL,
  });
}

/** How many connections a process opens at most for what this file holds; one that listens not counted. */
function connectionsFor({ DATABASE_POOL }: StorageEnvironment, content: DataFileName): number {
  const { connections } = dataFiles[content];
  return content === 'accounts' ? (DATABASE_POOL ?? connections) : connections;
}

/** All that one serving process opens at most, the one that listens included. */
export function connectionsPerProcess(environment: StorageEnvironment): number {
  const connections = dataFileNames.map((content) => connectionsFor(environment, content));
  return connections.reduce((sum, count) => sum + count, 1);
}

export function dataFile({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, content: DataFileName): string {
  return path.join(DATA_DIR, dataFiles[content].name);
}
