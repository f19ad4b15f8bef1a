import type { Scope } from '../../model/audience.ts';
import type { SearchRequest } from '../protocol/request.ts';
import type { AnswerResult } from './statistics.ts';

/** Answers searches from the index of this site, or from the hosted service behind this server. */
export interface SearchEngine {
  /** Resolves with one answer per request, in the same order. Never rejects. */
  search(requests: readonly SearchRequest[], source?: SearchSource): Promise<SearchOutcome>;
  close(): Promise<void>;
}

/** The sender of searches. */
export interface SearchSource {
  /** The key by which readers take turns. Undefined if the site itself searches. */
  reader?: string | undefined;
  /**
   * A browser in which one person types, such as a session. A newer query of the same typing supersedes those that
   * still wait for their turn. Undefined for programs, which may ask several things at once and want every answer.
   */
  typist?: string | undefined;
  /** The scope of this reader. Undefined if every reader may find everything. */
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

/** An answer (`SearchAnswer`) as JSON, which the search thread encodes, with the parts that the server counts. */
export interface EncodedAnswer {
  json: string;
  query: string;
  nbHits: number;
  page: number;
  queryID?: string;
  /** IDs of the hits, if the client wants to report those that are opened. */
  objectIDs: readonly string[];
  result: AnswerResult;
}

/** The part of an answer that is the same for all equal searches in the same scope. */
export type ComputedAnswer = Pick<EncodedAnswer, 'json' | 'query' | 'nbHits' | 'page' | 'objectIDs'>;
