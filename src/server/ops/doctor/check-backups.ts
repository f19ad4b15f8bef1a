import { existsSync } from 'node:fs';
import { openStore } from '../../../accounts/store/store.ts';
import type { Environment } from '../../../config/environment.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { type Backups, openBackups } from '../../../storage/backups/backups.ts';
import { describeBackup } from '../../../storage/backups/describe-backup.ts';
import type { DataFile } from '../../../storage/data-file.ts';
import { locateDataFile } from '../../../storage/open-database.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { accountsFile } from '../../../storage/tables.ts';
import { createReporter, type Finding, type ReportFinding } from './finding.ts';

/** Reports the newest backup of the server, and whether the next one is overdue. */
export async function checkBackups(
  environment: Environment,
  dataFiles: readonly DataFile[],
): Promise<Finding[]> {
  const report = createReporter('backups');
  if (environment.BACKUP_DIR === undefined && environment.DATABASE_URL !== undefined)
    return report(
      'ok',
      "The server doesn't create backups (BACKUP_DIR is not set). Back up the database itself.",
    );
  if (environment.BACKUP_DIR === undefined)
    return report(
      'warn',
      "The server doesn't create backups: BACKUP_DIR is not set.",
      `Set BACKUP_DIR, or create backups in another way, for example with a job that runs "${formatCommand('store', 'backup')}".`,
    );
  // Opening the store would create it.
  if (environment.DATABASE_URL === undefined && !existsSync(locateDataFile(environment, accountsFile)))
    return report('ok', 'There is nothing to back up yet.');
  try {
    const store = await openStore(environment);
    try {
      const backups = openBackups(environment, store, dataFiles);
      return backups === undefined ? [] : await assessBackups(backups, report);
    } finally {
      await store.close();
    }
  } catch (error) {
    // The check of the store itself reports what is wrong with it.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

async function assessBackups(backups: Backups, report: ReportFinding): Promise<Finding[]> {
  const [newest] = backups.list();
  const { failure } = await backups.state();
  const last = newest === undefined ? `There is no backup in ${backups.folder}.` : describeBackup(newest);
  if (failure !== undefined)
    return report(
      'warn',
      `${last} The last attempt failed: ${failure.message}`,
      `Fix the cause, then run "${formatCommand('store', 'backup')}".`,
    );
  if (newest === undefined)
    return report('warn', last, `Start the server, or run "${formatCommand('store', 'backup')}".`);
  if (Date.now() - newest.madeAt > 2 * backups.everyMs)
    return report('warn', `${last} It is overdue.`, 'Check whether the server is running, and read its log.');
  return report('ok', last);
}
