import { existsSync } from 'node:fs';
import { openStore } from '../../../accounts/store/store.ts';
import type { Environment } from '../../../config/environment.ts';
import { english, type Texts } from '../../../config/texts.ts';
import { formatCommand } from '../../../shared/call-of.ts';
import { fillText } from '../../../shared/fill-text.ts';
import { type Backups, openBackups } from '../../../storage/backups/backups.ts';
import { describeBackupParts } from '../../../storage/backups/describe-backup.ts';
import { dataFile } from '../../../storage/open-database.ts';
import { StoreError } from '../../../storage/store-error.ts';
import { createReporter, type Finding, type ReportFinding } from './finding.ts';

const BACKUP_COMMAND = formatCommand('store', 'backup');

/** Reports the newest backup of the server, and whether the next one is overdue. */
export async function checkBackups(environment: Environment, texts: Texts = english): Promise<Finding[]> {
  const report = createReporter('backups');
  if (environment.BACKUP_DIR === undefined && environment.DATABASE_URL !== undefined)
    return report('ok', texts.findNoBackupsDatabase);
  if (environment.BACKUP_DIR === undefined)
    return report(
      'warn',
      texts.findNoBackups,
      fillText(texts.findNoBackupsTodo, { command: BACKUP_COMMAND }),
    );
  // Opening the store would create it.
  if (environment.DATABASE_URL === undefined && !existsSync(dataFile(environment, 'accounts')))
    return report('ok', texts.findNothingToBackUp);
  try {
    const store = await openStore(environment);
    try {
      const backups = openBackups(environment, store);
      return backups === undefined ? [] : await assessBackups(backups, report, texts);
    } finally {
      await store.close();
    }
  } catch (error) {
    // The check of the store itself reports what is wrong with it.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

async function assessBackups(backups: Backups, report: ReportFinding, texts: Texts): Promise<Finding[]> {
  const [newest] = backups.list();
  const { failure } = await backups.state();
  const last =
    newest === undefined
      ? fillText(texts.findNoBackupYet, { folder: backups.folder })
      : fillText(texts.findBackup, describeBackupParts(newest));
  if (failure !== undefined)
    return report(
      'warn',
      `${last} ${fillText(texts.findBackupFailed, { reason: failure.message })}`,
      fillText(texts.findBackupFailedTodo, { command: BACKUP_COMMAND }),
    );
  if (newest === undefined)
    return report('warn', last, fillText(texts.findNoBackupYetTodo, { command: BACKUP_COMMAND }));
  if (Date.now() - newest.madeAt > 2 * backups.everyMs)
    return report('warn', `${last} ${texts.findBackupLate}`, texts.findBackupLateTodo);
  return report('ok', last);
}
