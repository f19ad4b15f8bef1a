import type { Scope } from '../../model/audience.ts';
import type { SearchRequest } from '../protocol/request.ts';
import type { AnswerResult } from './statistics.ts';

/** What answers searches: the index of this site, or the hosted service behind this server. */
export interface SearchEngine {
  /** One answer for each request, in their order. Never throws. */
  search(requests: readonly SearchRequest[], source?: SearchSource): Promise<SearchOutcome>;
  close(): Promise<void>;
}

/** Who sends a call. */
export interface SearchSource {
  /** Readers take turns. Undefined where the site itself asks. */
  reader?: string | undefined;
  /**
   * A browser in which one person types, such as a session. A newer query of the same typing supersedes those that
   * still wait for their turn. Undefined for programs, which may ask several things at once and want every answer.
   */
  typist?: string | undefined;
  /** What this reader may find. Undefined where everybody may find everything. */
  scope?: Scope | undefined;
}

export type SearchOutcome =
  | { outcome: 'answered'; answers: EncodedAnswer[] }
  /** The search can't answer now. `reason` is for the log. */
  | { outcome: 'unavailable'; reason: string }
  /** More searches wait than the server can answer in time. */
  | { outcome: 'overloaded' }
  /** This reader has too many searches under way and must wait for their answers. */
  | { outcome: 'too-many' };

/** An answer (`SearchAnswer`) as JSON, encoded where the work is done, and what the server counts of it. */
export interface EncodedAnswer {
  json: string;
  query: string;
  nbHits: number;
  page: number;
  queryID?: string;
  /** IDs of its hits, where the client asked to report those that are opened. */
  objectIDs: readonly string[];
  result: AnswerResult;
}

/** An answer as far as it is the same for everyone who asks the same in the same scope. */
export type ComputedAnswer = Pick<EncodedAnswer, 'json' | 'query' | 'nbHits' | 'page' | 'objectIDs'>;
