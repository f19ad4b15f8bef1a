import { accessSync, closeSync, constants, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { corrupt, namedError, notADatabase } from './sqlite-errors.ts';
import { StoreError } from './store-error.ts';

export interface SqliteOptions {
  /** How long to wait for another process. Waiting blocks the event loop, and our own transactions last
   * milliseconds: who holds the file for longer than 2 s, the default, is another program. */
  busyTimeoutMs?: number;
}
/** "LrnA": tells an accounts file from any other program's database. */
const APPLICATION_ID = 0x4c_72_6e_41;

/** Opens or creates the file at the newest schema. Throws a `StoreError`; a file it refuses keeps every byte. */
export function openDatabase(file: string, { busyTimeoutMs = 2_000 }: SqliteOptions = {}): DatabaseSync {
  try {
    const existed = prepareFile(file);
    return retryWhileBusy(busyTimeoutMs, () => {
      if (existed) inspect(file, busyTimeoutMs);
      return connect(file, busyTimeoutMs);
    });
  } catch (error) {
    throw namedError(error, file);
  }
}

/** Makes folder and file where they are missing, for this user only. True when there is content to respect. */
function prepareFile(file: string): boolean {
  const folder = path.dirname(path.resolve(file));
  try {
    // Not recursive: of a mistyped path nothing comes to be.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = errorCode(error);
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
    return false;
  }
  if (!stats.isFile()) throw notADatabase(file);
  if (!allowed(file, constants.R_OK | constants.W_OK)) {
    throw new StoreError(
      'store-read-only',
      `${file} cannot be read and written: give this user access to it.`,
    );
  }
  return stats.size > 0;
}

/** Judges the file through a connection that cannot write, so that a refusal changes nothing. */
export function inspect(file: string, busyTimeoutMs: number): void {
  if (!startsLikeSqlite(file)) throw notADatabase(file);
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // At one moment: another process may be making the file.
    database.exec('BEGIN');
    const version = pragma(database, 'user_version');
    const application = pragma(database, 'application_id');
    if (pragma(database, 'quick_check(1)') !== 'ok') throw corrupt(file);
    const tables = Number(database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n);
    if (application !== APPLICATION_ID && tables > 0) {
      throw new StoreError(
        'store-foreign',
        `${file} is the database of another program. Nothing was changed: point DATA_DIR to another folder.`,
      );
    }
    if (Number(version) > migrations.length) {
      throw new StoreError(
        'store-newer',
        `${file} was written by a newer version (schema ${version}, this one knows ${migrations.length}). Nothing was changed: start the newer version, or put back the backup made before the update.`,
      );
    }
  } finally {
    database.close();
  }
}

function connect(file: string, busyTimeoutMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    // decisions/embedded-store-synchronous.md
    database.exec('PRAGMA synchronous = FULL');
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** All missing steps or none. The version is read inside the transaction: another process may have been faster. */
function migrate(database: DatabaseSync): void {
  if (Number(pragma(database, 'user_version')) === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const step of migrations.slice(Number(pragma(database, 'user_version')))) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function startsLikeSqlite(file: string): boolean {
  const magic = Buffer.from('SQLite format 3\0', 'latin1');
  const start = Buffer.alloc(magic.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.equals(magic);
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
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

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
