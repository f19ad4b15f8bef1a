import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { type DataFileName, dataFiles } from './tables.ts';

export type StorageEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;

/** Where the environment says that this content is kept. Rejects with a `StoreError` when it cannot be used. */
export async function openDatabase(
  environment: StorageEnvironment,
  content: DataFileName,
): Promise<Database> {
  const { DATABASE_URL: url } = environment;
  if (url === undefined) return openSqlite(dataFile(environment, content), content);
  // Loaded where it is used: a command that looks at a file begins in half the time.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return openPostgres(url, { maxConnections: dataFiles[content].connections });
}

export function dataFile({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, content: DataFileName): string {
  return path.join(DATA_DIR, dataFiles[content].name);
}
