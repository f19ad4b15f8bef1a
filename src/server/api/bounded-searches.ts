import type { SearchEngine, SearchOutcome } from '../../search/engine/engine.ts';
import type { SearchStatistics } from '../../search/engine/statistics.ts';

/** Two calls of the protocol at its limit. A person who types has one search in progress, or a few on a slow line. */
const SEARCHES_PER_READER_MAX = 40;
/** If the server is overloaded, readers with more concurrent searches than this get 429 instead of 503. */
const FAIR_SHARE = 8;

/**
 * Limits the concurrent searches of each reader. A call that exceeds the limit is rejected completely, before any work.
 * Also counts the results of all searches.
 */
export function limitSearches(engine: SearchEngine, statistics: SearchStatistics): SearchEngine {
  const searchesByReader = new Map<string, number>();

  async function searchWithinLimit(
    requests: Parameters<SearchEngine['search']>[0],
    source: Parameters<SearchEngine['search']>[1],
  ): Promise<SearchOutcome> {
    const reader = source?.reader;
    if (reader === undefined) return engine.search(requests, source);
    const atOnce = (searchesByReader.get(reader) ?? 0) + requests.length;
    if (atOnce > SEARCHES_PER_READER_MAX) return { outcome: 'too-many' };
    searchesByReader.set(reader, atOnce);
    try {
      const outcome = await engine.search(requests, source);
      return outcome.outcome === 'overloaded' && atOnce > FAIR_SHARE ? { outcome: 'too-many' } : outcome;
    } finally {
      const remainingSearches = (searchesByReader.get(reader) ?? 0) - requests.length;
      if (remainingSearches > 0) searchesByReader.set(reader, remainingSearches);
      else searchesByReader.delete(reader);
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
