import { createStore, type Store } from '../src/accounts/store/store.ts';
import type { PostgresOptions } from '../src/storage/postgres/connection-settings.ts';
import { openPostgres } from '../src/storage/postgres/open-postgres.ts';
import type { SqliteOptions } from '../src/storage/sqlite/open-file.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { accountsFile } from '../src/storage/tables.ts';

/** The store in this file, or in this database, whatever an environment would say. */
export function openSqliteStore(file: string, options?: SqliteOptions): Store {
  return createStore(openSqlite(file, accountsFile, options));
}

export async function openPostgresStore(url: string, options?: PostgresOptions): Promise<Store> {
  return createStore(await openPostgres(url, accountsFile, options));
}
