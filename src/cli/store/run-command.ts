import { existsSync, rmSync } from 'node:fs';
import type { Environment } from '../../config/environment.ts';
import { copyToPostgres } from '../../storage/copy-to-postgres.ts';
import { accountsFile } from '../../storage/open-store.ts';
import type { SideFile } from '../../storage/side-file.ts';
import { backupStore } from '../../storage/sqlite-backup.ts';
import { restoreStore } from '../../storage/sqlite-restore.ts';
import { type Answer, done, failed } from '../command.ts';
import { commandLine } from '../command-line-actor.ts';
import { sideFiles } from './side-files.ts';

export type StoreCommand = { name: 'copy' } | { name: 'backup' | 'restore'; file: string };

export async function runCommand(command: StoreCommand, environment: Environment): Promise<Answer> {
  switch (command.name) {
    case 'copy':
      return copy(environment);
    case 'backup':
    case 'restore': {
      if (environment.DATABASE_URL !== undefined) {
        return failed(
          'DATABASE_URL is set: everything is in PostgreSQL, which has its own tools: pg_dump --schema=lurana_docs.',
        );
      }
      const store = accountsFile(environment);
      const beside = sideFiles(environment);
      return command.name === 'backup'
        ? save(store, command.file, beside)
        : restore(store, command.file, beside);
    }
  }
}

async function save(store: string, target: string, beside: readonly SideFile[]): Promise<Answer> {
  if (!existsSync(store)) return failed(`There is no ${store}: check DATA_DIR.`);
  const result = await backupStore(store, target, beside);
  return result.outcome === 'exists'
    ? failed(`There is a file ${target} already: name another one.`)
    : done(
        `Saved ${store} with ${result.accounts} accounts, feedback and search counts as ${target}. Keep it as secret as the store itself.`,
      );
}

async function restore(store: string, from: string, beside: readonly SideFile[]): Promise<Answer> {
  if (!existsSync(from)) return failed(`There is no ${from}.`);
  const before = `${store}.before-${new Date().toISOString().replace(/\D/g, '')}`;
  const existed = existsSync(store);
  if (existed) await backupStore(store, before, beside);
  const note = { at: Date.now(), event: 'store-restored', by: commandLine() } as const;
  const result = orWithout(before, () => restoreStore(store, from, note, beside));
  if (result.outcome === 'no-administrator') {
    rmSync(before, { force: true });
    return failed(
      `${from} has no administrator who could sign in. Nothing was changed: take another backup.`,
    );
  }
  const saved = existed ? ` What was there before is in ${before}: remove it when it is not needed.` : '';
  return done(`${store} has the ${result.accounts} accounts of ${from}; every session has ended.${saved}`);
}

/** What was saved for a change that did not come to be is of no use. */
function orWithout<T>(saved: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    rmSync(saved, { force: true });
    throw error;
  }
}

async function copy(environment: Environment): Promise<Answer> {
  const { DATABASE_URL: url } = environment;
  const file = accountsFile(environment);
  if (url === undefined) return failed('Set DATABASE_URL to the database to copy into.');
  if (!existsSync(file)) return failed(`There is no ${file}: check DATA_DIR.`);
  const result = await copyToPostgres(file, url, sideFiles(environment));
  switch (result.outcome) {
    case 'not-empty':
      return failed(
        'The database that DATABASE_URL names is not empty. Nothing was copied: name another one, or empty it.',
      );
    case 'copied': {
      const counted = ['accounts', 'sessions', 'feedback', 'searches']
        .map((table) => `${table}: ${result.rows.get(table)}`)
        .join(', ');
      return done(
        `Copied from ${environment.DATA_DIR}, which stays as it was: ${counted}. From now on start the server with this DATABASE_URL.`,
      );
    }
  }
}
