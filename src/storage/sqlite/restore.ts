import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database, Result, Statement } from '../database.ts';
import { dataFile } from '../open-database.ts';
import { StoreError } from '../store-error.ts';
import { dataFileNames, listColumns, listTables, type TableName, tableNames, tables } from '../tables.ts';
import { translateSqliteError } from './errors.ts';
import { inspectFile, listTableNames } from './inspect-file.ts';
import { migrateSqlite, openFile } from './open-file.ts';
import { createExecutor, sqliteNames } from './open-sqlite.ts';

const BUSY_TIMEOUT_MS = 10_000;

/** Runs statements on the tables of the backup. */
interface SavedRows extends Pick<Database, 'names'> {
  execute(...statement: Statement): Result;
}

/** Decisions that a restore leaves to the room that owns the data. */
export interface RestoreRules {
  /** Whether the backup may replace the existing data. Called before anything changes. */
  isUsable(saved: SavedRows): boolean;
  /** Statements that record the restore. They run in the transaction that restores the rows. */
  auditStatements(live: Pick<Database, 'names'>): readonly Statement[];
}

export type RestoreResult = { outcome: 'restored'; accounts: number } | { outcome: 'unusable' };

/**
 * Restores a backup into a data folder that other processes may be using. Treats each table as `tables` says, and
 * restores all of them or none. Throws a `StoreError` if one of the files can't be used.
 */
export function restoreFolder(folder: string, from: string, rules: RestoreRules): RestoreResult {
  using prepared = prepareBackup(from, rules);
  return prepared.isUsable ? restoreRows(folder, prepared, rules) : { outcome: 'unusable' };
}

/** A temporary copy of a backup, migrated to the newest schema. The backup itself stays unchanged. */
export interface PreparedBackup extends Disposable {
  isUsable: boolean;
  copy: string;
  /** The tables that the backup contains. */
  tables: TableName[];
}

/**
 * Copies a backup to a temporary folder and migrates the copy. Throws a `StoreError` if it isn't a backup. Dispose of
 * the result to remove the copy.
 */
export function prepareBackup(from: string, rules: Pick<RestoreRules, 'isUsable'>): PreparedBackup {
  if (!existsSync(from))
    throw new StoreError('store-folder-missing', `${from} doesn't exist. Check the path of the backup.`);
  // A temporary folder is closed to other users, and no data folder is created if the file isn't a backup.
  const scratch = mkdtempSync(path.join(tmpdir(), 'restore-'));
  const remove = () => rmSync(scratch, { recursive: true });
  const copy = path.join(scratch, path.basename(from));
  let database: DatabaseSync | undefined;
  try {
    copyFileSync(from, copy);
    inspectFile(copy, 'accounts', BUSY_TIMEOUT_MS);
    database = new DatabaseSync(copy);
    const existingTables = listTableNames(database);
    // A plain copy of the accounts file has only its own tables, and a backup of an earlier release lacks newer ones.
    const contents = dataFileNames.filter(
      (content) =>
        content === 'accounts' || listTables(content).some((table) => existingTables.includes(table)),
    );
    migrateSqlite(database, contents);
    const isUsable = rules.isUsable({ names: sqliteNames, execute: createExecutor(database) });
    return { isUsable, copy, tables: contents.flatMap(listTables), [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    const storeError = translateSqliteError(error, from);
    if (!(storeError instanceof StoreError)) throw storeError;
    throw new StoreError(storeError.code, storeError.message.replaceAll(copy, from), { cause: error });
  } finally {
    database?.close();
  }
}

function restoreRows(
  folder: string,
  { copy, tables: saved }: PreparedBackup,
  { auditStatements }: RestoreRules,
): RestoreResult {
  const file = dataFile({ DATA_DIR: folder }, 'accounts');
  const live = openFile(file, 'accounts', { replacesLostFile: true });
  try {
    for (const content of dataFileNames) {
      if (content === 'accounts') continue;
      const beside = dataFile({ DATA_DIR: folder }, content);
      openFile(beside, content).close();
      live.prepare(`ATTACH ? AS ${content}`).run(beside);
    }
    live.prepare('ATTACH ? AS saved').run(copy);
    live.exec('BEGIN IMMEDIATE');
    for (const name of tableNames.toReversed()) {
      const { restored } = tables[name];
      if (restored === 'replace' || restored === 'end') live.exec(`DELETE FROM ${qualifyTable(name)}`);
    }
    for (const name of tableNames) if (saved.includes(name)) insertSavedRows(live, name);
    const execute = createExecutor(live);
    for (const statement of auditStatements({ names: sqliteNames })) execute(...statement);
    const { n } = live.prepare('SELECT count(*) AS n FROM main.accounts').get() ?? {};
    live.exec('COMMIT');
    return { outcome: 'restored', accounts: Number(n) };
  } catch (error) {
    throw translateSqliteError(error, file);
  } finally {
    live.close();
  }
}

function insertSavedRows(live: DatabaseSync, name: TableName): void {
  const { restored } = tables[name];
  if (restored === 'end' || restored === 'keep') return;
  const columns = listColumns(name);
  // Existing rows stay: those with the same key, and, in tables without a key, those that are equal in all columns.
  live.exec(
    `INSERT INTO ${qualifyTable(name)} (${columns}) SELECT ${columns} FROM saved.${name}
     EXCEPT SELECT ${columns} FROM ${qualifyTable(name)} WHERE true ON CONFLICT DO NOTHING`,
  );
}

function qualifyTable(name: TableName): string {
  const { file } = tables[name];
  return `${file === 'accounts' ? 'main' : file}.${name}`;
}
