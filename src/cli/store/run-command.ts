import { rmSync, statSync } from 'node:fs';
import { restoreAccounts, restoreAccountsInDatabase } from '../../accounts/store/restore-accounts.ts';
import { openStore } from '../../accounts/store/store.ts';
import { nameCommandLineActor } from '../../command/command-line-actor.ts';
import { type CommandResult, fail, failWith, succeed, withStore } from '../../command/define-command.ts';
import { formatCount, formatInteger } from '../../command/terminal-text.ts';
import type { Environment } from '../../config/environment.ts';
import { type Backups, openBackups } from '../../features/backups/backups.ts';
import { installFeatures } from '../../features/index.ts';
import { isMissing } from '../../shared/file-errors.ts';
import { describeIrregular } from '../../shared/regular-file.ts';
import { copyToPostgres } from '../../storage/copy-to-postgres.ts';
import { collectDataFiles, type DataFile } from '../../storage/data-file.ts';
import { describeBackup } from '../../storage/describe-backup.ts';
import { locateDataFile } from '../../storage/open-database.ts';
import { saveDatabase } from '../../storage/postgres/save-database.ts';
import { backUpFolder } from '../../storage/sqlite/backup.ts';
import { accountsFile } from '../../storage/tables.ts';

export type StoreCommand =
  | { name: 'copy' | 'list' }
  /** Without a file, makes a backup in `BACKUP_DIR`, like those that the server makes. */
  | { name: 'backup'; file: string | undefined }
  | { name: 'restore'; file: string };

export async function runStoreCommand(
  command: StoreCommand,
  environment: Environment,
): Promise<CommandResult> {
  // A feature that is switched off keeps its data.
  const { features, problems } = await installFeatures({ ...environment, FEATURES_OFF: [] });
  if (problems) return failWith(problems);
  const dataFiles = collectDataFiles(features);
  switch (command.name) {
    case 'copy':
      return copy(environment, dataFiles);
    case 'list':
      return listBackups(environment, dataFiles);
    case 'backup':
      return command.file === undefined
        ? makeServerBackup(environment, dataFiles)
        : saveToFile(environment, command.file, dataFiles);
    case 'restore':
      return restore(environment, command.file, dataFiles);
  }
}

const KEEP_SECRET = 'Keep it as secret as the store itself.';

/** Passes the backups of the server to `use`. The server may be running. */
async function withServerBackups(
  environment: Environment,
  dataFiles: readonly DataFile[],
  use: (backups: Backups) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withStore(environment, { file: accountsFile, open: openStore }, (store) => {
    const backups = openBackups(environment, store, dataFiles);
    return backups === undefined
      ? fail("BACKUP_DIR isn't set. Set it to a folder for backups, or name a file: backup <file>")
      : use(backups);
  });
}

const listBackups = (environment: Environment, dataFiles: readonly DataFile[]) =>
  withServerBackups(environment, dataFiles, async (backups) => {
    const list = backups.list();
    const { failure } = await backups.readState();
    const lines =
      list.length === 0
        ? [`No backups in ${backups.folder} yet.`]
        : list.map((backup) => describeBackup(backup));
    if (failure !== undefined)
      lines.push(`The backup of ${new Date(failure.at).toISOString()} failed: ${failure.message}`);
    return succeed(lines.join('\n'));
  });

const makeServerBackup = (environment: Environment, dataFiles: readonly DataFile[]) =>
  withServerBackups(environment, dataFiles, async (backups) => {
    const result = await backups.makeNow();
    switch (result.outcome) {
      case 'made':
        return succeed(`${describeBackup(result.backup)} ${KEEP_SECRET}`);
      case 'failed':
        return fail(result.message);
      case 'underway':
      case 'unwanted':
        return fail('Another backup is running. Try again when it has finished.');
    }
  });

