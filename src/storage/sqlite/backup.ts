import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../shared/reason.ts';
import { migrations } from '../migrations.ts';
import { dataFile } from '../open-database.ts';
import { StoreError } from '../store-error.ts';
import { columnsOf, type DataFileName, dataFileNames, tablesOf } from '../tables.ts';
import { namedError } from './errors.ts';
import { inspectFile } from './inspect-file.ts';
import { openFile } from './open-file.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** In one go: a copy in steps begins again whenever somebody writes in between. */
const ALL_PAGES = 2 ** 31 - 1;

export type BackupResult =
  | { outcome: 'saved'; accounts: number }
  /** There is such a file; it was not touched. */
  | { outcome: 'exists' };

/**
 * A data folder as it is at one moment, into one file, while other processes read and write: the accounts' file with
 * the tables of the others. It has its name only once it is whole, checked and on the disk. Rejects with a
 * `StoreError`, and then leaves no file.
 */
export async function backupFolder(folder: string, target: string): Promise<BackupResult> {
  return writeBackup(target, async (partial) => {
    const beside = `${partial}-beside`;
    try {
      await copyFile(folder, 'accounts', partial);
      for (const content of dataFileNames) {
        if (content === 'accounts') continue;
        const there = existsSync(dataFile({ DATA_DIR: folder }, content));
        if (there) await copyFile(folder, content, beside);
        orNamed(partial, () => addTables(partial, content, there ? beside : undefined));
        remove(beside);
      }
    } finally {
      remove(beside);
    }
  });
}

/** `fill` makes the file with every table; it has its name once it is whole, checked and on the disk. */
export async function writeBackup(
  target: string,
  fill: (partial: string) => Promise<void>,
): Promise<BackupResult> {
  if (existsSync(target)) return { outcome: 'exists' };
  const partial = `${target}.${process.pid}.partial`;
  try {
    await fill(partial);
    const accounts = orNamed(partial, () => settle(partial));
    flush(partial);
    renameSync(partial, target);
    flush(path.dirname(path.resolve(target)));
    return { outcome: 'saved', accounts };
  } finally {
    remove(partial);
  }
}

/** A file with every table and no rows. */
export function makeEmpty(partial: string): void {
  closeSync(create(partial));
  openFile(partial, 'accounts').close();
  for (const content of dataFileNames)
    if (content !== 'accounts') orNamed(partial, () => addTables(partial, content, undefined));
}

/** The copy is at the newest schema. The file itself stays as it is: its server may be of the release before. */
async function copyFile(folder: string, content: DataFileName, copy: string): Promise<void> {
  const file = dataFile({ DATA_DIR: folder }, content);
  // SQLite would make it readable for everybody.
  closeSync(create(copy));
  using source = orNamed(file, () => {
    inspectFile(file, content, BUSY_TIMEOUT_MS);
    return new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  });
  // What was wrong with the source, looking at it has said.
  await backup(source, copy, { rate: ALL_PAGES }).catch((error: unknown) => {
    throw namedError(error, copy);
  });
  openFile(copy, content).close();
}

function addTables(partial: string, content: DataFileName, from: string | undefined): void {
  using database = new DatabaseSync(partial);
  // There since before, where somebody made a backup the accounts' file itself.
  for (const table of tablesOf(content)) database.exec(`DROP TABLE IF EXISTS ${table}`);
  for (const { file, sqlite } of migrations) if (file === content) database.exec(sqlite);
  if (from === undefined) return;
  database.prepare('ATTACH ? AS beside').run(from);
  for (const table of tablesOf(content)) {
    const columns = columnsOf(table);
    database.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM beside.${table}`);
  }
}

/** One file without companions, at the version that all its tables have, looked through once more. Returns the number of accounts. */
function settle(partial: string): number {
  using database = new DatabaseSync(partial);
  database.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA journal_mode = DELETE`);
  inspectFile(partial, 'accounts', BUSY_TIMEOUT_MS);
  return Number(database.prepare('SELECT count(*) AS n FROM accounts').get()?.n);
}

export function orNamed<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw namedError(error, file);
  }
}

function create(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new StoreError('store-folder-unwritable', `${file} cannot be made: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

function remove(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** A file, or the names in a folder, are on the disk. */
export function flush(target: string): void {
  const descriptor = openSync(target, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
