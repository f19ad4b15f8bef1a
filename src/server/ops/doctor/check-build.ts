import { openIdentityProvider } from '../../../accounts/providers/index.ts';
import type { Environment } from '../../../config/environment.ts';
import { callOf } from '../../../shared/call-of.ts';
import { searchIndexFault } from '../../release/check-release.ts';
import { damagedFiles } from '../../release/damaged-files.ts';
import { loadRelease } from '../../release/load-release.ts';
import type { Release } from '../../release/release.ts';
import { loadNewestKept } from '../../release/releases.ts';
import type { OpenViews } from '../../release/views.ts';
import { type Finding, findingOf } from './finding.ts';

const sayOfBuild = findingOf('build');
const say = findingOf('index');

export interface BuildCheck {
  /** Opens the views of a build that has audiences. */
  openViews?: OpenViews | undefined;
  /** Compares the hash of every file. */
  isDeep?: boolean;
}

/** Loads the published build as the server does: the manifest, every file that it names, views and renderers. */
export async function checkBuild(
  dist: string,
  environment: Environment,
  { openViews, isDeep = false }: BuildCheck = {},
): Promise<{ findings: Finding[]; release?: Release }> {
  const options = {
    folder: dist,
    https: environment.BASE_URL?.startsWith('https:') ?? false,
    loginPage: (await openIdentityProvider(environment)).loginPage.template,
    openViews,
  };
  const { release, problems } = await loadRelease(options);
  release?.views?.close();
  if (!release) {
    const kept = await loadNewestKept(options);
    kept?.release.views?.close();
    const todo = kept ? repair : `Run "${callOf('build')}".`;
    return {
      findings: [
        ...problems.flatMap(({ message }) => sayOfBuild('fail', message, todo)),
        ...(kept ? sayOfBuild('warn', `A server that starts now serves ${kept.name} instead.`) : []),
      ],
    };
  }
  const damaged = isDeep ? await damagedFiles(dist) : [];
  if (damaged.length > 0) {
    const named = damaged.slice(0, NAMED_MAX).flatMap((message) => sayOfBuild('fail', message, repair));
    const more = damaged.length - named.length;
    const rest = more > 0 ? sayOfBuild('fail', `${more} more files are damaged.`, repair) : [];
    return { release, findings: [...named, ...rest] };
  }
  const looked = isDeep ? 'every file has the content it was built with' : 'every file has its length';
  const message = `Build ${release.build} in ${dist} can be served: ${release.entries.size} addresses, ${looked}.`;
  return { release, findings: sayOfBuild('ok', message) };
}

const NAMED_MAX = 20;
const repair = `Publish or build again ("${callOf('build')}"), or go back to a kept release ("${callOf('rollback')}").`;

/** Asks the index a question. */
export async function checkIndex(
  release: Release | undefined,
  { SEARCH }: Pick<Environment, 'SEARCH'>,
): Promise<Finding[]> {
  if (SEARCH === 'algolia') return say('ok', 'Searches go to Algolia; nothing is asked of it here.');
  if (release === undefined) return [];
  const todo = `Run "${callOf('build')}".`;
  if (release.search === undefined) return say('warn', 'The build has no search index.', todo);
  const fault = await searchIndexFault(release.search);
  return fault === undefined
    ? say('ok', 'The search index answers.')
    : say('fail', `The search index ${fault}.`, todo);
}
