import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import { openPostgresStore } from './postgres.ts';
import { openSqliteStore } from './sqlite.ts';
import type { Store } from './store.ts';

/** The store that the environment names. Rejects with a `StoreError` when it cannot be used. */
export async function openStore(environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>): Promise<Store> {
  const { DATABASE_URL: url } = environment;
  return url === undefined ? openSqliteStore(accountsFile(environment)) : openPostgresStore(url);
}

export function accountsFile(environment: Pick<Environment, 'DATA_DIR'>): string {
  return path.join(environment.DATA_DIR, 'accounts.db');
}
