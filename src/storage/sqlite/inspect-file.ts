import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { formatCommand } from '../../shared/call-of.ts';
import { describeIrregularFile } from '../../shared/regular-file.ts';
import type { DataFile } from '../data-file.ts';
import { baseVersions, NEWEST_VERSION } from '../migrations.ts';
import { createNewerDataError, createOlderDataError, StoreError } from '../store-error.ts';
import { readDataVersion } from './data-versions.ts';
import { createCorruptFileError, createNotADatabaseError } from './errors.ts';

/** Marks our SQLite files. Files have had this number since the first release, which had another product name. */
export const APPLICATION_ID = 0x4c_72_6e_41;

/**
 * Throws a `StoreError` if the file can't be used. Opens it read-only, so the check changes nothing. `kind` is the data
 * file that it must be; a backup has the tables of `addedFiles` too.
 */
export function inspectFile(
  file: string,
  [kind, ...addedFiles]: readonly [DataFile, ...DataFile[]],
  busyTimeoutMs: number,
): void {
  if (!startsLikeSqlite(file)) throw createNotADatabaseError(file);
  using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  // Reads in a transaction, because another process may be creating the file.
  database.exec('BEGIN');
  const version = Number(readPragma(database, 'user_version'));
  if (kind.durable && readPragma(database, 'quick_check(1)') !== 'ok') throw createCorruptFileError(file);
  if (!isOwnDatabase(database))
    throw new StoreError(
      'store-foreign',
      `${file} belongs to another program. Nothing was changed. Set DATA_DIR to another folder.`,
    );
  if (version > NEWEST_VERSION)
    throw new StoreError(
      'store-newer',
      `${file} was written by a newer version of Gatehouse (schema ${version}; this version supports up to ${NEWEST_VERSION}). Nothing was changed. Use the newer version. To go back to this one, move the .db files in DATA_DIR away, then restore a backup from before the update with "${formatCommand('store', 'restore <backup>')}".`,
    );
  if (version > 0 && version < (baseVersions[kind.name] ?? 0)) throw createOlderDataError(file, version);
  for (const dataFile of [kind, ...addedFiles]) {
    const dataVersion = readDataVersion(database, dataFile);
    if (dataVersion > dataFile.migrations.length) throw createNewerDataError(file, dataFile, dataVersion);
  }
}

function isOwnDatabase(database: DatabaseSync): boolean {
  return readPragma(database, 'application_id') === APPLICATION_ID || listTableNames(database).length === 0;
}

export function listTableNames(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return rows.map(({ name }) => String(name));
}

export function readPragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

function startsLikeSqlite(file: string): boolean {
  const magic = Buffer.from('SQLite format 3\0', 'latin1');
  const start = Buffer.alloc(magic.length);
  if (describeIrregularFile(file) !== undefined) return false;
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.equals(magic);
}
