import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeIrregularFile } from '../../shared/regular-file.ts';
import { type DataFile, listColumns, listTables, type NamedTable } from '../data-file.ts';
import type { Database, Result, Statement } from '../database.ts';
import { locateDataFile } from '../open-database.ts';
import { StoreError } from '../store-error.ts';
import { accountsFile } from '../tables.ts';
import { listFeatureFiles } from './backup.ts';
import { translateSqliteError } from './errors.ts';
import { inspectFile, listTableNames } from './inspect-file.ts';
import { migrateSqlite, openFile } from './open-file.ts';
import { accountTableNames, createExecutor } from './open-sqlite.ts';

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
 * Restores a backup into a data folder that other processes may be using. Treats each table of these files as it
 * declares, and restores all of them or none. Throws a `StoreError` if one of the files can't be used.
 */
export function restoreFolder(
  folder: string,
  from: string,
  rules: RestoreRules,
  files: readonly DataFile[],
): RestoreResult {
  using preparedBackup = prepareBackup(from, rules, files);
  return preparedBackup.isUsable
    ? restoreRows(folder, preparedBackup, rules, files)
    : { outcome: 'unusable' };
}

/** A temporary copy of a backup, migrated to the newest schema. The backup itself stays unchanged. */
export interface PreparedBackup extends Disposable {
  isUsable: boolean;
  copy: string;
  /** Names of the tables that the backup contains. */
  tables: ReadonlySet<string>;
}

/**
 * Copies a backup to a temporary folder and migrates the copy. Throws a `StoreError` if it isn't a backup. Dispose of
 * the result to remove the copy.
 */
export function prepareBackup(
  from: string,
  rules: Pick<RestoreRules, 'isUsable'>,
  files: readonly DataFile[],
): PreparedBackup {
  if (!existsSync(from))
    throw new StoreError('store-folder-missing', `${from} doesn't exist. Check the path of the backup.`);
  const kind = describeIrregularFile(from);
  if (kind !== undefined)
    throw new StoreError(
      'store-not-a-database',
      `${from} is ${kind}. Name the file of a backup. Nothing was changed.`,
    );
  // A temporary folder is closed to other users, and no data folder is created if the file isn't a backup.
  const scratch = mkdtempSync(path.join(tmpdir(), 'restore-'));
  const remove = () => rmSync(scratch, { recursive: true });
  const copy = path.join(scratch, path.basename(from));
  let database: DatabaseSync | undefined;
  try {
    copyFileSync(from, copy);
    inspectFile(copy, [accountsFile, ...listFeatureFiles(files)], BUSY_TIMEOUT_MS);
    database = new DatabaseSync(copy);
    const existingTables = listTableNames(database);
    // A plain copy of the accounts file has only its own tables, and a backup of an earlier release lacks newer ones.
    const contents = files.filter(
      (file) =>
        file.name === accountsFile.name || existingTables.some((table) => Object.hasOwn(file.tables, table)),
    );
    migrateSqlite(database, contents);
    const isUsable = rules.isUsable({ names: accountTableNames, execute: createExecutor(database) });
    const tables = new Set(listTables(contents).map(({ name }) => name));
    return { isUsable, copy, tables, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    const storeError = translateSqliteError(error, from);
    if (!(storeError instanceof StoreError)) throw storeError;
    if (storeError.code === 'store-not-a-database')
      throw new StoreError(
        storeError.code,
        `${from} isn't a SQLite database, so it isn't a backup. Nothing was changed.`,
        { cause: error },
      );
    throw new StoreError(storeError.code, storeError.message.replaceAll(copy, from), { cause: error });
  } finally {
    database?.close();
  }
}

function restoreRows(
  folder: string,
  { copy, tables: savedTables }: PreparedBackup,
  { auditStatements }: RestoreRules,
  files: readonly DataFile[],
): RestoreResult {
  const tables = listTables(files);
  const file = locateDataFile({ DATA_DIR: folder }, accountsFile);
  const live = openFile(file, accountsFile, { replacesLostFile: true });
  try {
    for (const featureFile of listFeatureFiles(files)) {
      const besideFile = locateDataFile({ DATA_DIR: folder }, featureFile);
      openFile(besideFile, featureFile).close();
      live.prepare(`ATTACH ? AS "${featureFile.name}"`).run(besideFile);
    }
    live.prepare('ATTACH ? AS saved').run(copy);
    live.exec('BEGIN IMMEDIATE');
    for (const table of tables.toReversed())
      if (isEmptied(table, savedTables)) live.exec(`DELETE FROM ${qualifyTable(table)}`);
    for (const table of tables) if (savedTables.has(table.name)) insertSavedRows(live, table);
    const execute = createExecutor(live);
    for (const statement of auditStatements({ names: accountTableNames })) execute(...statement);
    const { n } = live.prepare('SELECT count(*) AS n FROM main.accounts').get() ?? {};
    live.exec('COMMIT');
    return { outcome: 'restored', accounts: Number(n) };
  } catch (error) {
    throw translateSqliteError(error, file);
  } finally {
    live.close();
  }
}

/**
 * Whether a restore deletes the existing rows. Rows that it would replace stay if the backup lacks their table, because
 * the feature wasn't installed when it was made.
 */
export function isEmptied({ name, restored }: NamedTable, savedTables: ReadonlySet<string>): boolean {
  return restored === 'end' || (restored === 'replace' && savedTables.has(name));
}

function insertSavedRows(live: DatabaseSync, table: NamedTable): void {
  if (table.restored === 'end' || table.restored === 'keep') return;
  const columns = listColumns(table);
  // Existing rows stay: those with the same key, and, in tables without a key, those that are equal in all columns.
  live.exec(
    `INSERT INTO ${qualifyTable(table)} (${columns}) SELECT ${columns} FROM saved.${table.name}
     EXCEPT SELECT ${columns} FROM ${qualifyTable(table)} WHERE true ON CONFLICT DO NOTHING`,
  );
}

function qualifyTable({ name, file }: NamedTable): string {
  return file.name === accountsFile.name ? `main.${name}` : `"${file.name}".${name}`;
}
