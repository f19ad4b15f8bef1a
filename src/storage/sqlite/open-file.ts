import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_BUSY, sqliteCode } from '../../shared/sqlite-code.ts';
import { migrations } from '../migrations.ts';
import { StoreError } from '../store-error.ts';
import { type DataFileName, dataFiles } from '../tables.ts';
import { namedError, notADatabase } from './errors.ts';
import { APPLICATION_ID, inspectFile, pragma } from './inspect-file.ts';

export interface SqliteOptions {
  /**
   * How long to wait for another process. Waiting blocks the event loop, and our own transactions last milliseconds:
   * who holds the file for longer than 2 s, the default, is another program.
   */
  busyTimeoutMs?: number;
}

/** Opens or creates the file at its newest schema. Throws a `StoreError`; a file it refuses keeps every byte. */
export function openFile(
  file: string,
  content: DataFileName,
  { busyTimeoutMs = 2_000 }: SqliteOptions = {},
): DatabaseSync {
  try {
    const state = prepareFile(file);
    if (state === 'empty') refuseEmptied(file, busyTimeoutMs);
    return retryWhileBusy(busyTimeoutMs, () => {
      if (state === 'filled') inspectFile(file, content, busyTimeoutMs);
      return connect(file, content, busyTimeoutMs);
    });
  } catch (error) {
    throw namedError(error, file);
  }
}

/** All missing steps of these files or none. */
export function migrate(database: DatabaseSync, contents: readonly DataFileName[]): void {
  const steps = [...migrations.entries()].filter(([, { file }]) => contents.includes(file));
  const newest = (steps.at(-1)?.[0] ?? -1) + 1;
  const current = () => Number(pragma(database, 'user_version'));
  if (current() >= newest) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Inside the transaction: another process may have been faster.
    const version = current();
    for (const [at, { sqlite }] of steps) if (at >= version) database.exec(sqlite);
    database.exec(`PRAGMA user_version = ${Math.max(version, newest)}`);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function connect(file: string, content: DataFileName, busyTimeoutMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`PRAGMA synchronous = ${dataFiles[content].durable ? 'FULL' : 'NORMAL'}`);
    migrate(database, [content]);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens again while another process does the same: entering WAL mode fails at once then, SQLite does not wait there.
 * Blocks, as everything of `node:sqlite` does.
 */
function retryWhileBusy<T>(forMs: number, open: () => T): T {
  const deadline = Date.now() + forMs;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Creates folder and file where they are missing, for this user only. `filled`: there is content to respect. */
function prepareFile(file: string): 'new' | 'empty' | 'filled' {
  const folder = path.dirname(path.resolve(file));
  try {
    // Not recursive: of a mistyped path nothing comes to be.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new StoreError(
        'store-folder-missing',
        `${folder} cannot be made, its parent is not a folder: check DATA_DIR.`,
      );
    }
    if (code !== 'EEXIST') throw folderUnwritable(folder);
  }
  if (!statSync(folder).isDirectory()) {
    throw new StoreError(
      'store-folder-missing',
      `${folder} is a file where a folder is needed: check DATA_DIR.`,
    );
  }
  // SQLite writes its -wal and -shm files beside the database.
  if (!allowed(folder, constants.W_OK | constants.X_OK)) throw folderUnwritable(folder);

  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) {
    // SQLite would make it readable for everybody; its companions inherit the mode.
    closeSync(openSync(file, 'a', 0o600));
    return 'new';
  }
  if (!stats.isFile()) throw notADatabase(file);
  if (!allowed(file, constants.R_OK | constants.W_OK)) {
    throw new StoreError(
      'store-read-only',
      `${file} cannot be read and written: give this user access to it.`,
    );
  }
  return stats.size > 0 ? 'filled' : 'empty';
}

/**
 * A database file without a byte, beside files that came after it: a crash or a bad copy has emptied it. Opened as a new
 * one it would be a site without its accounts, where `ADMIN_EMAIL` administers. Another process that makes the file just
 * now fills it within a moment.
 */
function refuseEmptied(file: string, waitMs: number): void {
  const remains = laterFiles(file);
  if (remains.length === 0) return;
  const deadline = Date.now() + waitMs;
  while (statSync(file).size === 0) {
    if (Date.now() >= deadline) throw emptied(file, remains);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** What is only there after the accounts: names of files with content, in the same folder. */
function laterFiles(file: string): string[] {
  const { accounts, ...others } = dataFiles;
  if (path.basename(file) !== accounts.name) return [];
  const names = [...Object.values(others).map(({ name }) => name), 'secret.key', `${accounts.name}-wal`];
  return names.filter((name) => {
    const stats = statSync(path.join(path.dirname(file), name), { throwIfNoEntry: false });
    return stats !== undefined && stats.size > 0;
  });
}

function emptied(file: string, remains: readonly string[]): StoreError {
  return new StoreError(
    'store-corrupt',
    `${file} is empty, though ${remains.join(', ')} beside it ${remains.length === 1 ? 'is' : 'are'} not: its accounts are lost. Nothing was changed: put back a backup, or remove ${file} to begin without accounts.`,
  );
}

function allowed(target: string, mode: number): boolean {
  try {
    accessSync(target, mode);
    return true;
  } catch {
    return false;
  }
}

function folderUnwritable(folder: string): StoreError {
  return new StoreError(
    'store-folder-unwritable',
    `${folder} cannot be written: give this user write access, or set DATA_DIR.`,
  );
}
