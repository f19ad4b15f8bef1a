import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formatCommand } from '../../shared/call-of.ts';
import { listFolder } from '../../shared/if-present.ts';
import { describeOtherThanFile } from '../../shared/regular-file.ts';
import { readSqliteCode, SQLITE_BUSY } from '../../shared/sqlite-code.ts';
import type { DataFile } from '../data-file.ts';
import { BASE_VERSION, baseTables, baseVersions, migrations } from '../migrations.ts';
import { StoreError } from '../store-error.ts';
import { accountsFile } from '../tables.ts';
import { readDataVersion, writeDataVersion } from './data-versions.ts';
import { translateSqliteError } from './errors.ts';
import { APPLICATION_ID, inspectFile, readPragma } from './inspect-file.ts';
import { RESERVE_SUFFIX } from './reserve.ts';

/** Settings of an open SQLite file. */
export interface SqliteOptions {
  /**
   * How long to wait while another process holds the file; 2 s by default. Waiting blocks the event loop. Our own
   * transactions take milliseconds, so anything that holds the file longer is another program.
   */
  busyTimeoutMs?: number;
  /** Creates an accounts file even where other files show that one was lost. For restoring a backup. */
  replacesLostFile?: boolean;
}

/**
 * Opens the file, or creates it, and migrates it to the newest schema. Throws a `StoreError` if the file can't be used,
 * and then leaves every byte of it unchanged.
 */
export function openFile(
  file: string,
  declaration: DataFile,
  { busyTimeoutMs = 2_000, replacesLostFile = false }: SqliteOptions = {},
): DatabaseSync {
  try {
    if (!replacesLostFile) refuseLostFile(file);
    const state = prepareFile(file);
    if (state === 'empty' && !replacesLostFile) refuseEmptiedFile(file, busyTimeoutMs);
    return retryWhileBusy(busyTimeoutMs, () => {
      if (state === 'filled') inspectFile(file, [declaration], busyTimeoutMs);
      return connect(file, declaration, busyTimeoutMs);
    });
  } catch (error) {
    throw translateSqliteError(error, file);
  }
}

/** Applies all missing migrations of these files, or none. */
export function migrateSqlite(database: DatabaseSync, files: readonly DataFile[]): void {
  const names = files.map(({ name }) => name);
  const steps = migrations
    .map(({ file, sqlite }, index) => ({ file, sqlite, version: BASE_VERSION + index + 1 }))
    .filter(({ file }) => names.includes(file));
  const versions = [...names.map((name) => baseVersions[name] ?? 0), ...steps.map(({ version }) => version)];
  const newest = Math.max(...versions);
  const readVersion = () => Number(readPragma(database, 'user_version'));
  const hasOwnSteps = files.some((file) => readDataVersion(database, file) < file.migrations.length);
  if (readVersion() >= newest && !hasOwnSteps) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // The version is read again inside the transaction: another process may have migrated the file meanwhile.
    const version = readVersion();
    if (version === 0)
      for (const { file, sqlite } of baseTables) if (names.includes(file)) database.exec(sqlite);
    for (const step of steps) if (step.version > version) database.exec(step.sqlite);
    for (const file of files) applyOwnMigrations(database, file, readDataVersion(database, file));
    database.exec(`PRAGMA user_version = ${Math.max(version, newest)}`);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Applies the migrations that a file declares, from this version on. */
export function applyOwnMigrations(database: DatabaseSync, file: DataFile, version: number): void {
  if (version >= file.migrations.length) return;
  for (const { sqlite } of file.migrations.slice(version)) database.exec(sqlite);
  writeDataVersion(database, file);
}

function connect(file: string, declaration: DataFile, busyTimeoutMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec(`PRAGMA synchronous = ${declaration.durable ? 'FULL' : 'NORMAL'}`);
    migrateSqlite(database, [declaration]);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Retries `open` while another process opens the same file: SQLite doesn't wait when entering WAL mode fails, it
 * reports "busy" immediately. Blocks the thread, as all of `node:sqlite` does.
 */
function retryWhileBusy<T>(forMs: number, open: () => T): T {
  const deadline = Date.now() + forMs;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (readSqliteCode(error) !== SQLITE_BUSY || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** Creates the folder and the file if they are missing, readable by this user only. Returns what was there before. */
function prepareFile(file: string): 'new' | 'empty' | 'filled' {
  const folder = path.dirname(path.resolve(file));
  try {
    // The call isn't recursive, so that a mistyped path creates no folders.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new StoreError(
        'store-folder-missing',
        `Can't create ${folder}: its parent folder doesn't exist. Check DATA_DIR.`,
      );
    }
    if (code !== 'EEXIST') throw createUnwritableFolderError(folder);
  }
  if (!statSync(folder).isDirectory()) {
    throw new StoreError(
      'store-folder-missing',
      `${folder} is a file, but DATA_DIR must be a folder. Check DATA_DIR.`,
    );
  }
  // SQLite writes its -wal and -shm files beside the database.
  if (!isAllowed(folder, constants.W_OK | constants.X_OK)) throw createUnwritableFolderError(folder);

  refuseOtherThanFiles(file);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) {
    // SQLite would create it with permissions for all users. The -wal and -shm files inherit the mode.
    closeSync(openSync(file, 'a', 0o600));
    return 'new';
  }
  if (!isAllowed(file, constants.R_OK | constants.W_OK)) {
    throw new StoreError(
      'store-read-only',
      `${file} isn't readable and writable. Give this user access to it.`,
    );
  }
  return stats.size > 0 ? 'filled' : 'empty';
}

/** SQLite waits for a pipe, or reports an error that doesn't name the path. */
function refuseOtherThanFiles(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    const kind = describeOtherThanFile(name);
    if (kind !== undefined)
      throw new StoreError(
        'store-not-a-database',
        `${name} is ${kind}, not a file. Nothing was changed. Move it away, or set DATA_DIR to another folder.`,
      );
  }
}

