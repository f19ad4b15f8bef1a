import { existsSync } from 'node:fs';
import { createAccountBook } from '../accounts/account-book.ts';
import { defaultLimits } from '../accounts/limits.ts';
import { argon2Hasher, hashingQueue } from '../accounts/passwords.ts';
import { signInMode } from '../accounts/providers/sign-in-mode.ts';
import type { Environment } from '../config/environment.ts';
import { openFeedback } from '../feedback/open-feedback.ts';
import { accountsFile, openStore } from '../storage/open-store.ts';
import { type Answer, defineCommand } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { help, options, parse, type UsersCommand } from './users/arguments.ts';
import { runCommand } from './users/run-command.ts';

export const command = defineCommand({ help, options, parse, run });

async function run(wanted: UsersCommand, environment: Environment): Promise<Answer> {
  const file = accountsFile(environment);
  const adds = wanted.name === 'add' || wanted.name === 'invite';
  if (environment.IDENTITY !== 'local' && (adds || wanted.name === 'password')) {
    return {
      exitCode: 1,
      err: `IDENTITY=${environment.IDENTITY}: accounts come from the provider, at their first sign-in, and have no password here.`,
    };
  }
  if (!adds && environment.DATABASE_URL === undefined && !existsSync(file)) {
    // A wrong DATA_DIR is likelier than a site without accounts, and must not leave an empty file behind.
    return {
      exitCode: 1,
      err: `There is no ${file} yet: check DATA_DIR, or begin with: npm run users -- add <e-mail>`,
    };
  }
  const store = await openStore(environment);
  try {
    const passwords = hashingQueue(argon2Hasher(), defaultLimits.hashing);
    const accounts = createAccountBook({
      store,
      passwords,
      clock: Date.now,
      inviteMs: defaultLimits.inviteMs,
      by: commandLine(),
      issuer: signInMode(environment).issuer,
    });
    const origin = environment.BASE_URL ?? `http://${environment.HOST}:${environment.PORT}`;
    const removeFeedbackOf = async (accountId: string) => {
      const feedback = await openFeedback(environment);
      await feedback.removeOf(accountId);
      await feedback.close();
    };
    return await runCommand(wanted, { accounts, origin, removeFeedbackOf }, process);
  } finally {
    await store.close();
  }
}
