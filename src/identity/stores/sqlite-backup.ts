import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';
import { namedError } from './sqlite-errors.ts';
import { inspect } from './sqlite-file.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** In one go: a copy in steps begins anew whenever somebody writes in between. */
const ALL_PAGES = 2 ** 31 - 1;

export type BackupResult =
  | { outcome: 'saved'; accounts: number }
  /** There is such a file; it was not touched. */
  | { outcome: 'exists' };

/**
 * The store as it is at one moment, into one file of its own, while other processes read and write. The file has its
 * name only once it is whole, checked and on the disk. Rejects with a `StoreError`, and then leaves no file.
 */
export async function backupStore(file: string, target: string): Promise<BackupResult> {
  if (existsSync(target)) return { outcome: 'exists' };
  const partial = `${target}.${process.pid}.partial`;
  try {
    // SQLite would make it readable for everybody.
    closeSync(create(partial));
    await copyPages(file, partial);
    const accounts = settle(partial);
    flush(partial);
    renameSync(partial, target);
    flush(path.dirname(path.resolve(target)));
    return { outcome: 'saved', accounts };
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(partial + suffix, { force: true });
  }
}

function create(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    throw new StoreError(
      'store-folder-unwritable',
      `${file} cannot be made: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    );
  }
}

async function copyPages(file: string, partial: string): Promise<void> {
  let source: DatabaseSync | undefined;
  try {
    inspect(file, BUSY_TIMEOUT_MS);
    source = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    await backup(source, partial, { rate: ALL_PAGES });
  } catch (error) {
    // What was wrong with the source, looking at it has said.
    throw namedError(error, source === undefined ? file : partial);
  } finally {
    source?.close();
  }
}

/** One file without companions, looked through once more. */
function settle(partial: string): number {
  try {
    const database = new DatabaseSync(partial);
    try {
      database.exec('PRAGMA journal_mode = DELETE');
      inspect(partial, BUSY_TIMEOUT_MS);
      const hasAccounts = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'accounts'").get();
      return hasAccounts ? Number(database.prepare('SELECT count(*) AS n FROM accounts').get()?.n) : 0;
    } finally {
      database.close();
    }
  } catch (error) {
    throw namedError(error, partial);
  }
}

function flush(target: string): void {
  const descriptor = openSync(target, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
