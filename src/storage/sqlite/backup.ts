import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { describeWriteReason } from '../../shared/file-errors.ts';
import { type DataFile, listColumns, listTables } from '../data-file.ts';
import { baseTables, migrations, NEWEST_VERSION } from '../migrations.ts';
import { locateDataFile } from '../open-database.ts';
import { StoreError } from '../store-error.ts';
import { accountsFile } from '../tables.ts';
import { translateSqliteError } from './errors.ts';
import { inspectFile } from './inspect-file.ts';
import { applyOwnMigrations, openFile } from './open-file.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** Copies all pages in one step: a copy in several steps starts again after every write in between. */
const ALL_PAGES = 2 ** 31 - 1;

export type SaveResult =
  | { outcome: 'saved'; accounts: number }
  /** The target file already exists. It wasn't changed. */
  | { outcome: 'exists' };

/**
 * Saves a data folder as it is at one moment into one file, while other processes read and write. The file is a copy of
 * the accounts file, with the tables of the other files added. It gets its name only when it is complete, checked and
 * on the disk. Rejects with a `StoreError`, and then leaves no file.
 */
export async function backUpFolder(
  folder: string,
  target: string,
  files: readonly DataFile[],
): Promise<SaveResult> {
  return writeBackup(target, async (partialFile) => {
    const besideFile = `${partialFile}-beside`;
    try {
      await copyFile(folder, accountsFile, partialFile);
      for (const file of listFeatureFiles(files)) {
        const exists = existsSync(locateDataFile({ DATA_DIR: folder }, file));
        if (exists) await copyFile(folder, file, besideFile);
        withSqliteErrors(partialFile, () => addTables(partialFile, file, exists ? besideFile : undefined));
        removeDatabaseFile(besideFile);
      }
    } finally {
      removeDatabaseFile(besideFile);
    }
  });
}

/** Lists the files besides that of the accounts. */
export function listFeatureFiles(files: readonly DataFile[]): DataFile[] {
  return files.filter(({ name }) => name !== accountsFile.name);
}

/** End of the name of a backup that isn't complete. */
const PARTIAL = /\.\d+\.partial$/;

/** Lets `fill` create a file with every table, and names it `target` once it is complete, checked and on the disk. */
export async function writeBackup(
  target: string,
  fill: (partial: string) => Promise<void>,
): Promise<SaveResult> {
  if (existsSync(target)) return { outcome: 'exists' };
  const partialFile = `${target}.${process.pid}.partial`;
  try {
    await fill(partialFile);
    const accounts = withSqliteErrors(partialFile, () => finishBackup(partialFile));
    syncToDisk(partialFile);
    renameSync(partialFile, target);
    syncToDisk(path.dirname(path.resolve(target)));
    return { outcome: 'saved', accounts };
  } finally {
    removeDatabaseFile(partialFile);
  }
}

/** Creates a file with every table and no rows. */
export function createEmptyBackup(partialFile: string, files: readonly DataFile[]): void {
  closeSync(createPrivateFile(partialFile));
  openFile(partialFile, accountsFile).close();
  for (const file of listFeatureFiles(files))
    withSqliteErrors(partialFile, () => addTables(partialFile, file, undefined));
}

/** Copies a file and migrates the copy. The original keeps its schema, because an older server may be using it. */
async function copyFile(folder: string, declaration: DataFile, copy: string): Promise<void> {
  const file = locateDataFile({ DATA_DIR: folder }, declaration);
  // SQLite would create it with permissions for all users.
  closeSync(createPrivateFile(copy));
  using source = withSqliteErrors(file, () => {
    inspectFile(file, [declaration], BUSY_TIMEOUT_MS);
    return new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  });
  // `inspectFile` has checked the source, so a failure here is about the copy.
  await backup(source, copy, { rate: ALL_PAGES }).catch((error: unknown) => {
    throw translateSqliteError(error, copy);
  });
  openFile(copy, declaration).close();
}

function addTables(partialFile: string, file: DataFile, from: string | undefined): void {
  using database = new DatabaseSync(partialFile);
  const tables = listTables([file]);
  // The tables exist already if a backup was put in place of the accounts file.
  for (const { name } of tables.toReversed()) database.exec(`DROP TABLE IF EXISTS ${name}`);
  for (const step of [...baseTables, ...migrations]) if (step.file === file.name) database.exec(step.sqlite);
  applyOwnMigrations(database, file, 0);
  if (from === undefined) return;
  database.prepare('ATTACH ? AS beside').run(from);
  for (const { name, ...table } of tables) {
    const columns = listColumns(table);
    database.exec(`INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM beside.${name}`);
  }
}

/**
 * Merges the write-ahead log into the file, sets the version that all its tables have, and checks the file again.
 * Returns the number of accounts.
 */
function finishBackup(partialFile: string): number {
  using database = new DatabaseSync(partialFile);
  database.exec(`PRAGMA user_version = ${NEWEST_VERSION}; PRAGMA journal_mode = DELETE`);
  inspectFile(partialFile, [accountsFile], BUSY_TIMEOUT_MS);
  return Number(database.prepare('SELECT count(*) AS n FROM accounts').get()?.n);
}

/** Runs `work`, and throws failures of SQLite as a `StoreError` about this file. */
export function withSqliteErrors<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateSqliteError(error, file);
  }
}

function createPrivateFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new StoreError(
      'store-folder-unwritable',
      `Can't create ${file.replace(PARTIAL, '')}: ${describeWriteReason(error)}. Check that the folder exists and is writable.`,
      {
        cause: error,
      },
    );
  }
}

function removeDatabaseFile(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Makes sure that a file, or the list of names in a folder, is on the disk. */
export function syncToDisk(target: string): void {
  const descriptor = openSync(target, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
