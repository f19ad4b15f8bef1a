import { runInBackground } from '../../shared/in-background.ts';
import type { SearchRequest } from '../protocol/request.ts';
import type { Reranker } from '../rerank/open-reranker.ts';
import { openEmbeddedEngine } from './embedded.ts';
import type { SearchEngine, SearchOutcome, SearchSource } from './engine.ts';
import type { PageAudiences } from './search-worker.ts';
import type { SearchStatistics } from './statistics.ts';

/** Opening an index starts threads, so an index that failed isn't retried with every search. */
const RETRY_AFTER_MS = 5_000;

export type Followed = { outcome: 'open' } | { outcome: 'unusable'; error: unknown };

interface CurrentEngineOptions {
  retryAfterMs?: number;
  /** The number of threads per index. */
  threads?: number | undefined;
  statistics?: SearchStatistics;
  /** Orders the first hits of questions again. Closed with the engine. */
  reranker?: Reranker | undefined;
}

/** Answers from the index of the current release. Switches to a new release without losing a search. */
export function createCurrentEngine({
  retryAfterMs = RETRY_AFTER_MS,
  threads,
  statistics,
  reranker,
}: CurrentEngineOptions = {}) {
  let current: { engine: SearchEngine; open: Set<Promise<unknown>> } | undefined;
  let followedRelease:
    | { file: string; audiences: PageAudiences | undefined; opening: Promise<Followed>; retryAt: number }
    | undefined;

  async function put(engine?: SearchEngine): Promise<void> {
    const previousEngine = current;
    current = engine && { engine, open: new Set() };
    await Promise.allSettled(previousEngine?.open ?? []);
    await previousEngine?.engine.close();
  }

  const isFollowed = (file: string, audiences: PageAudiences | undefined) =>
    followedRelease?.file === file && followedRelease.audiences === audiences;

  async function open(file: string, audiences: PageAudiences | undefined): Promise<Followed> {
    try {
      const engine = await openEmbeddedEngine({
        file,
        ...(audiences && { audiences }),
        ...(threads !== undefined && { threads }),
        ...(statistics && { statistics }),
        reranker,
      });
      // Otherwise another file is current by now.
      if (isFollowed(file, audiences)) runInBackground(put(engine));
      else await engine.close();
      return { outcome: 'open' };
    } catch (error) {
      if (followedRelease && isFollowed(file, audiences))
        followedRelease.retryAt = performance.now() + retryAfterMs;
      return { outcome: 'unusable', error };
    }
  }

  return {
    async search(requests: readonly SearchRequest[], source?: SearchSource): Promise<SearchOutcome> {
      const used = current;
      if (!used) return { outcome: 'unavailable', reason: 'no search index is published' };
      const answering = used.engine.search(requests, source);
      used.open.add(answering);
      try {
        return await answering;
      } finally {
        used.open.delete(answering);
      }
    },
    /** Sends searches to this engine from now on. The previous one is closed after its last answer. */
    replace: (engine: SearchEngine) => runInBackground(put(engine)),
    /** Removes the engine. Searches are unavailable until there is another one. */
    forget: () => runInBackground(put()),
    /**
     * Resolves when searches go to this index file. If it can't be opened, the previous index continues, and a later call
     * tries again. `audiences` must be the same object as long as the audiences don't change.
     */
    follow(file: string, audiences?: PageAudiences): Promise<Followed> {
      if (followedRelease && isFollowed(file, audiences) && performance.now() < followedRelease.retryAt)
        return followedRelease.opening;
      followedRelease = {
        file,
        audiences,
        opening: Promise.resolve({ outcome: 'open' }),
        retryAt: Number.POSITIVE_INFINITY,
      };
      followedRelease.opening = open(file, audiences);
      return followedRelease.opening;
    },
    async close(): Promise<void> {
      followedRelease = undefined;
      await put();
      await reranker?.close();
    },
  };
}
