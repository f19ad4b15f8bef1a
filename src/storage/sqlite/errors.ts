import { reasonOf } from '../../shared/reason.ts';
import { SQLITE_BUSY, sqliteCode } from '../../shared/sqlite-code.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

// https://www.sqlite.org/rescode.html, primary codes
const LOCKED = 6;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const NOTADB = 26;

/** A failure of SQLite as a named error with its next step; anything else (a bug) as it came. */
export function namedError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const named = (name: StoreErrorCode, message: string) => new StoreError(name, message, { cause: error });
  switch (code) {
    case SQLITE_BUSY:
    case LOCKED:
      return named(
        'store-locked',
        `${file} is locked by another program: end the one that holds it (a backup, a database browser), then try again.`,
      );
    case READONLY:
      return named('store-read-only', `${file} cannot be written: give this user write access to it.`);
    case CORRUPT:
      return corrupt(file, { cause: error });
    case NOTADB:
      return notADatabase(file, { cause: error });
    case FULL:
      return named('store-full', `The disk that holds ${file} is full: make room on it.`);
    default:
      return named('store-unavailable', `${file} cannot be used: ${reasonOf(error)}.`);
  }
}

export function corrupt(file: string, cause?: ErrorOptions): StoreError {
  return new StoreError(
    'store-corrupt',
    `${file} is damaged. Nothing was changed: move it and its -wal file away, put a backup in its place, then start again.`,
    cause,
  );
}

export function notADatabase(file: string, cause?: ErrorOptions): StoreError {
  return new StoreError(
    'store-not-a-database',
    `${file} is not a SQLite database. Nothing was changed: move it away, or point DATA_DIR to another folder.`,
    cause,
  );
}
