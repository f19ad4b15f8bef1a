import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { readNumber } from '../database.ts';
import { withSqliteErrors } from '../sqlite/backup.ts';
import {
  type PreparedBackup,
  prepareBackup,
  type RestoreResult,
  type RestoreRules,
} from '../sqlite/restore.ts';
import { listColumns, type TableName, tableNames, tables } from '../tables.ts';
import { connect, type Query } from './connection.ts';
import { insertRows } from './insert-rows.ts';
import { migratePostgres } from './migrate.ts';
import { nameChannel, qualifyTableNames } from './open-postgres.ts';

/** Long, because the restore waits for the running transactions of a server. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Restores a backup into a database that other processes may be using. Treats each table as `tables` says, and restores
 * all of them or none. Rejects with a `StoreError` if the backup or the database can't be used.
 */
export async function restoreDatabase(
  url: string,
  from: string,
  rules: RestoreRules,
): Promise<RestoreResult> {
  using prepared = prepareBackup(from, rules);
  if (!prepared.isUsable) return { outcome: 'unusable' };
  const schema = await migratePostgres(url, {});
  await using live = connect(url, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return await live.transaction(async (query) => {
    const result = await restoreRows(query, qualifyTableNames(schema), prepared, rules);
    // Every session has ended. A message of an unknown kind makes all processes, including older ones, drop their
    // cache.
    await query('SELECT pg_notify($1, $2)', [nameChannel(schema), '{"kind":"store-restored"}']);
    return result;
  });
}

async function restoreRows(
  query: Query,
  names: Database['names'],
  { copy, tables: saved }: PreparedBackup,
  { auditStatements }: RestoreRules,
): Promise<RestoreResult> {
  await query(`LOCK TABLE ${tableNames.map((name) => names[name]).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const name of tableNames.toReversed()) {
    const { restored } = tables[name];
    if (restored === 'replace' || restored === 'end') await query(`DELETE FROM ${names[name]}`);
  }
  using source = withSqliteErrors(copy, () => new DatabaseSync(copy, { readOnly: true }));
  for (const name of tableNames)
    if (saved.includes(name)) await insertSavedRows(query, names[name], source, name);
  for (const statement of auditStatements({ names })) await query(...statement);
  const counted = await query(`SELECT count(*) AS n FROM ${names.accounts}`);
  return { outcome: 'restored', accounts: readNumber(counted, 'n') ?? 0 };
}

async function insertSavedRows(
  query: Query,
  table: string,
  source: DatabaseSync,
  name: TableName,
): Promise<void> {
  const { restored } = tables[name];
  if (restored === 'end' || restored === 'keep') return;
  const columns = listColumns(name);
  const beside = `restored_${name}`;
  await query(`CREATE TEMP TABLE ${beside} ON COMMIT DROP AS SELECT ${columns} FROM ${table} WITH NO DATA`);
  await insertRows(query, source, name, beside);
  // Existing rows stay: those with the same key, and, in tables without a key, those that are equal in all columns.
  await query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${beside}
     EXCEPT SELECT ${columns} FROM ${table} ON CONFLICT DO NOTHING`,
  );
}
