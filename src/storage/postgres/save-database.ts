import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Database, Value } from '../database.ts';
import { type BackupResult, makeEmpty, writeBackup } from '../sqlite/backup.ts';
import { namedError } from '../sqlite/errors.ts';
import { columnsOf, type TableName, tableNames, tables } from '../tables.ts';
import { connect, type Query } from './connection.ts';
import { migrate } from './migrate.ts';
import { namesIn } from './open-postgres.ts';

const ROWS_AT_ONCE = 1_000;
/** Nobody waits for it. */
const STATEMENT_TIMEOUT_MS = 60_000;

const row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean().transform(Number), z.null()]));

/**
 * A database as it is at one moment, while others read and write, into one file: the same as of a data folder, so that
 * it can be brought back into either. What no backup brings back is not in it. Rejects with a `StoreError`, and then
 * leaves no file.
 */
export async function saveDatabase(url: string, target: string): Promise<BackupResult> {
  const names = namesIn(await migrate(url, {}));
  return writeBackup(target, async (partial) => {
    makeEmpty(partial);
    await using source = connect(url, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    await source.transaction((query) => copyAll(query, names, partial));
  });
}

async function copyAll(query: Query, names: Database['names'], file: string): Promise<void> {
  // All tables as they are at the first look at one of them.
  await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // What refers to what, the database that it comes from holds.
  using target = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    target.exec('BEGIN');
    for (const name of tableNames) {
      const { restored } = tables[name];
      if (restored === 'replace' || restored === 'add') await copyTable(query, names[name], target, name);
    }
    target.exec('COMMIT');
  } catch (error) {
    throw namedError(error, file);
  }
}

async function copyTable(query: Query, from: string, target: DatabaseSync, name: TableName): Promise<void> {
  const columns = tables[name].columns.split(' ');
  const insert = target.prepare(
    `INSERT INTO ${name} (${columnsOf(name)}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  await query(`DECLARE saved NO SCROLL CURSOR FOR SELECT ${columnsOf(name)} FROM ${from}`);
  for (;;) {
    const { rows } = await query(`FETCH ${ROWS_AT_ONCE} FROM saved`);
    for (const given of rows) {
      const values: Readonly<Record<string, Exclude<Value, boolean>>> = row.parse(given);
      insert.run(...columns.map((column) => values[column] ?? null));
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await query('CLOSE saved');
}
