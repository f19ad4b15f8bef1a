import { openEmbeddedEngine } from '../../search/engine/embedded.ts';
import { parseBody } from '../../search/protocol/request.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { callOf } from '../../shared/call-of.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { loadRelease, type ReleaseOptions } from './load-release.ts';

/**
 * What keeps a release from being switched to: it is loaded as a server loads it, views and renderers included, and its
 * search index answers a question.
 */
export async function checkRelease(options: ReleaseOptions): Promise<Problem[]> {
  const { release, problems } = await loadRelease(options);
  if (problems) return problems;
  release.views?.close();
  const reason = await searchIndexFault(release.search);
  if (reason === undefined) return [];
  const message = `The search index ${reason}. Run "${callOf('build')}".`;
  return [{ code: 'search-index', severity: 'error', file: release.search, message }];
}

/** Why this index can't be searched, as the end of a sentence; undefined for one that answers, or where there is none. */
export async function searchIndexFault(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    const engine = await openEmbeddedEngine({ file, threads: 1 });
    try {
      const question = JSON.stringify({ requests: [{ indexName: INDEX_NAME, query: 'a' }] });
      const { requests, error } = parseBody(question, [INDEX_NAME]);
      if (error) return 'was asked a wrong question';
      const answer = await engine.search(requests);
      return answer.outcome === 'unavailable' ? `does not answer: ${answer.reason}` : undefined;
    } finally {
      await engine.close();
    }
  } catch (error) {
    return `cannot be opened: ${reasonOf(error)}`;
  }
}
