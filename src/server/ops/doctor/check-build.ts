import { signInMode } from '../../../accounts/providers/index.ts';
import type { Environment } from '../../../config/environment.ts';
import { openEmbeddedEngine } from '../../../search/engine/embedded.ts';
import { parseBody } from '../../../search/protocol/request.ts';
import { INDEX_NAME } from '../../../search/protocol/wire.ts';
import { callOf } from '../../../shared/call-of.ts';
import { reasonOf } from '../../../shared/reason.ts';
import { loadRelease } from '../../release/load-release.ts';
import type { Release } from '../../release/release.ts';
import type { Finding } from './finding.ts';

interface BuildCheck {
  findings: Finding[];
  release?: Release;
}

/** Loads the published build as the server does: the manifest, and every file that it names. */
export async function checkBuild(dist: string, environment: Environment): Promise<BuildCheck> {
  const { release, problems } = await loadRelease({
    folder: dist,
    https: environment.BASE_URL?.startsWith('https:') ?? false,
    loginPage: (await signInMode(environment)).loginPage.template,
  });
  if (release) {
    const message = `Build ${release.build} in ${dist} is whole: ${release.entries.size} addresses.`;
    return { release, findings: [{ check: 'build', state: 'ok', message }] };
  }
  const todo = `Run "${callOf('build')}".`;
  return { findings: problems.map(({ message }) => ({ check: 'build', state: 'fail', message, todo })) };
}

/** Asks the index a question. */
export async function checkIndex(
  release: Release | undefined,
  { SEARCH }: Pick<Environment, 'SEARCH'>,
): Promise<Finding[]> {
  if (SEARCH === 'algolia')
    return [{ check: 'index', state: 'ok', message: 'Searches go to Algolia; nothing is asked of it here.' }];
  if (release === undefined) return [];
  const todo = `Run "${callOf('build')}".`;
  if (release.search === undefined)
    return [{ check: 'index', state: 'warn', message: 'The build has no search index.', todo }];
  try {
    const engine = await openEmbeddedEngine({ file: release.search, threads: 1 });
    try {
      const parsed = parseBody(JSON.stringify({ requests: [{ indexName: INDEX_NAME, query: 'a' }] }), [
        INDEX_NAME,
      ]);
      const found = parsed.error ? undefined : await engine.search(parsed.requests);
      if (found?.outcome === 'answered')
        return [{ check: 'index', state: 'ok', message: 'The search index answers.' }];
      const reason = found?.outcome === 'unavailable' ? found.reason : 'the question was refused';
      return [
        { check: 'index', state: 'fail', message: `The search index does not answer: ${reason}.`, todo },
      ];
    } finally {
      await engine.close();
    }
  } catch (error) {
    const reason = reasonOf(error);
    return [
      { check: 'index', state: 'fail', message: `The search index cannot be opened: ${reason}.`, todo },
    ];
  }
}
