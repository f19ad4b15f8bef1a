import { createAccountAdministration } from '../accounts/account-administration.ts';
import { defaultLimits } from '../accounts/limits.ts';
import { createOutbox } from '../accounts/mail/outbox.ts';
import { createArgon2Hasher, createHashingQueue } from '../accounts/passwords/hashing-queue.ts';
import { listSiteWords } from '../accounts/passwords/password-rules.ts';
import { createPersonalTokens } from '../accounts/personal-tokens/personal-tokens.ts';
import { createTokenResolver } from '../accounts/personal-tokens/token-resolver.ts';
import { openIdentityProvider } from '../accounts/providers/open-identity-provider.ts';
import { openStore } from '../accounts/store/store.ts';
import { nameCommandLineActor } from '../command/command-line-actor.ts';
import { type CommandResult, defineCommand, fail, failWith, withStore } from '../command/define-command.ts';
import type { Environment } from '../config/environment.ts';
import { describeFeatureOff } from '../features/feature.ts';
import { installFeatures } from '../features/index.ts';
import { openFeedback } from '../features/insights/feedback/feedback-store.ts';
import { peopleImport } from '../features/people-import/feature.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { formatCommand } from '../shared/call-of.ts';
import { DAY_MS } from '../shared/duration.ts';
import { accountsFile } from '../storage/tables.ts';
import { help, options, parse, type UsersCommand } from './users/arguments.ts';
import { runUsersCommand } from './users/run-command.ts';

export const command = defineCommand({ help, options, parse, run });

async function run(input: UsersCommand, environment: Environment): Promise<CommandResult> {
  const addsAccount = input.name === 'add' || input.name === 'invite';
  const needsPasswords = addsAccount || input.name === 'import' || input.name === 'password';
  const { features, problems } = await installFeatures(environment);
  if (problems) return failWith(problems);
  const isAboutFile = input.name === 'import' || input.name === 'export';
  if (isAboutFile && !features.includes(peopleImport))
    return fail(describeFeatureOff(`"users ${input.name}"`, peopleImport.name));
  const { issuer, signIn } = await openIdentityProvider(environment, features);
  if (signIn.by !== 'password' && needsPasswords) {
    return fail(
      `With IDENTITY=${environment.IDENTITY}, accounts come from the provider at the first sign-in and have no password here.`,
    );
  }
  const hint = `Check DATA_DIR, or add the first account: ${formatCommand('users', 'add <email>')}`;
  const toOpen = { file: accountsFile, open: openStore, mayBeNew: addsAccount, hint } as const;
  return withStore(environment, toOpen, (store) => {
    const liveManifest = readLiveManifest(resolveDistDir(environment));
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
      words: listSiteWords(environment, liveManifest?.name),
      // The server sends the mails in the outbox.
      mail: environment.SMTP_URL === undefined ? undefined : createOutbox(store, Date.now),
    };
    const actor = nameCommandLineActor();
    const accounts = createAccountAdministration(context, actor);
    const tokens = createPersonalTokens(context, createTokenResolver(context));
    const basePath = liveManifest?.basePath ?? '/';
    const host = environment.BASE_URL ?? `http://${environment.HOST}:${environment.PORT}`;
    const origin = host + encodeURI(basePath).slice(0, -1);
    const removeFeedback = async (accountId: string) => {
      const feedback = await openFeedback(environment);
      await feedback.removeByReader(accountId);
      await feedback.close();
    };
    const knownGroups = liveManifest && (liveManifest.groups ?? []).map(({ name }) => name);
    const site = {
      accounts,
      parts: context,
      actor,
      tokens,
      origin,
      issuer,
      knownGroups,
      removeFeedback,
    };
    return runUsersCommand(input, site, process);
  });
}
