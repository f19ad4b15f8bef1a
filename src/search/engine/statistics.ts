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

/**
 * How the ranking of a question by the owner's reranker ended. `reranked`: the order is the reranker's. Otherwise
 * that of the engine stands, because the reranker took too long (`late`), threw an error (`failed`), returned wrong
 * scores (`invalid`), has too many questions (`busy`), or isn't loaded (`unavailable`).
 */
export type RerankOutcome = 'reranked' | 'late' | 'failed' | 'invalid' | 'busy' | 'unavailable';

type RerankObserver = (outcome: RerankOutcome, seconds: number) => void;

/** How an answered search ended. */
export type AnswerResult = Extract<SearchResult, 'computed' | 'cached' | 'superseded'>;

/** Counts since the process started, across all releases. */
export interface SearchStatistics {
  count(result: SearchResult, searches?: number): void;
  /** Counts a question that was passed to the reranker. */
  countRerank: RerankObserver;
  /** Calls `observer` for each of them from now on. */
  observeReranks(observer: RerankObserver): void;
  /** Changes the number of searches that wait for a thread. */
  countWaiting(change: 1 | -1): void;
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
  let waitingCount = 0;
  const rerankObservers: RerankObserver[] = [];
  return {
    count(result, searches = 1) {
      results[result] += searches;
    },
    countRerank(outcome, seconds) {
      for (const observe of rerankObservers) observe(outcome, seconds);
    },
    observeReranks(observer) {
      rerankObservers.push(observer);
    },
    countWaiting(change) {
      waitingCount += change;
    },
    read: () => ({ results, waiting: waitingCount }),
  };
}
