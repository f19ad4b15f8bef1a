import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openSharedFile } from './open-shared-file.ts';
import { connect, type Query } from './postgres-connection.ts';
import { migrate } from './postgres-migrate.ts';
import { SCHEMA } from './postgres-migrations.ts';
import { storable } from './postgres-text.ts';
import type { SideFile } from './side-file.ts';
import { namedError } from './sqlite-errors.ts';
import { openDatabase } from './sqlite-file.ts';
import { StoreError } from './store-error.ts';

/** In an order in which what is referred to comes first. */
const accountTables = ['accounts', 'sessions', 'invites', 'attempts', 'known_addresses', 'audit'];
const ROWS_AT_ONCE = 1_000;

export type CopyResult =
  /** Of each table. */
  | { outcome: 'copied'; rows: ReadonlyMap<string, number> }
  /** There is something in the target already; nothing was changed. */
  | { outcome: 'not-empty' };

/** Tables, and the open file they lie in. */
interface Source {
  database: DatabaseSync;
  tables: readonly string[];
}

/**
 * Everything in the embedded store's file, and in those beside it, into the empty shared store: all of it or nothing.
 * Nobody else may use the files meanwhile. Rejects with a `StoreError` when one of them cannot be used.
 */
export async function copyToPostgres(
  file: string,
  url: string,
  sideFiles: readonly SideFile[],
): Promise<CopyResult> {
  const sources: Source[] = [];
  try {
    sources.push({ database: openAlone(file, () => openDatabase(file)), tables: accountTables });
    for (const { file: beside, schema, tables } of sideFiles) {
      if (!existsSync(beside)) continue;
      sources.push({ database: openAlone(beside, () => openSharedFile(beside, schema)), tables });
    }
    await migrate(url, {});
    const target = connect(url, { maxConnections: 1 });
    try {
      const all = [...accountTables, ...sideFiles.flatMap(({ tables }) => tables)];
      return await target.transaction((query) => copyAll(sources, query, all));
    } finally {
      await target.close();
    }
  } finally {
    for (const { database } of sources) database.close();
  }
}

/** What a running server wrote from now on would stay behind. */
function openAlone(file: string, open: () => DatabaseSync): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = open();
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
  sources: readonly Source[],
  query: Query,
  tables: readonly string[],
): Promise<CopyResult> {
  // A server on the target waits with its writes until this is over, and then finds what was copied.
  await query(
    `LOCK TABLE ${tables.map((table) => `${SCHEMA}.${table}`).join(', ')} IN SHARE ROW EXCLUSIVE MODE`,
  );
  for (const table of tables) {
    const { rows } = await query(`SELECT 1 FROM ${SCHEMA}.${table} LIMIT 1`);
    if (rows.length > 0) return { outcome: 'not-empty' };
  }
  const rows = new Map(tables.map((table) => [table, 0]));
  for (const { database, tables: here } of sources) {
    for (const table of here) rows.set(table, await copyTable(database, query, table));
  }
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
  // Two texts that differ by a NUL alone are one there.
  const insert = `INSERT INTO ${SCHEMA}.${table} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${SCHEMA}.${table}, $1) ON CONFLICT DO NOTHING`;
  let copied = 0;
  let batch: object[] = [];
  const flush = async () => {
    if (batch.length > 0) copied += (await query(insert, [jsonOf(batch)])).changes;
    batch = [];
  };
  for (const row of source.prepare(`SELECT ${columns} FROM ${table}`).iterate()) {
    batch.push(row);
    if (batch.length === ROWS_AT_ONCE) await flush();
  }
  await flush();
  return copied;
}

function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'string' ? storable(value) : value,
  );
}
