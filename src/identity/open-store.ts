import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Store } from './store.ts';
import { StoreError } from './store-error.ts';
import { openSqliteStore } from './stores/sqlite.ts';

/** The store that the environment names. Throws a `StoreError` when it cannot be used. */
export function openStore(environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>): Store {
  if (environment.DATABASE_URL !== undefined) {
    // Going on with the embedded store would look as if every account were gone.
    throw new StoreError(
      'store-unsupported',
      'DATABASE_URL is set, but accounts can be kept in DATA_DIR only: remove DATABASE_URL.',
    );
  }
  return openSqliteStore(accountsFile(environment));
}

export function accountsFile(environment: Pick<Environment, 'DATA_DIR'>): string {
  return path.join(environment.DATA_DIR, 'accounts.db');
}
