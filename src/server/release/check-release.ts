import { checkNamedFile } from '../../releases/named-content.ts';
import { openEmbeddedEngine } from '../../search/engine/embedded.ts';
import { parseBody } from '../../search/protocol/request.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { formatCommand } from '../../shared/call-of.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { loadRelease, type ReleaseOptions } from './load-release.ts';

/**
 * Checks whether a server could switch to a release. Loads it like a server does, with its views and renderers, and runs
 * a query on its search index. Returns the problems found.
 */
export async function checkRelease(options: ReleaseOptions): Promise<Problem[]> {
  const { release, problems } = await loadRelease(options);
  if (problems) return problems;
  release.views?.close();
  const reason = (await findAlteredIndex(release.search)) ?? (await findSearchIndexFault(release.search));
  if (reason === undefined) return [];
  const message = `The search index ${reason}. Run "${formatCommand('build')}".`;
  return [{ code: 'search-index', severity: 'error', file: release.search, message }];
}

/** Says that the index isn't the one that its name says, as the end of a sentence. An altered index may still answer. */
async function findAlteredIndex(file: string | undefined): Promise<string | undefined> {
  // An index that can't be read is reported when it's searched.
  const isIntact = file === undefined || (await checkNamedFile(file).catch(() => true));
  return isIntact ? undefined : 'was truncated or altered';
}

/**
 * Why this index can't be searched, as the end of a sentence: "can't be opened: …". Undefined if the index works or
 * doesn't exist.
 */
export async function findSearchIndexFault(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    const engine = await openEmbeddedEngine({ file, threads: 1 });
    try {
      const question = JSON.stringify({ requests: [{ indexName: INDEX_NAME, query: 'a' }] });
      const { requests, error } = parseBody(question, [INDEX_NAME]);
      if (error) return 'got a malformed test query';
      const answer = await engine.search(requests);
      return answer.outcome === 'unavailable' ? `doesn't answer: ${answer.reason}` : undefined;
    } finally {
      await engine.close();
    }
  } catch (error) {
    return `can't be opened: ${describeReason(error)}`;
  }
}
