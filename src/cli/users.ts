import { createAccountAdministration } from '../accounts/account-administration.ts';
import { defaultLimits } from '../accounts/limits.ts';
import { createOutbox } from '../accounts/mail/outbox.ts';
import { createArgon2Hasher, createHashingQueue } from '../accounts/passwords/hashing-queue.ts';
import { listSiteWords } from '../accounts/passwords/password-rules.ts';
import { createPersonalTokens } from '../accounts/personal-tokens/personal-tokens.ts';
import { createTokenResolver } from '../accounts/personal-tokens/token-resolver.ts';
import { openIdentityProvider } from '../accounts/providers/index.ts';
import { openStore } from '../accounts/store/store.ts';
import type { Environment } from '../config/environment.ts';
import { openFeedback } from '../feedback/feedback-store.ts';
import { readManifest } from '../model/manifest.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { callOf } from '../shared/call-of.ts';
import { DAY_MS } from '../shared/duration.ts';
import { type Answer, defineCommand, failed, withStore } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { help, options, parse, type UsersCommand } from './users/arguments.ts';
import { runCommand } from './users/run-command.ts';

export const command = defineCommand({ help, options, parse, run });

async function run(wanted: UsersCommand, environment: Environment): Promise<Answer> {
  const adds = wanted.name === 'add' || wanted.name === 'invite';
  const needsPasswords = adds || wanted.name === 'import' || wanted.name === 'password';
  const { issuer, signIn } = await openIdentityProvider(environment);
  if (signIn.by !== 'password' && needsPasswords) {
    return failed(
      `IDENTITY=${environment.IDENTITY}: accounts come from the provider, at their first sign-in, and have no password here.`,
    );
  }
  const hint = `check DATA_DIR, or begin with: ${callOf('users', 'add <e-mail>')}`;
  const toOpen = { content: 'accounts', open: openStore, mayBeNew: adds, hint } as const;
  return withStore(environment, toOpen, (store) => {
    const published = readManifest(resolveDistDir(environment));
    const passwords = createHashingQueue(createArgon2Hasher(), defaultLimits.hashing);
    const context = {
      store,
      passwords,
      clock: Date.now,
      limits: {
        ...defaultLimits,
        tokens: { ...defaultLimits.tokens, longestMs: environment.TOKEN_DAYS * DAY_MS },
      },
      logger: { warn: () => {}, error: () => {} },
      issuer,
      words: listSiteWords(environment, published?.name),
      // The server sends what is put there.
      mail: environment.SMTP_URL === undefined ? undefined : createOutbox(store, Date.now),
    };
    const accounts = createAccountAdministration(context, commandLine());
    const tokens = createPersonalTokens(context, createTokenResolver(context));
    const basePath = published?.basePath ?? '/';
    const host = environment.BASE_URL ?? `http://${environment.HOST}:${environment.PORT}`;
    const origin = host + encodeURI(basePath).slice(0, -1);
    const removeFeedbackOf = async (accountId: string) => {
      const feedback = await openFeedback(environment);
      await feedback.removeByReader(accountId);
      await feedback.close();
    };
    const knownGroups = published && (published.groups ?? []).map(({ name }) => name);
    return runCommand(wanted, { accounts, tokens, origin, issuer, knownGroups, removeFeedbackOf }, process);
  });
}