/**
 * Describes an accounts file that is missing or empty although files exist that are created after it: a crash, a bad
 * copy or a wrong `DATA_DIR`. Opening it as a new file would give a site without accounts, where the first visitor with
 * a set-up link or the owner of `ADMIN_EMAIL` becomes administrator.
 */
export function describeLostFile(file: string): StoreError | undefined {
  // The files beside it are listed before the file itself is checked: another process may be creating all of them now,
  // the file first.
  const remains = findLaterFiles(file);
  if (remains.length === 0) return undefined;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && (stats.size > 0 || !stats.isFile())) return undefined;
  const names = new Intl.ListFormat('en').format(remains);
  const restore = formatCommand('store', 'restore <backup>');
  return new StoreError(
    'store-lost',
    `${file} ${stats === undefined ? 'is missing' : 'is empty'}, but ${names} beside it ${remains.length === 1 ? "isn't" : "aren't"}: the accounts are lost, or DATA_DIR is wrong. Nothing was changed. Put the file back, or restore a backup with "${restore}". To start without accounts, move ${remains.length === 1 ? 'that file' : 'those files'} away.`,
  );
}

function refuseLostFile(file: string): void {
  if (existsSync(file)) return;
  const error = describeLostFile(file);
  if (error) throw error;
}

/** Refuses an empty file that should have accounts. Waits, because another process may be creating it. */
function refuseEmptiedFile(file: string, waitMs: number): void {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const error = describeLostFile(file);
    if (error === undefined) return;
    if (Date.now() >= deadline) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** Lists the files with content in the same folder that can only exist after the accounts file. */
function findLaterFiles(file: string): string[] {
  const accounts = `${accountsFile.name}.db`;
  if (path.basename(file) !== accounts) return [];
  const folder = path.dirname(path.resolve(file));
  // Features that are no longer installed may have left files too.
  const dataFiles = listFolder(folder).filter((name) => name.endsWith('.db') && name !== accounts);
  const otherFiles = ['secret.key', `${accounts}-wal`, `${accounts}${RESERVE_SUFFIX}`];
  return [...dataFiles.sort(), ...otherFiles].filter((name) => {
    const stats = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return stats?.isFile() && stats.size > 0;
  });
}

function isAllowed(target: string, mode: number): boolean {
  try {
    accessSync(target, mode);
    return true;
  } catch {
    return false;
  }
}

function createUnwritableFolderError(folder: string): StoreError {
  return new StoreError(
    'store-folder-unwritable',
    `${folder} isn't writable. Give this user write access, or set DATA_DIR to another folder.`,
  );
}
