import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { connect, type Query } from './postgres-connection.ts';
import { migrate } from './postgres-migrate.ts';
import { SCHEMA } from './postgres-migrations.ts';
import { namedError } from './sqlite-errors.ts';
import { openDatabase } from './sqlite-file.ts';

/** In an order in which what is referred to comes first. */
const tables = ['accounts', 'sessions', 'invites', 'attempts', 'known_addresses', 'audit'] as const;
const ROWS_AT_ONCE = 1_000;

export type CopyResult =
  | { outcome: 'copied'; rows: Record<(typeof tables)[number], number> }
  /** There is something in the target already; nothing was changed. */
  | { outcome: 'not-empty' };

/**
 * Everything in the embedded store's file into the empty shared store: all of it or nothing. Nobody else may use the
 * file meanwhile. Rejects with a `StoreError` when either of them cannot be used.
 */
export async function copyToPostgres(file: string, url: string): Promise<CopyResult> {
  const source = openAlone(file);
  try {
    await migrate(url, {});
    const target = connect(url, { maxConnections: 1 });
    try {
      return await target.transaction((query) => copyAll(source, query));
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** What a running server wrote from now on would stay behind. */
function openAlone(file: string): DatabaseSync {
  const database = openDatabase(file);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    const named = namedError(error, file);
    if (!(named instanceof StoreError) || named.code !== 'store-locked') throw named;
    throw new StoreError('store-locked', `${file} is in use: stop the server first, then copy.`, {
      cause: error,
    });
  }
}

async function copyAll(source: DatabaseSync, query: Query): Promise<CopyResult> {
  // A server on the target waits with its writes until this is over, and then finds what was copied.
  await query(
    `LOCK TABLE ${tables.map((table) => `${SCHEMA}.${table}`).join(', ')} IN SHARE ROW EXCLUSIVE MODE`,
  );
  for (const table of tables) {
    const { rows } = await query(`SELECT 1 FROM ${SCHEMA}.${table} LIMIT 1`);
    if (rows.length > 0) return { outcome: 'not-empty' };
  }
  const rows = { accounts: 0, sessions: 0, invites: 0, attempts: 0, known_addresses: 0, audit: 0 };
  for (const table of tables) rows[table] = await copyTable(source, query, table);
  return { outcome: 'copied', rows };
}

async function copyTable(source: DatabaseSync, query: Query, table: string): Promise<number> {
  // Both stores name their columns alike; PostgreSQL reads 0 and 1 as a boolean where it has one.
  const columns = source
    // Not a number that the table makes itself; the rows go over in its order.
    .prepare("SELECT name FROM pragma_table_info(?) WHERE NOT (pk = 1 AND type = 'INTEGER')")
    .all(table)
    .map(({ name }) => String(name))
    .join(', ');
  const insert = `INSERT INTO ${SCHEMA}.${table} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${SCHEMA}.${table}, $1)`;
  let copied = 0;
  let batch: object[] = [];
  const flush = async () => {
    if (batch.length > 0) copied += (await query(insert, [JSON.stringify(batch)])).changes;
    batch = [];
  };
  for (const row of source.prepare(`SELECT ${columns} FROM ${table}`).iterate()) {
    batch.push(row);
    if (batch.length === ROWS_AT_ONCE) await flush();
  }
  await flush();
  return copied;
}
