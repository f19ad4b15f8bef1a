import type { DatabaseSync } from 'node:sqlite';
import { CREATE_VERSIONS, type DataFile } from '../data-file.ts';

/** The version of the tables of a file: the number of its own migrations that were applied. */
export function readDataVersion(database: DatabaseSync, { name }: Pick<DataFile, 'name'>): number {
  const table = "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = 'data_versions'";
  if (database.prepare(table).get() === undefined) return 0;
  const row = database.prepare('SELECT version FROM main.data_versions WHERE name = ?').get(name);
  return Number(row?.version ?? 0);
}

/** Stores that all migrations of a file were applied. */
export function writeDataVersion(database: DatabaseSync, { name, migrations }: DataFile): void {
  database.exec(CREATE_VERSIONS.sqlite);
  database
    .prepare('INSERT OR REPLACE INTO main.data_versions (name, version) VALUES (?, ?)')
    .run(name, migrations.length);
}
