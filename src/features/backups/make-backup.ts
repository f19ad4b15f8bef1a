import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describeFileReason } from '../../shared/reason.ts';
import { type Backup, buildBackupName, listBackups, removeUnfinished } from '../../storage/backup-files.ts';
import { type DataFile, listColumns, listTables, type NamedTable } from '../../storage/data-file.ts';
import { locateDataFile } from '../../storage/open-database.ts';
import { saveDatabase } from '../../storage/postgres/save-database.ts';
import { backUpFolder, syncToDisk } from '../../storage/sqlite/backup.ts';
import { restoreFolder } from '../../storage/sqlite/restore.ts';
import { StoreError } from '../../storage/store-error.ts';

/** The data to back up: a data folder, or the database at this URL. */
type BackupSource = { dataDir: string } | { databaseUrl: string };

/** A backup to create: its source, its folder, and how many stay. */
export interface BackupPlan {
  source: BackupSource;
  /** Declarations of the files to back up. */
  dataFiles: readonly DataFile[];
  /** Created if it is missing, readable by this user only. */
  folder: string;
  /** Number of newest backups to keep. */
  keep: number;
}

/**
 * Creates a backup. The file gets its name only after a test restore returned every row, and only then are older
 * backups removed. Only one process at a time may call this: it removes unfinished files of others. Rejects with a
 * `StoreError`.
 */
export async function makeBackup(
  { source, dataFiles, folder, keep }: BackupPlan,
  now: number,
): Promise<Backup> {
  createFolder(folder);
  removeUnfinished(folder);
  const name = buildBackupName(now);
  const target = path.join(folder, name);
  const partialFile = `${target}.partial`;
  const scratch = `${partialFile}-restored`;
  try {
    if ('dataDir' in source) await backUpFolder(source.dataDir, partialFile, dataFiles);
    else await saveDatabase(source.databaseUrl, partialFile, dataFiles);
    mkdirSync(scratch, { mode: 0o700 });
    verifyRestore(partialFile, scratch, dataFiles);
    renameSync(partialFile, target);
    syncToDisk(folder);
  } finally {
    removeUnfinished(folder);
  }
  const [newBackup, ...older] = listBackups(folder).filter((backup) => backup.name <= name);
  if (newBackup?.name !== name)
    throw new Error(`${target} was created but is missing from the list of backups.`);
  for (const { file } of older.slice(keep - 1)) rmSync(file, { force: true });
  return newBackup;
}

function createFolder(folder: string): void {
  try {
    // The call isn't recursive, so that a mistyped path creates no folders.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new StoreError(
      'store-folder-missing',
      `Can't create ${folder}: ${describeFileReason(error)}. Check BACKUP_DIR.`,
      {
        cause: error,
      },
    );
  }
}

/** Restores the backup into a scratch folder, as `store restore` does, and compares the numbers of rows. */
function verifyRestore(backup: string, scratch: string, dataFiles: readonly DataFile[]): void {
  restoreFolder(scratch, backup, { isUsable: () => true, auditStatements: () => [] }, dataFiles);
  using savedDatabase = new DatabaseSync(backup, { readOnly: true });
  for (const table of listTables(dataFiles)) {
    if (table.restored !== 'replace' && table.restored !== 'add') continue;
    const restoredFile = locateDataFile({ DATA_DIR: scratch }, table.file);
    using restoredDatabase = new DatabaseSync(restoredFile, { readOnly: true });
    const [savedRows, restoredRows] = [
      countDistinctRows(savedDatabase, table),
      countDistinctRows(restoredDatabase, table),
    ];
    if (savedRows !== restoredRows)
      throw new StoreError(
        'store-corrupt',
        `The new backup was discarded: it has ${savedRows} rows of ${table.name}, but a test restore returned ${restoredRows}.`,
      );
  }
}

/** Counts distinct rows, because a restore merges rows that are equal in all columns. */
function countDistinctRows(database: DatabaseSync, table: NamedTable): number {
  const rows = `SELECT DISTINCT ${listColumns(table)} FROM ${table.name}`;
  return Number(database.prepare(`SELECT count(*) AS n FROM (${rows})`).get()?.n);
}
