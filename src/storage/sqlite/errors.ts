import path from 'node:path';
import { formatCommand } from '../../shared/call-of.ts';
import { describeFileReason } from '../../shared/reason.ts';
import { readSqliteCode, SQLITE_BUSY } from '../../shared/sqlite-code.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

// https://www.sqlite.org/rescode.html, primary codes
const LOCKED = 6;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const NOTADB = 26;

/** Returns a failure of SQLite as a `StoreError` that says what to do. Returns any other error, a bug, unchanged. */
export function translateSqliteError(error: unknown, file: string): unknown {
  const code = readSqliteCode(error);
  if (code === undefined) return error;
  const storeError = (name: StoreErrorCode, message: string) =>
    new StoreError(name, message, { cause: error });
  switch (code) {
    case SQLITE_BUSY:
    case LOCKED:
      return storeError(
        'store-locked',
        `${file} is locked by another program. Close that program (a backup or a database browser), then try again.`,
      );
    case READONLY:
      return storeError('store-read-only', `${file} isn't writable. Give this user write access to it.`);
    case CORRUPT:
      return createCorruptFileError(file, { cause: error });
    case NOTADB:
      return createNotADatabaseError(file, { cause: error });
    case FULL:
      return storeError('store-full', `The disk with ${path.dirname(file)} is full. Free some space.`);
    default:
      return storeError('store-unavailable', `Can't use ${file}: ${describeFileReason(error)}.`);
  }
}

export function createCorruptFileError(file: string, cause?: ErrorOptions): StoreError {
  return new StoreError(
    'store-corrupt',
    `${file} is damaged. Nothing was changed. Move it and its -wal file away, then restore a backup with "${formatCommand('store', 'restore <backup>')}".`,
    cause,
  );
}

export function createNotADatabaseError(file: string, cause?: ErrorOptions): StoreError {
  return new StoreError(
    'store-not-a-database',
    `${file} isn't a SQLite database. Nothing was changed. Move it away, or set DATA_DIR to another folder.`,
    cause,
  );
}
