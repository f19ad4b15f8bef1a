import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database, Result, Statement } from '../database.ts';
import { dataFile } from '../open-database.ts';
import { StoreError } from '../store-error.ts';
import { columnsOf, dataFileNames, type TableName, tableNames, tables, tablesOf } from '../tables.ts';
import { namedError } from './errors.ts';
import { inspectFile, tableNamesIn } from './inspect-file.ts';
import { migrate, openFile } from './open-file.ts';
import { executor, sqliteNames } from './open-sqlite.ts';

const BUSY_TIMEOUT_MS = 10_000;

/** Statements on what is saved. */
interface SavedRows extends Pick<Database, 'names'> {
  execute(...statement: Statement): Result;
}

export interface RestoreRules {
  /** Whether the backup may take the place of what is there. Asked before anything changes. */
  isUsable(saved: SavedRows): boolean;
  /** In the transaction that brings the rows back. */
  writeDown(live: Pick<Database, 'names'>): readonly Statement[];
}

export type RestoreResult = { outcome: 'restored'; accounts: number } | { outcome: 'unusable' };

/**
 * Brings a backup into a data folder, while other processes use it: each table as `tables` says, all of them or
 * nothing. Throws a `StoreError` when one of the files cannot be used.
 */
export function restoreFolder(folder: string, from: string, rules: RestoreRules): RestoreResult {
  using prepared = prepareBackup(from, rules);
  return prepared.usable ? bringBack(folder, prepared, rules) : { outcome: 'unusable' };
}

/** A copy at the newest schema, in a folder of its own for as long: the backup itself stays as it is. */
export interface PreparedBackup extends Disposable {
  usable: boolean;
  copy: string;
  /** Those that it has. */
  tables: TableName[];
}

export function prepareBackup(from: string, { isUsable }: Pick<RestoreRules, 'isUsable'>): PreparedBackup {
  if (!existsSync(from)) throw new StoreError('store-folder-missing', `There is no ${from}.`);
  // Closed to others; and no data folder comes to be for a backup that is none.
  const scratch = mkdtempSync(path.join(tmpdir(), 'restore-'));
  const remove = () => rmSync(scratch, { recursive: true });
  const copy = path.join(scratch, path.basename(from));
  let database: DatabaseSync | undefined;
  try {
    copyFileSync(from, copy);
    inspectFile(copy, 'accounts', BUSY_TIMEOUT_MS);
    database = new DatabaseSync(copy);
    const there = tableNamesIn(database);
    // A plain copy of the accounts' file has no others; a backup of an earlier release has those of its time.
    const contents = dataFileNames.filter(
      (content) => content === 'accounts' || tablesOf(content).some((table) => there.includes(table)),
    );
    migrate(database, contents);
    const usable = isUsable({ names: sqliteNames, execute: executor(database) });
    return { usable, copy, tables: contents.flatMap(tablesOf), [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    const named = namedError(error, from);
    if (!(named instanceof StoreError)) throw named;
    throw new StoreError(named.code, named.message.replaceAll(copy, from), { cause: error });
  } finally {
    database?.close();
  }
}

function bringBack(
  folder: string,
  { copy, tables: saved }: PreparedBackup,
  { writeDown }: RestoreRules,
): RestoreResult {
  const file = dataFile({ DATA_DIR: folder }, 'accounts');
  const live = openFile(file, 'accounts');
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
      if (restored === 'replace' || restored === 'end') live.exec(`DELETE FROM ${attached(name)}`);
    }
    for (const name of tableNames) if (saved.includes(name)) insert(live, name);
    const execute = executor(live);
    for (const statement of writeDown({ names: sqliteNames })) execute(...statement);
    const { n } = live.prepare('SELECT count(*) AS n FROM main.accounts').get() ?? {};
    live.exec('COMMIT');
    return { outcome: 'restored', accounts: Number(n) };
  } catch (error) {
    throw namedError(error, file);
  } finally {
    live.close();
  }
}

function insert(live: DatabaseSync, name: TableName): void {
  const { restored } = tables[name];
  if (restored === 'end' || restored === 'keep') return;
  const columns = columnsOf(name);
  // What is there is kept, where the key is the same and where there is none but the whole row is.
  live.exec(
    `INSERT INTO ${attached(name)} (${columns}) SELECT ${columns} FROM saved.${name}
     EXCEPT SELECT ${columns} FROM ${attached(name)} WHERE true ON CONFLICT DO NOTHING`,
  );
}

function attached(name: TableName): string {
  const { file } = tables[name];
  return `${file === 'accounts' ? 'main' : file}.${name}`;
}
