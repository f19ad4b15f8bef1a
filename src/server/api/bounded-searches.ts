import type { SearchEngine, SearchOutcome } from '../../search/engine/engine.ts';
import type { SearchStatistics } from '../../search/engine/statistics.ts';

/** Two full calls of the protocol. A person who types has one search under way, or a few on a slow line. */
const UNDER_WAY_MAX = 40;
/** When the server is overloaded, a reader with more searches than this under way is a cause of it, not a victim. */
const FAIR_SHARE = 8;

/**
 * The engine with a limit on what one reader has under way. A call that exceeds it is refused whole, before any work.
 * Counts how every search ends.
 */
export function boundedSearches(engine: SearchEngine, statistics: SearchStatistics): SearchEngine {
  const underWay = new Map<string, number>();

  async function searchWithinLimit(
    requests: Parameters<SearchEngine['search']>[0],
    source: Parameters<SearchEngine['search']>[1],
  ): Promise<SearchOutcome> {
    const reader = source?.reader;
    if (reader === undefined) return engine.search(requests, source);
    const atOnce = (underWay.get(reader) ?? 0) + requests.length;
    if (atOnce > UNDER_WAY_MAX) return { outcome: 'too-many' };
    underWay.set(reader, atOnce);
    try {
      const outcome = await engine.search(requests, source);
      return outcome.outcome === 'overloaded' && atOnce > FAIR_SHARE ? { outcome: 'too-many' } : outcome;
    } finally {
      const left = (underWay.get(reader) ?? 0) - requests.length;
      if (left > 0) underWay.set(reader, left);
      else underWay.delete(reader);
    }
  }

  return {
    async search(requests, source) {
      const outcome = await searchWithinLimit(requests, source);
      if (outcome.outcome === 'answered') for (const { result } of outcome.answers) statistics.count(result);
      else statistics.count(outcome.outcome, requests.length);
      return outcome;
    },
    close: () => engine.close(),
  };
}
