import { existsSync } from 'node:fs';
import { openStore } from '../../accounts/store/store.ts';
import { explainUnrestoredBackup, findUnrestoredBackup } from '../../accounts/store/unrestored-backup.ts';
import type { Environment } from '../../config/environment.ts';
import { createReporter, type Finding } from '../../server/ops/doctor/finding.ts';
import type { ExamineOptions } from '../../server/server-feature.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { fillText } from '../../shared/fill-text.ts';
import { type Backup, listBackups } from '../../storage/backup-files.ts';
import { describeBackupParts } from '../../storage/describe-backup.ts';
import { locateDataFile } from '../../storage/open-database.ts';
import { StoreError } from '../../storage/store-error.ts';
import { accountsFile } from '../../storage/tables.ts';
import { type Backups, openBackups } from './backups.ts';
import type en from './messages/en.json';

/** The feature's texts, and their language. */
type Texts = typeof en.findings & Pick<ExamineOptions['texts'], 'findingsLanguage'>;

const report = createReporter('backups');

const BACKUP_COMMAND = formatCommand('store', 'backup');

/** Reports the newest backup of the server, and whether the next one is overdue. */
export async function checkBackups(
  environment: Environment,
  { texts, dataFiles }: { texts: Texts } & Pick<ExamineOptions, 'dataFiles'>,
): Promise<Finding[]> {
  if (environment.BACKUP_DIR === undefined && environment.DATABASE_URL !== undefined)
    return report('ok', texts.findNoBackupsDatabase);
  if (environment.BACKUP_DIR === undefined)
    return report(
      'warn',
      texts.findNoBackups,
      fillText(texts.findNoBackupsTodo, { command: BACKUP_COMMAND }),
    );
  // Opening the store would create it.
  if (environment.DATABASE_URL === undefined && !existsSync(locateDataFile(environment, accountsFile))) {
    const unrestored = await findUnrestoredBackup(undefined, listBackups(environment.BACKUP_DIR));
    return unrestored === undefined
      ? report('ok', texts.findNothingToBackUp)
      : reportUnrestored(environment.DATA_DIR, unrestored, texts);
  }
  try {
    const store = await openStore(environment);
    try {
      const backups = openBackups(environment, store, dataFiles);
      if (backups === undefined) return [];
      const unrestored = await findUnrestoredBackup(store, backups.list());
      return unrestored === undefined
        ? await assessBackups(backups, texts)
        : reportUnrestored(store.location, unrestored, texts);
    } finally {
      await store.close();
    }
  } catch (error) {
    // The check of the store itself reports what is wrong with it.
    if (error instanceof StoreError) return [];
    throw error;
  }
}

function reportUnrestored(location: string, backup: Backup, texts: Texts): Finding[] {
  return report('fail', explainUnrestoredBackup(location, backup), texts.findUnrestoredTodo);
}

async function assessBackups(backups: Backups, texts: Texts): Promise<Finding[]> {
  const [newest] = backups.list();
  const { failure } = await backups.readState();
  const last =
    newest === undefined
      ? fillText(texts.findNoBackupYet, { folder: backups.folder })
      : fillText(texts.findBackup, describeBackupParts(newest, { language: texts.findingsLanguage }));
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
