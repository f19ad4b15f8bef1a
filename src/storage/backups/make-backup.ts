import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../shared/reason.ts';
import { dataFile } from '../open-database.ts';
import { saveDatabase } from '../postgres/save-database.ts';
import { backupFolder, flush } from '../sqlite/backup.ts';
import { restoreFolder } from '../sqlite/restore.ts';
import { StoreError } from '../store-error.ts';
import { columnsOf, type TableName, tableNames, tables } from '../tables.ts';
import { type Backup, backupName, listBackups, removeUnfinished } from './backup-files.ts';

/** What is saved: a data folder, or the database of this address. */
type BackupSource = { dataDir: string } | { databaseUrl: string };

export interface BackupPlan {
  source: BackupSource;
  /** Made where it is missing, for this user only. */
  folder: string;
  /** Of these, the newest stay. */
  keep: number;
}

/**
 * A backup under its name only after a restore of it brought every row back, and older ones removed only then. For one
 * process at a time: what others left unfinished goes. Rejects with a `StoreError`.
 */
export async function makeBackup({ source, folder, keep }: BackupPlan, now: number): Promise<Backup> {
  makeFolder(folder);
  removeUnfinished(folder);
  const name = backupName(now);
  const target = path.join(folder, name);
  const partial = `${target}.partial`;
  const scratch = `${partial}-restored`;
  try {
    if ('dataDir' in source) await backupFolder(source.dataDir, partial);
    else await saveDatabase(source.databaseUrl, partial);
    mkdirSync(scratch, { mode: 0o700 });
    verify(partial, scratch);
    renameSync(partial, target);
    flush(folder);
  } finally {
    removeUnfinished(folder);
  }
  const [made, ...older] = listBackups(folder).filter((one) => one.name <= name);
  if (made?.name !== name) throw new Error(`${target} was made, and is not there.`);
  for (const { file } of older.slice(keep - 1)) rmSync(file, { force: true });
  return made;
}

function makeFolder(folder: string): void {
  try {
    // Not recursive: of a mistyped path nothing comes to be.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new StoreError('store-folder-missing', `${folder} cannot be made: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Restores it as `store restore` does, where nobody reads it, and counts. */
function verify(backup: string, scratch: string): void {
  restoreFolder(scratch, backup, { isUsable: () => true, writeDown: () => [] });
  using saved = new DatabaseSync(backup, { readOnly: true });
  for (const name of tableNames) {
    const { file, restored } = tables[name];
    if (restored !== 'replace' && restored !== 'add') continue;
    using there = new DatabaseSync(dataFile({ DATA_DIR: scratch }, file), { readOnly: true });
    const [expected, found] = [rowsIn(saved, name), rowsIn(there, name)];
    if (expected !== found)
      throw new StoreError(
        'store-corrupt',
        `The new backup was given up: of ${expected} rows of ${name}, a restore brought ${found} back.`,
      );
  }
}

/** Rows that are the same in all columns come back as one. */
function rowsIn(database: DatabaseSync, name: TableName): number {
  const rows = `SELECT DISTINCT ${columnsOf(name)} FROM ${name}`;
  return Number(database.prepare(`SELECT count(*) AS n FROM (${rows})`).get()?.n);
}
