import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../migrations.ts';
import { StoreError } from '../store-error.ts';
import { type DataFileName, dataFiles, tablesOf } from '../tables.ts';
import { corrupt, notADatabase } from './errors.ts';

/** Tells our files from any other program's database. Older than our name: files have it since the first release. */
export const APPLICATION_ID = 0x4c_72_6e_41;

/** Judges the file through a connection that cannot write, so that a refusal changes nothing. Throws a `StoreError`. */
export function inspectFile(file: string, content: DataFileName, busyTimeoutMs: number): void {
  if (!startsLikeSqlite(file)) throw notADatabase(file);
  using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
  // At one moment: another process may be making the file.
  database.exec('BEGIN');
  const version = Number(pragma(database, 'user_version'));
  if (dataFiles[content].durable && pragma(database, 'quick_check(1)') !== 'ok') throw corrupt(file);
  if (!isOurs(database, content, version))
    throw new StoreError(
      'store-foreign',
      `${file} is the database of another program. Nothing was changed: point DATA_DIR to another folder.`,
    );
  if (version > migrations.length)
    throw new StoreError(
      'store-newer',
      `${file} was written by a newer version (schema ${version}, this one knows ${migrations.length}). Nothing was changed: start the newer version, or put back the backup made before the update.`,
    );
}

function isOurs(database: DatabaseSync, content: DataFileName, version: number): boolean {
  const application = pragma(database, 'application_id');
  if (application === APPLICATION_ID) return true;
  const there = tableNamesIn(database);
  if (there.length === 0 || !dataFiles[content].unmarked) return there.length === 0;
  const own: readonly string[] = tablesOf(content);
  return application === 0 && version === 0 && there.every((name) => own.includes(name));
}

export function tableNamesIn(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  return rows.map(({ name }) => String(name));
}

export function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
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
