import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { SideFile } from './side-file.ts';
import { namedError } from './sqlite-errors.ts';
import { inspect } from './sqlite-file.ts';
import { StoreError } from './store-error.ts';

const BUSY_TIMEOUT_MS = 10_000;
/** In one go: a copy in steps begins anew whenever somebody writes in between. */
const ALL_PAGES = 2 ** 31 - 1;

export type BackupResult =
  | { outcome: 'saved'; accounts: number }
  /** There is such a file; it was not touched. */
  | { outcome: 'exists' };

/**
 * The store as it is at one moment, into one file of its own, while other processes read and write, with the tables of
 * the files beside it. The file has its name only once it is whole, checked and on the disk. Rejects with a
 * `StoreError`, and then leaves no file.
 */
export async function backupStore(
  file: string,
  target: string,
  sideFiles: readonly SideFile[] = [],
): Promise<BackupResult> {
  if (existsSync(target)) return { outcome: 'exists' };
  const partial = `${target}.${process.pid}.partial`;
  try {
    // SQLite would make it readable for everybody.
    closeSync(create(partial));
    await copyPages(file, partial);
    for (const sideFile of sideFiles) if (existsSync(sideFile.file)) addTables(sideFile, partial);
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

function addTables({ file, schema, tables }: SideFile, partial: string): void {
  const database = new DatabaseSync(partial, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(schema);
    database.prepare('ATTACH ? AS beside').run(file);
    database.exec('BEGIN');
    for (const table of tables) {
      // There since before, where somebody made a backup the store itself; not there, in a file just being made.
      database.exec(`DELETE FROM main.${table}`);
      if (hasTable(database, 'beside', table))
        database.exec(`INSERT INTO main.${table} SELECT * FROM beside.${table}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    const named = namedError(error, file);
    throw named instanceof StoreError && named.code === 'store-full' ? namedError(error, partial) : named;
  } finally {
    database.close();
  }
}

export function hasTable(database: DatabaseSync, schema: string, table: string): boolean {
  return database.prepare(`SELECT 1 FROM ${schema}.sqlite_schema WHERE name = ?`).get(table) !== undefined;
}

/** One file without companions, looked through once more. */
function settle(partial: string): number {
  try {
    const database = new DatabaseSync(partial);
    try {
      database.exec('PRAGMA journal_mode = DELETE');
      inspect(partial, BUSY_TIMEOUT_MS);
      return hasTable(database, 'main', 'accounts')
        ? Number(database.prepare('SELECT count(*) AS n FROM accounts').get()?.n)
        : 0;
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
