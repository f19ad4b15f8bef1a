import { existsSync } from 'node:fs';
import { type Environment, readEnvironment } from '../config/environment.ts';
import { formatProblem } from '../content/problem.ts';
import { createAccountBook } from '../identity/account-book.ts';
import { defaultLimits } from '../identity/limits.ts';
import { accountsFile, openStore } from '../identity/open-store.ts';
import { argon2Hasher, hashingQueue } from '../identity/passwords.ts';
import { StoreError } from '../identity/store-error.ts';
import { commandLine } from './audit/command-line.ts';
import { parseArguments, type UsersCommand, usage } from './users/arguments.ts';
import { type Answer, runCommand } from './users/run-command.ts';

async function main(args: readonly string[]): Promise<Answer> {
  const parsed = parseArguments(args);
  if ('help' in parsed) return { exitCode: 0, out: usage };
  if ('fault' in parsed) return { exitCode: 2, err: `${parsed.fault}\n\n${usage}` };

  const { environment, problems } = readEnvironment(process.env);
  if (environment === undefined) return { exitCode: 1, err: problems.map(formatProblem).join('\n') };
  return onStore(parsed.command, environment);
}

async function onStore(command: UsersCommand, environment: Environment): Promise<Answer> {
  const file = accountsFile(environment);
  if (command.name !== 'add' && environment.DATABASE_URL === undefined && !existsSync(file)) {
    // A wrong DATA_DIR is likelier than a site without accounts, and must not leave an empty file behind.
    return {
      exitCode: 1,
      err: `There is no ${file} yet: check DATA_DIR, or begin with: npm run users -- add <e-mail>`,
    };
  }
  try {
    const store = await openStore(environment);
    try {
      const passwords = hashingQueue(argon2Hasher(), defaultLimits.hashing);
      const accounts = createAccountBook({ store, passwords, clock: Date.now, by: commandLine() });
      return await runCommand(command, accounts, process);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { exitCode: 1, err: error.message };
  }
}

const { exitCode, out, err } = await main(process.argv.slice(2));
if (err !== undefined) console.error(err);
if (out !== undefined) console.log(out);
process.exitCode = exitCode;
