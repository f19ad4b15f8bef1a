import { inBackground } from '../../shared/in-background.ts';
import type { SearchRequest } from '../protocol/request.ts';
import { openEmbeddedEngine } from './embedded.ts';
import type { SearchEngine, SearchOutcome, SearchSource } from './engine.ts';
import type { PageAudiences } from './search-worker.ts';
import type { SearchStatistics } from './statistics.ts';

/** Opening an index starts threads: one that failed is not tried again with every search. */
const RETRY_AFTER_MS = 5_000;

export type Followed = { outcome: 'open' } | { outcome: 'unusable'; error: unknown };

interface CurrentEngineOptions {
  retryAfterMs?: number;
  /** Of each index that is opened. */
  threads?: number | undefined;
  statistics?: SearchStatistics;
}

/** The engine of the published build: a new build brings a new one, and no search falls between them. */
export function createCurrentEngine({
  retryAfterMs = RETRY_AFTER_MS,
  threads,
  statistics,
}: CurrentEngineOptions = {}) {
  let current: { engine: SearchEngine; open: Set<Promise<unknown>> } | undefined;
  let followed:
    | { file: string; audiences: PageAudiences | undefined; opening: Promise<Followed>; retryAt: number }
    | undefined;

  async function put(engine?: SearchEngine): Promise<void> {
    const old = current;
    current = engine && { engine, open: new Set() };
    await Promise.allSettled(old?.open ?? []);
    await old?.engine.close();
  }

  const isFollowed = (file: string, audiences: PageAudiences | undefined) =>
    followed?.file === file && followed.audiences === audiences;

  async function open(file: string, audiences: PageAudiences | undefined): Promise<Followed> {
    try {
      const engine = await openEmbeddedEngine({
        file,
        ...(audiences && { audiences }),
        ...(threads !== undefined && { threads }),
        ...(statistics && { statistics }),
      });
      // Another file came meanwhile.
      if (isFollowed(file, audiences)) inBackground(put(engine));
      else await engine.close();
      return { outcome: 'open' };
    } catch (error) {
      if (followed && isFollowed(file, audiences)) followed.retryAt = performance.now() + retryAfterMs;
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
    /** Searches go to this engine from now on; the one before is closed when it has answered what it was asked. */
    replace: (engine: SearchEngine) => inBackground(put(engine)),
    /** Answers nothing until there is an engine again. */
    forget: () => inBackground(put()),
    /**
     * Resolves when searches go to this index file. Where it cannot be opened, the index before goes on answering, and
     * the file is tried again when it is asked for a while later. `audiences`: the same object while they are the same.
     */
    follow(file: string, audiences?: PageAudiences): Promise<Followed> {
      if (followed && isFollowed(file, audiences) && performance.now() < followed.retryAt)
        return followed.opening;
      followed = {
        file,
        audiences,
        opening: Promise.resolve({ outcome: 'open' }),
        retryAt: Number.POSITIVE_INFINITY,
      };
      followed.opening = open(file, audiences);
      return followed.opening;
    },
    async close(): Promise<void> {
      followed = undefined;
      await put();
    },
  };
}
