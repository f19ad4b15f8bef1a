import type { Scope } from '../../model/audience.ts';
import type { SearchRequest } from '../protocol/request.ts';

/** What answers searches: the index of this site, or the hosted service behind this server. */
export interface SearchEngine {
  /**
   * One answer for each request, in their order. Never throws. Readers take turns; without one, the site itself asks.
   * `scope`: of whom asks; absent where everybody may find everything.
   */
  search(requests: readonly SearchRequest[], reader?: string, scope?: Scope): Promise<SearchOutcome>;
  close(): Promise<void>;
}

export type SearchOutcome =
  | { outcome: 'answered'; answers: EncodedAnswer[] }
  /** Nothing could be found out now; `reason` is for the log. */
  | { outcome: 'unavailable'; reason: string }
  /** This reader has asked for too much at a time, and is to wait for those answers. */
  | { outcome: 'too-many' };

/** An answer (`SearchAnswer`) as JSON, made where the work is done, and what the server counts of it. */
export interface EncodedAnswer {
  json: string;
  query: string;
  nbHits: number;
  page: number;
  queryID?: string;
  /** Of its hits, where the client asked to tell of those that are opened. */
  objectIDs: readonly string[];
}
