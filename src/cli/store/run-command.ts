import { existsSync, rmSync } from 'node:fs';
import { restoreAccounts, restoreAccountsInDatabase } from '../../accounts/store/restore-accounts.ts';
import { openStore } from '../../accounts/store/store.ts';
import type { Environment } from '../../config/environment.ts';
import { type Backups, openBackups } from '../../storage/backups/backups.ts';
import { describeBackup } from '../../storage/backups/describe-backup.ts';
import { copyToPostgres } from '../../storage/copy-to-postgres.ts';
import { dataFile } from '../../storage/open-database.ts';
import { saveDatabase } from '../../storage/postgres/save-database.ts';
import { backupFolder } from '../../storage/sqlite/backup.ts';
import { type Answer, done, failed, withStore } from '../command.ts';
import { commandLine } from '../command-line-actor.ts';

export type StoreCommand =
  | { name: 'copy' | 'list' }
  /** Without a file, as the server makes them by itself. */
  | { name: 'backup'; file: string | undefined }
  | { name: 'restore'; file: string };

export async function runCommand(command: StoreCommand, environment: Environment): Promise<Answer> {
  switch (command.name) {
    case 'copy':
      return copy(environment);
    case 'list':
      return list(environment);
    case 'backup':
      return command.file === undefined ? makeOneMore(environment) : save(environment, command.file);
    case 'restore':
      return restore(environment, command.file);
  }
}

/** Those of the server, which may be running. */
async function withBackups(
  environment: Environment,
  act: (backups: Backups) => Promise<Answer>,
): Promise<Answer> {
  return withStore(environment, { content: 'accounts', open: openStore }, (store) => {
    const backups = openBackups(environment, store);
    return backups === undefined
      ? failed('Name a file, or set BACKUP_DIR to a folder in which the server keeps its backups.')
      : act(backups);
  });
}

const list = (environment: Environment) =>
  withBackups(environment, async (backups) => {
    const all = backups.list();
    const { failure } = await backups.state();
    const lines =
      all.length === 0 ? [`There is no backup in ${backups.folder}.`] : all.map((one) => describeBackup(one));
    if (failure !== undefined)
      lines.push(`The attempt of ${new Date(failure.at).toISOString()} failed: ${failure.message}`);
    return done(lines.join('\n'));
  });

const makeOneMore = (environment: Environment) =>
  withBackups(environment, async (backups) => {
    const made = await backups.makeNow();
    switch (made.outcome) {
      case 'made':
        return done(`${describeBackup(made.backup)} Keep it as secret as the store itself.`);
      case 'failed':
        return failed(made.message);
      case 'underway':
      case 'unwanted':
        return failed('Another backup is being made at this moment.');
    }
  });

async function save(environment: Environment, target: string): Promise<Answer> {
  const file = environment.DATABASE_URL === undefined ? dataFile(environment, 'accounts') : undefined;
  // Opening a data folder would make what is not there.
  if (file !== undefined && !existsSync(file)) return failed(`There is no ${file}: check DATA_DIR.`);
  const result = await saveAll(environment, target);
  return result.outcome === 'exists'
    ? failed(`There is a file ${target} already: name another one.`)
    : done(
        `Saved ${file ?? 'the database'} with ${result.accounts} accounts, feedback and search counts as ${target}. Keep it as secret as the store itself.`,
      );
}

const saveAll = ({ DATA_DIR, DATABASE_URL: url }: Environment, target: string) =>
  url === undefined ? backupFolder(DATA_DIR, target) : saveDatabase(url, target);

async function restore(environment: Environment, from: string): Promise<Answer> {
  if (!existsSync(from)) return failed(`There is no ${from}.`);
  const { DATA_DIR, DATABASE_URL: url } = environment;
  const file = dataFile(environment, 'accounts');
  const isThere = url !== undefined || existsSync(file);
  // Beside the store, or where the backup is, if the store is no file.
  const before = `${url === undefined ? file : from}.before-${new Date().toISOString().replace(/\D/g, '')}`;
  if (isThere) await saveAll(environment, before);
  const note = { at: Date.now(), event: 'store-restored', by: commandLine() } as const;
  const result = await orWithout(before, async () =>
    url === undefined ? restoreAccounts(DATA_DIR, from, note) : restoreAccountsInDatabase(url, from, note),
  );
  if (result.outcome === 'no-administrator') {
    rmSync(before, { force: true });
    return failed(
      `${from} has no administrator who could sign in. Nothing was changed: take another backup.`,
    );
  }
  const saved = isThere ? ` What was there before is in ${before}: remove it when it is not needed.` : '';
  const store = url === undefined ? file : 'The database';
  return done(`${store} has the ${result.accounts} accounts of ${from}; every session has ended.${saved}`);
}

/** What was saved for a change that did not come to be is of no use. */
async function orWithout<T>(saved: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    rmSync(saved, { force: true });
    throw error;
  }
}

async function copy(environment: Environment): Promise<Answer> {
  const { DATA_DIR: folder, DATABASE_URL: url } = environment;
  const file = dataFile(environment, 'accounts');
  if (url === undefined) return failed('Set DATABASE_URL to the database to copy into.');
  if (!existsSync(file)) return failed(`There is no ${file}: check DATA_DIR.`);
  const result = await copyToPostgres(folder, url);
  switch (result.outcome) {
    case 'not-empty':
      return failed(
        'The database that DATABASE_URL names is not empty. Nothing was copied: name another one, or empty it.',
      );
    case 'copied': {
      const counted = (['accounts', 'sessions', 'feedback', 'searches'] as const)
        .map((table) => `${table}: ${result.rows.get(table)}`)
        .join(', ');
      return done(
        `Copied from ${folder}, which stays as it was: ${counted}. From now on start the server with this DATABASE_URL.`,
      );
    }
  }
}
