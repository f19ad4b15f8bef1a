/** What the administrator learns of searches, whatever keeps it. Days are `YYYY-MM-DD` in UTC. */
export interface SearchCounts {
  add(searches: readonly CountedSearch[], openings: readonly CountedOpening[]): Promise<void>;
  report(since: string, most: number): Promise<SearchReport>;
  removeBefore(day: string): Promise<void>;
  close(): Promise<void>;
}

export interface CountedSearch {
  day: string;
  query: string;
  hits: number;
}

export interface CountedOpening {
  day: string;
  query: string;
  /** Address of what was opened. */
  opened: string;
}

export interface SearchReport {
  searches: number;
  frequent: QueryCount[];
  withoutResults: QueryCount[];
  /** There were results, and nobody opened one. */
  unopened: QueryCount[];
}

export interface QueryCount {
  query: string;
  count: number;
  /** Hits when it was last searched. */
  hits: number;
  opened: number;
}
