import { signInMode } from '../../../accounts/providers/index.ts';
import type { Environment } from '../../../config/environment.ts';
import { openEmbeddedEngine } from '../../../search/engine/embedded.ts';
import { parseBody } from '../../../search/protocol/request.ts';
import { INDEX_NAME } from '../../../search/protocol/wire.ts';
import { callOf } from '../../../shared/call-of.ts';
import { reasonOf } from '../../../shared/reason.ts';
import { loadRelease } from '../../release/load-release.ts';
import type { Release } from '../../release/release.ts';
import { type Finding, findingOf } from './finding.ts';

const sayOfBuild = findingOf('build');
const say = findingOf('index');

/** Loads the published build as the server does: the manifest, and every file that it names. */
export async function checkBuild(
  dist: string,
  environment: Environment,
): Promise<{ findings: Finding[]; release?: Release }> {
  const { release, problems } = await loadRelease({
    folder: dist,
    https: environment.BASE_URL?.startsWith('https:') ?? false,
    loginPage: (await signInMode(environment)).loginPage.template,
  });
  if (release) {
    const message = `Build ${release.build} in ${dist} is whole: ${release.entries.size} addresses.`;
    return { release, findings: sayOfBuild('ok', message) };
  }
  const todo = `Run "${callOf('build')}".`;
  return { findings: problems.flatMap(({ message }) => sayOfBuild('fail', message, todo)) };
}

/** Asks the index a question. */
export async function checkIndex(
  release: Release | undefined,
  { SEARCH }: Pick<Environment, 'SEARCH'>,
): Promise<Finding[]> {
  if (SEARCH === 'algolia') return say('ok', 'Searches go to Algolia; nothing is asked of it here.');
  if (release === undefined) return [];
  const todo = `Run "${callOf('build')}".`;
  if (release.search === undefined) return say('warn', 'The build has no search index.', todo);
  try {
    const engine = await openEmbeddedEngine({ file: release.search, threads: 1 });
    try {
      const parsed = parseBody(JSON.stringify({ requests: [{ indexName: INDEX_NAME, query: 'a' }] }), [
        INDEX_NAME,
      ]);
      const found = parsed.error ? undefined : await engine.search(parsed.requests);
      if (found?.outcome === 'answered') return say('ok', 'The search index answers.');
      const reason = found?.outcome === 'unavailable' ? found.reason : 'the question was refused';
      return say('fail', `The search index does not answer: ${reason}.`, todo);
    } finally {
      await engine.close();
    }
  } catch (error) {
    return say('fail', `The search index cannot be opened: ${reasonOf(error)}.`, todo);
  }
}
