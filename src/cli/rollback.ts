import { existsSync } from 'node:fs';
import { openIdentityProvider } from '../accounts/providers/open-identity-provider.ts';
import { openStore } from '../accounts/store/store.ts';
import { nameCommandLineActor } from '../command/command-line-actor.ts';
import {
  type CommandResult,
  defineCommand,
  fail,
  failWith,
  rejectSurplus,
} from '../command/define-command.ts';
import type { Environment } from '../config/environment.ts';
import { installFeatures } from '../features/index.ts';
import { publishing } from '../features/publishing/feature.ts';
import { type RollBackResult, rollBack } from '../features/publishing/releases/roll-back.ts';
import { readLiveManifest } from '../model/manifest.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { describeWidenedPages, findWidenedPages } from '../releases/widened-audiences.ts';
import { formatCommand } from '../shared/call-of.ts';
import { didYouMean } from '../shared/near-name.ts';
import { locateDataFile } from '../storage/open-database.ts';
import { StoreError } from '../storage/store-error.ts';
import { accountsFile } from '../storage/tables.ts';
import { openViews } from '../views/scope-views.ts';

export const command = defineCommand({
  help: `Serves an earlier release again. Every server that uses this DIST_DIR switches within a second, and no request
fails. The release stays until you publish another one or build a changed site.

  {call} [<release>]

  <release>   A name from "${formatCommand('releases')}". Default: the release before the one being served.

For machines with a DIST_DIR of their own, run: ${formatCommand('publish', '--release <name> --to <address> --to <address>')}

Exit code: 0 the release is being served, 1 it isn't, 2 wrong arguments.`,
  options: {},
  parse: ([name, ...surplus]) => rejectSurplus(surplus) ?? { input: { name } },
  run: async ({ name }, environment) => {
    const { features, problems } = await installFeatures(environment);
    if (problems) return failWith(problems);
    const canPublish = features.includes(publishing);
    const { loginPage } = await openIdentityProvider(environment, features);
    const folder = resolveDistDir(environment);
    const manifestBefore = readLiveManifest(folder);
    const result = await rollBack(
      {
        folder,
        https: environment.BASE_URL?.startsWith('https:') ?? false,
        loginPage: loginPage.template,
        openViews,
      },
      name,
    );
    if (result.outcome !== 'done') return describeRefusal(result, name, canPublish);
    const manifestNow = readLiveManifest(folder);
    const widenedPages = manifestBefore && manifestNow ? findWidenedPages(manifestBefore, manifestNow) : [];
    const lines = [describeSwitch(result)];
    if (widenedPages.length > 0)
      lines.push(`More people than before can now read ${describeWidenedPages(widenedPages)}.`);
    if (canPublish)
      lines.push(
        `Machines with a DIST_DIR of their own haven't switched. For them, run: ${formatCommand('publish', `--release ${result.to.name} --to <address>`)}`,
      );
    return noteInAuditLog(lines.join('\n'), result, environment);
  },
});

type RollBackDone = Extract<RollBackResult, { outcome: 'done' }>;

function describeSwitch({ from, to }: RollBackDone): string {
  const publishedAt = to.publishedAt.slice(0, 16).replace('T', ' ');
  const before = from === undefined ? '' : ` Before, ${from} was served.`;
  return `Serving ${to.name} again, which was published at ${publishedAt} UTC.${before}`;
}

/** The server has already switched, so a store that can't be reached is only a warning. */
async function noteInAuditLog(
  out: string,
  { from = 'another release', to }: RollBackDone,
  environment: Environment,
): Promise<CommandResult> {
  const hasNoStore =
    environment.DATABASE_URL === undefined && !existsSync(locateDataFile(environment, accountsFile));
  if (hasNoStore) return { exitCode: 0, out };
  try {
    const store = await openStore(environment);
    const detail = `${from} → ${to.name}`;
    await store.note({ at: Date.now(), event: 'release-rolled-back', by: nameCommandLineActor(), detail });
    await store.close();
    return { exitCode: 0, out };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { exitCode: 0, out, err: `The rollback is missing from the audit log: ${error.message}` };
  }
}

function describeRefusal(
  result: Exclude<RollBackResult, RollBackDone>,
  name: string | undefined,
  canPublish: boolean,
): CommandResult {
  switch (result.outcome) {
    case 'unknown':
      return fail(
        name === undefined
          ? 'There is no earlier release. RELEASES_KEEP sets how many are kept.'
          : `There is no release "${name}".${didYouMean(name, result.names)} ${
              canPublish
                ? `To list the releases, run: ${formatCommand('releases')}`
                : `Releases: ${result.names.join(', ')}.`
            }`,
      );
    case 'live':
      return fail(`${result.name} is already being served.`);
    case 'busy':
      return fail('A build is being published. Try again when it has finished.');
    case 'refused':
      return failWith(result.problems);
  }
}
