import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { numberOf } from '../database.ts';
import { orNamed } from '../sqlite/backup.ts';
import {
  type PreparedBackup,
  prepareBackup,
  type RestoreResult,
  type RestoreRules,
} from '../sqlite/restore.ts';
import { columnsOf, type TableName, tableNames, tables } from '../tables.ts';
import { connect, type Query } from './connection.ts';
import { insertRows } from './insert-rows.ts';
import { migrate } from './migrate.ts';
import { channelOf, namesIn } from './open-postgres.ts';

/** A server that writes meanwhile waits; it may be in the middle of something. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Brings a backup into a database, while other processes use it: each table as `tables` says, all of them or nothing.
 * Rejects with a `StoreError` when one of the two cannot be used.
 */
export async function restoreDatabase(
  url: string,
  from: string,
  rules: RestoreRules,
): Promise<RestoreResult> {
  using prepared = prepareBackup(from, rules);
  if (!prepared.usable) return { outcome: 'unusable' };
  const schema = await migrate(url, {});
  await using live = connect(url, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return await live.transaction(async (query) => {
    const result = await bringBack(query, namesIn(schema), prepared, rules);
    // Every session has ended. A message of no known kind makes all processes, older ones too, read everything again.
    await query('SELECT pg_notify($1, $2)', [channelOf(schema), '{"kind":"store-restored"}']);
    return result;
  });
}

async function bringBack(
  query: Query,
  names: Database['names'],
  { copy, tables: saved }: PreparedBackup,
  { writeDown }: RestoreRules,
): Promise<RestoreResult> {
  await query(`LOCK TABLE ${tableNames.map((name) => names[name]).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const name of tableNames.toReversed()) {
    const { restored } = tables[name];
    if (restored === 'replace' || restored === 'end') await query(`DELETE FROM ${names[name]}`);
  }
  using source = orNamed(copy, () => new DatabaseSync(copy, { readOnly: true }));
  for (const name of tableNames) if (saved.includes(name)) await insert(query, names[name], source, name);
  for (const statement of writeDown({ names })) await query(...statement);
  const counted = await query(`SELECT count(*) AS n FROM ${names.accounts}`);
  return { outcome: 'restored', accounts: numberOf(counted, 'n') ?? 0 };
}

async function insert(query: Query, table: string, source: DatabaseSync, name: TableName): Promise<void> {
  const { restored } = tables[name];
  if (restored === 'end' || restored === 'keep') return;
  const columns = columnsOf(name);
  const beside = `restored_${name}`;
  await query(`CREATE TEMP TABLE ${beside} ON COMMIT DROP AS SELECT ${columns} FROM ${table} WITH NO DATA`);
  await insertRows(query, source, name, beside);
  // What is there is kept, where the key is the same and where there is none but the whole row is.
  await query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${beside}
     EXCEPT SELECT ${columns} FROM ${table} ON CONFLICT DO NOTHING`,
  );
}
