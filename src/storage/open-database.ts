import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';
import { type DataFileName, dataFiles } from './tables.ts';

export type StorageEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;

/** Where the environment says that this content is kept. Rejects with a `StoreError` when it cannot be used. */
export async function openDatabase(
  environment: StorageEnvironment,
  content: DataFileName,
): Promise<Database> {
  const { DATABASE_URL: url } = environment;
  return url === undefined
    ? openSqlite(dataFile(environment, content), content)
    : openPostgres(url, { maxConnections: dataFiles[content].connections });
}

export function dataFile({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>, content: DataFileName): string {
  return path.join(DATA_DIR, dataFiles[content].name);
}
