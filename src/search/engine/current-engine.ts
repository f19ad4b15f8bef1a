import type { SearchRequest } from '../protocol/request.ts';
import { openEmbeddedEngine } from './embedded.ts';
import type { SearchEngine, SearchOutcome } from './engine.ts';

/** Opening an index starts threads: one that failed is not tried again with every search. */
const RETRY_AFTER_MS = 5_000;

export type Followed = { outcome: 'open' } | { outcome: 'unusable'; error: unknown };

interface CurrentEngine extends SearchEngine {
  /** Searches go to this engine from now on; the one before is closed when it has answered what it was asked. */
  replace(engine: SearchEngine): void;
  /**
   * Resolves when searches go to this index file. Where it cannot be opened, the index before goes on answering, and
   * the file is tried again when it is asked for a while later.
   */
  follow(file: string): Promise<Followed>;
}

/** The engine of the published build: a new build brings a new one, and no search falls between them. */
export function createCurrentEngine(retryAfterMs: number = RETRY_AFTER_MS): CurrentEngine {
  let current: { engine: SearchEngine; open: Set<Promise<unknown>> } | undefined;
  let followed: { file: string; opening: Promise<Followed>; retryAt: number } | undefined;

  async function retire(old: NonNullable<typeof current>): Promise<void> {
    await Promise.allSettled(old.open);
    await old.engine.close();
  }

  function replace(engine: SearchEngine): void {
    const old = current;
    current = { engine, open: new Set() };
    if (old) void retire(old);
  }

  async function open(file: string): Promise<Followed> {
    try {
      const engine = await openEmbeddedEngine({ file });
      // Another file came meanwhile.
      if (followed?.file === file) replace(engine);
      else await engine.close();
      return { outcome: 'open' };
    } catch (error) {
      if (followed?.file === file) followed.retryAt = performance.now() + retryAfterMs;
      return { outcome: 'unusable', error };
    }
  }

  return {
    async search(requests: readonly SearchRequest[], reader?: string): Promise<SearchOutcome> {
      const used = current;
      if (!used) return { outcome: 'unavailable', reason: 'no search index is published' };
      const answering = used.engine.search(requests, reader);
      used.open.add(answering);
      try {
        return await answering;
      } finally {
        used.open.delete(answering);
      }
    },
    replace,
    follow(file) {
      if (followed?.file === file && performance.now() < followed.retryAt) return followed.opening;
      followed = { file, opening: Promise.resolve({ outcome: 'open' }), retryAt: Number.POSITIVE_INFINITY };
      followed.opening = open(file);
      return followed.opening;
    },
    async close() {
      followed = undefined;
      const old = current;
      current = undefined;
      if (old) await retire(old);
    },
  };
}
