/**
 * How searches ended. `computed`: a search thread answered. `cached`: the answer was in memory. `superseded`: the
 * answer to a newer query of the same typing was sent instead. The others were refused: by a reader's own limit
 * (`too-many`, 429), because too many searches wait (`overloaded`, 503), or because the search can't answer
 * (`unavailable`, 503).
 */
export const searchResults = [
  'computed',
  'cached',
  'superseded',
  'too-many',
  'overloaded',
  'unavailable',
] as const;
export type SearchResult = (typeof searchResults)[number];

/** How an answered search ended. */
export type AnswerResult = Extract<SearchResult, 'computed' | 'cached' | 'superseded'>;

/** Counts since the process started, across all releases. */
export interface SearchStatistics {
  count(result: SearchResult, searches?: number): void;
  /** Changes the number of searches that wait for a thread. */
  waits(change: 1 | -1): void;
  read(): { results: Readonly<Record<SearchResult, number>>; waiting: number };
}

export function createSearchStatistics(): SearchStatistics {
  const results: Record<SearchResult, number> = {
    computed: 0,
    cached: 0,
    superseded: 0,
    'too-many': 0,
    overloaded: 0,
    unavailable: 0,
  };
  let waiting = 0;
  return {
    count(result, searches = 1) {
      results[result] += searches;
    },
    waits(change) {
      waiting += change;
    },
    read: () => ({ results, waiting }),
  };
}
