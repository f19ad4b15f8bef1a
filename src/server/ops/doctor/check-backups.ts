import { existsSync } from 'node:fs';
import { openStore } from '../../../accounts/store/store.ts';
import type { Environment } from '../../../config/environment.ts';
import { callOf } from '../../../shared/call-of.ts';
import { type Backups, openBackups } from '../../../storage/backups/backups.ts';
import { describeBackup } from '../../../storage/backups/describe-backup.ts';
import { dataFile } from '../../../storage/open-database.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { type Finding, findingOf, type Say } from './finding.ts';

/** The last backup that the server made by itself, and whether the next one is overdue. */
export async function checkBackups(environment: Environment): Promise<Finding[]> {
  const say = findingOf('backups');
  if (environment.BACKUP_DIR === undefined && environment.DATABASE_URL !== undefined)
    return say('ok', 'Backups are left to the database: BACKUP_DIR names no folder for them.');
  if (environment.BACKUP_DIR === undefined)
    return say(
      'warn',
      "The server doesn't make backups: BACKUP_DIR names no folder for them.",
      `Set BACKUP_DIR, or save backups by other means, for example by a job that runs "${callOf('store', 'backup')}".`,
    );
  // Opening the store would make it.
  if (environment.DATABASE_URL === undefined && !existsSync(dataFile(environment, 'accounts')))
    return say('ok', 'There is nothing to save yet.');
  try {
    const store = await openStore(environment);
    try {
      const backups = openBackups(environment, store);
      return backups === undefined ? [] : await judge(backups, say);
    } finally {
      await store.close();
    }
  } catch (error) {
    // What is wrong with the store, its own check says.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

async function judge(backups: Backups, say: Say): Promise<Finding[]> {
  const [newest] = backups.list();
  const { failure } = await backups.state();
  const last = newest === undefined ? `There is no backup in ${backups.folder}.` : describeBackup(newest);
  if (failure !== undefined)
    return say(
      'warn',
      `${last} The last attempt failed: ${failure.message}`,
      `Mend that, then run "${callOf('store', 'backup')}".`,
    );
  if (newest === undefined)
    return say('warn', last, `Start the server, or run "${callOf('store', 'backup')}".`);
  if (Date.now() - newest.madeAt > 2 * backups.everyMs)
    return say('warn', `${last} It is overdue.`, 'See whether the server runs, and what its log says.');
  return say('ok', last);
}
