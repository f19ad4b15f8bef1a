import { DatabaseSync } from 'node:sqlite';
import { type DataFile, listColumns, listTables, type NamedTable } from '../data-file.ts';
import { readNumber } from '../database.ts';
import { withSqliteErrors } from '../sqlite/backup.ts';
import {
  isEmptied,
  type PreparedBackup,
  prepareBackup,
  type RestoreResult,
  type RestoreRules,
} from '../sqlite/restore.ts';
import { accountsFile } from '../tables.ts';
import { connect, type Query } from './connection.ts';
import { insertRows } from './insert-rows.ts';
import { migratePostgres } from './migrate.ts';
import { nameChannel, qualifyTable, qualifyTableNames } from './open-postgres.ts';

/** Long, because the restore waits for the running transactions of a server. */
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Restores a backup into a database that other processes may be using. Treats each table of these files as it declares,
 * and restores all of them or none. Rejects with a `StoreError` if the backup or the database can't be used.
 */
export async function restoreDatabase(
  url: string,
  from: string,
  rules: RestoreRules,
  files: readonly DataFile[],
): Promise<RestoreResult> {
  using preparedBackup = prepareBackup(from, rules, files);
  if (!preparedBackup.isUsable) return { outcome: 'unusable' };
  const schema = await migratePostgres(url, files);
  await using live = connect(url, { maxConnections: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return await live.transaction(async (query) => {
    const result = await restoreRows(query, schema, listTables(files), preparedBackup, rules);
    // Every session has ended. A message of an unknown kind makes all processes, including older ones, drop their
    // cache.
    await query('SELECT pg_notify($1, $2)', [nameChannel(schema), '{"kind":"store-restored"}']);
    return result;
  });
}

async function restoreRows(
  query: Query,
  schema: string,
  tables: readonly NamedTable[],
  { copy, tables: savedTables }: PreparedBackup,
  { auditStatements }: RestoreRules,
): Promise<RestoreResult> {
  const qualify = ({ name }: NamedTable) => qualifyTable(schema, name);
  await query(`LOCK TABLE ${tables.map(qualify).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const table of tables.toReversed())
    if (isEmptied(table, savedTables)) await query(`DELETE FROM ${qualify(table)}`);
  using source = withSqliteErrors(copy, () => new DatabaseSync(copy, { readOnly: true }));
  for (const table of tables)
    if (savedTables.has(table.name)) await insertSavedRows(query, qualify(table), source, table);
  const names = qualifyTableNames(schema, accountsFile.tables);
  for (const statement of auditStatements({ names })) await query(...statement);
  const countResult = await query(`SELECT count(*) AS n FROM ${names.accounts}`);
  return { outcome: 'restored', accounts: readNumber(countResult, 'n') ?? 0 };
}

async function insertSavedRows(
  query: Query,
  destination: string,
  source: DatabaseSync,
  table: NamedTable,
): Promise<void> {
  if (table.restored === 'end' || table.restored === 'keep') return;
  const columns = listColumns(table);
  const temporaryTable = `restored_${table.name}`;
  await query(
    `CREATE TEMP TABLE ${temporaryTable} ON COMMIT DROP AS SELECT ${columns} FROM ${destination} WITH NO DATA`,
  );
  await insertRows(query, source, table, temporaryTable);
  // Existing rows stay: those with the same key, and, in tables without a key, those that are equal in all columns.
  await query(
    `INSERT INTO ${destination} (${columns}) SELECT ${columns} FROM ${temporaryTable}
     EXCEPT SELECT ${columns} FROM ${destination} ON CONFLICT DO NOTHING`,
  );
}