async function saveToFile(
  environment: Environment,
  target: string,
  dataFiles: readonly DataFile[],
): Promise<CommandResult> {
  const file = environment.DATABASE_URL === undefined ? locateDataFile(environment, accountsFile) : undefined;
  // Opening the store would create the file.
  if (file !== undefined && isMissing(file)) return fail(`${file} doesn't exist. Check DATA_DIR.`);
  const result = await saveAll(environment, target, dataFiles);
  return result.outcome === 'exists'
    ? fail(`${target} already exists. Name a new file.`)
    : succeed(
        `Saved ${formatCount(result.accounts, 'account')}, feedback and search counts from ${file ?? 'the database'} to ${target}. ${KEEP_SECRET}`,
      );
}

const saveAll = (
  { DATA_DIR, DATABASE_URL: url }: Environment,
  target: string,
  dataFiles: readonly DataFile[],
) => (url === undefined ? backUpFolder(DATA_DIR, target, dataFiles) : saveDatabase(url, target, dataFiles));

async function restore(
  environment: Environment,
  backup: string,
  dataFiles: readonly DataFile[],
): Promise<CommandResult> {
  const backupStats = statSync(backup, { throwIfNoEntry: false });
  if (backupStats === undefined) return fail(`${backup} doesn't exist.`);
  const kind = backupStats.isDirectory() ? 'a folder' : describeIrregular(backupStats);
  if (kind !== undefined) return fail(`${backup} is ${kind}. Name the file of a backup.`);
  const { DATA_DIR, DATABASE_URL: url } = environment;
  const file = locateDataFile(environment, accountsFile);
  // An empty file holds nothing to save: a crash or a bad copy has emptied it.
  const storeExists = url !== undefined || (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  // The current state is saved beside the store. A database has no folder, so it is saved beside the backup then.
  const savedState = `${url === undefined ? file : backup}.before-${new Date().toISOString().replace(/\D/g, '')}`;
  if (storeExists) await saveAll(environment, savedState, dataFiles);
  const note = { at: Date.now(), event: 'store-restored', by: nameCommandLineActor() } as const;
  const result = await removeOnError(savedState, async () =>
    url === undefined
      ? restoreAccounts(DATA_DIR, backup, note, dataFiles)
      : restoreAccountsInDatabase(url, backup, note, dataFiles),
  );
  if (result.outcome === 'no-administrator') {
    rmSync(savedState, { force: true });
    return fail(`Nothing was changed: no administrator in ${backup} can sign in. Use another backup.`);
  }
  const store = url === undefined ? file : 'the database';
  const lines = [
    `Restored ${formatCount(result.accounts, 'account')} from ${backup} to ${store}. All sessions have ended.`,
  ];
  if (storeExists)
    lines.push(`The previous state is in ${savedState}. Delete it when you no longer need it.`);
  return succeed(lines.join('\n'));
}

/** Removes the saved state when the restore fails, because nothing has changed then. */
async function removeOnError<T>(savedState: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    rmSync(savedState, { force: true });
    throw error;
  }
}

async function copy(environment: Environment, dataFiles: readonly DataFile[]): Promise<CommandResult> {
  const { DATA_DIR: folder, DATABASE_URL: url } = environment;
  const file = locateDataFile(environment, accountsFile);
  if (url === undefined) return fail("DATABASE_URL isn't set. Set it to the database to copy into.");
  if (isMissing(file)) return fail(`${file} doesn't exist. Check DATA_DIR.`);
  const result = await copyToPostgres(folder, url, dataFiles);
  switch (result.outcome) {
    case 'not-empty':
      return fail(
        "Nothing was copied: the database in DATABASE_URL isn't empty. Empty it, or use another one.",
      );
    case 'copied': {
      const counts = (['accounts', 'sessions', 'feedback', 'searches'] as const)
        .map((table) => `${table}: ${formatInteger(result.rows.get(table) ?? 0)}`)
        .join(', ');
      return succeed(
        `Copied ${folder} to the database (${counts}). The folder is unchanged. Start the server with this DATABASE_URL from now on.`,
      );
    }
  }
}
