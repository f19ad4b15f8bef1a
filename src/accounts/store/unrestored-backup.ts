import { DatabaseSync } from 'node:sqlite';
import { formatCommand } from '../../shared/call-of.ts';
import type { Backup } from '../../storage/backup-files.ts';
import type { Store } from './store.ts';

/**
 * Returns the newest backup with accounts if the store has none: DATA_DIR or DATABASE_URL leads to another place than
 * before, or the data was lost. Going on would create a new site, and its empty backups would replace the full ones.
 */
export async function findUnrestoredBackup(
  store: Pick<Store, 'countAccounts'> | undefined,
  backups: readonly Backup[],
): Promise<Backup | undefined> {
  if (backups.length === 0 || (await store?.countAccounts())) return undefined;
  return backups.find(({ file }) => countSavedAccounts(file) > 0);
}

export function explainUnrestoredBackup(location: string, { file }: Backup): string {
  const restore = formatCommand('store', `restore ${file}`);
  const add = formatCommand('users', 'add <email> --role administrator');
  return `${location} has no accounts, but the backup ${file} has: DATA_DIR or DATABASE_URL is wrong, or the accounts are lost. Correct the setting, or restore the backup with "${restore}". To start without accounts, set BACKUP_DIR to another folder, or add the first account with "${add}".`;
}

/** A file that can't be read counts as empty: it can't be restored either. */
function countSavedAccounts(file: string): number {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    return Number(database.prepare('SELECT count(*) AS n FROM accounts').get()?.n);
  } catch {
    return 0;
  }
}
