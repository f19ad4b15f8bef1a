import { existsSync } from 'node:fs';
import { openIdentityProvider } from '../accounts/providers/index.ts';
import { openStore } from '../accounts/store/store.ts';
import type { Environment } from '../config/environment.ts';
import { resolveDistDir } from '../releases/dist-folder.ts';
import { type RollBackResult, rollBack } from '../server/release/roll-back.ts';
import { callOf } from '../shared/call-of.ts';
import { didYouMean } from '../shared/near-name.ts';
import { dataFile } from '../storage/open-database.ts';
import { StoreError } from '../storage/store-error.ts';
import { openViews } from '../views/scope-views.ts';
import { type Answer, defineCommand, failed, failedBy, noMore } from './command.ts';
import { commandLine } from './command-line-actor.ts';

export const command = defineCommand({
  help: `Serves a release again that is kept in DIST_DIR: every server on this folder does within a second, and no
request fails. It stays so until something else is published; a build of what has not changed leaves it as it is.
Machines with a DIST_DIR of their own go back together by: publish --release <name> --to … --to …

  {call} [release]

  release   a name, as releases lists them; without one, the release before that which is served

Exit code: 0 it is served, 1 it is not, 2 misused.`,
  options: {},
  parse: ([name, ...more]) => noMore(more) ?? { wanted: { name } },
  run: async ({ name }, environment) => {
    const result = await rollBack(
      {
        folder: resolveDistDir(environment),
        https: environment.BASE_URL?.startsWith('https:') ?? false,
        loginPage: (await openIdentityProvider(environment)).loginPage.template,
        openViews,
      },
      name,
    );
    return result.outcome === 'done' ? written(result, environment) : refused(result, name);
  },
});

/** What is served comes first: a store that cannot be asked is told of, and no reason to serve the wrong pages. */
async function written(
  { from = 'another release', to }: Extract<RollBackResult, { outcome: 'done' }>,
  environment: Environment,
): Promise<Answer> {
  const out = [
    `Served is ${to.name} of ${to.publishedAt.slice(0, 16).replace('T', ' ')}; before it was ${from}.`,
    `Machines with a folder of their own are not told: publish --release ${to.name} --to <each of them>`,
  ].join('\n');
  const isNew = environment.DATABASE_URL === undefined && !existsSync(dataFile(environment, 'accounts'));
  if (isNew) return { exitCode: 0, out };
  try {
    const store = await openStore(environment);
    const detail = `${from} → ${to.name}`;
    await store.note({ at: Date.now(), event: 'release-rolled-back', by: commandLine(), detail });
    await store.close();
    return { exitCode: 0, out };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { exitCode: 0, out, err: `It could not be written into the audit log: ${error.message}` };
  }
}

function refused(result: Exclude<RollBackResult, { outcome: 'done' }>, name: string | undefined): Answer {
  switch (result.outcome) {
    case 'unknown':
      return failed(
        name === undefined
          ? 'No earlier release is kept.'
          : `There is no release "${name}".${didYouMean(name, result.names)} Look with: ${callOf('releases')}`,
      );
    case 'live':
      return failed(`${result.name} is served already.`);
    case 'busy':
      return failed('A build is being published. Try again when it is done.');
    case 'refused':
      return failedBy(result.problems);
  }
}
