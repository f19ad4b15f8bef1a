import { existsSync } from 'node:fs';
import type { Environment } from '../../config/environment.ts';
import { accountsFile } from '../../identity/open-store.ts';
import { copyToPostgres } from '../../identity/stores/copy-to-postgres.ts';
import type { Answer } from '../users/run-command.ts';
import type { StoreCommand } from './arguments.ts';

export async function runCommand(command: StoreCommand, environment: Environment): Promise<Answer> {
  switch (command.name) {
    case 'copy':
      return copy(environment);
  }
}

async function copy(environment: Environment): Promise<Answer> {
  const { DATABASE_URL: url } = environment;
  const file = accountsFile(environment);
  if (url === undefined) return failed('Set DATABASE_URL to the database to copy into.');
  if (!existsSync(file)) return failed(`There is no ${file}: check DATA_DIR.`);
  const result = await copyToPostgres(file, url);
  switch (result.outcome) {
    case 'not-empty':
      return failed(
        'The database that DATABASE_URL names is not empty. Nothing was copied: name another one, or empty it.',
      );
    case 'copied': {
      const { accounts, sessions } = result.rows;
      return {
        exitCode: 0,
        out: `Copied from ${file}, which stays as it was: accounts: ${accounts}, sessions: ${sessions}. From now on start the server with this DATABASE_URL.`,
      };
    }
  }
}

const failed = (err: string): Answer => ({ exitCode: 1, err });
