import { existsSync } from 'node:fs';
import { openStore } from '../../accounts/store/store.ts';
import { explainUnrestoredBackup, findUnrestoredBackup } from '../../accounts/store/unrestored-backup.ts';
import type { Environment } from '../../config/environment.ts';
import { createReporter, type Finding } from '../../server/ops/doctor/finding.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { type Backup, listBackups } from '../../storage/backup-files.ts';
import { describeBackup } from '../../storage/describe-backup.ts';
import { dataFile } from '../../storage/open-database.ts';
import { StoreError } from '../../storage/store-error.ts';
import { type Backups, openBackups } from './backups.ts';

const report = createReporter('backups');

/** Reports the newest backup of the server, and whether the next one is overdue. */
export async function checkBackups(environment: Environment): Promise<Finding[]> {
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
  if (environment.DATABASE_URL === undefined && !existsSync(dataFile(environment, 'accounts'))) {
    const unrestored = await findUnrestoredBackup(undefined, listBackups(environment.BACKUP_DIR));
    return unrestored === undefined
      ? report('ok', 'There is nothing to back up yet.')
      : reportUnrestored(environment.DATA_DIR, unrestored);
  }
  try {
    const store = await openStore(environment);
    try {
      const backups = openBackups(environment, store);
      if (backups === undefined) return [];
      const unrestored = await findUnrestoredBackup(store, backups.list());
      return unrestored === undefined
        ? await assessBackups(backups)
        : reportUnrestored(store.location, unrestored);
    } finally {
      await store.close();
    }
  } catch (error) {
    // The check of the store itself reports what is wrong with it.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

function reportUnrestored(location: string, backup: Backup): Finding[] {
  return report(
    'fail',
    explainUnrestoredBackup(location, backup),
    'Do this before you start the server: it refuses to start without the accounts.',
  );
}

async function assessBackups(backups: Backups): Promise<Finding[]> {
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
