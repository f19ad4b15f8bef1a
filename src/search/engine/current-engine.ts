import type { SearchRequest } from '../protocol/request.ts';
import type { SearchEngine, SearchOutcome } from './engine.ts';

export interface CurrentEngine extends SearchEngine {
  /** Searches go to this engine from now on; the one before is closed when it has answered what it was asked. */
  replace(engine: SearchEngine): void;
}

/** The engine of the published build: a new build brings a new one, and no search falls between them. */
export function createCurrentEngine(): CurrentEngine {
  let current: { engine: SearchEngine; open: Set<Promise<unknown>> } | undefined;

  async function retire(old: NonNullable<typeof current>): Promise<void> {
    await Promise.allSettled(old.open);
    await old.engine.close();
  }

  return {
    async search(requests: readonly SearchRequest[]): Promise<SearchOutcome> {
      const used = current;
      if (!used) return { outcome: 'unavailable', reason: 'no search index is published' };
      const answering = used.engine.search(requests);
      used.open.add(answering);
      try {
        return await answering;
      } finally {
        used.open.delete(answering);
      }
    },
    replace(engine) {
      const old = current;
      current = { engine, open: new Set() };
      if (old) void retire(old);
    },
    async close() {
      const old = current;
      current = undefined;
      if (old) await retire(old);
    },
  };
}
