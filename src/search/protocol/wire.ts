/** The parts of the protocol that server and browser share. Nothing here needs Node. */

/** The name of this site's index. */
export const INDEX_NAME = 'docs';

/** The levels of a hierarchy: the top-level category, the title of the page, the headings above. */
export const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const;
export type Level = (typeof levels)[number];

/** One answer of the public protocol. Every text in it is HTML-escaped; the only markup is the highlight tags. */
export interface SearchAnswer {
  hits: Hit[];
  nbHits: number;
  page: number;
  nbPages: number;
  hitsPerPage: number;
  exhaustiveNbHits: boolean;
  exhaustiveTypo: boolean;
  facets?: Record<string, Record<string, number>>;
  query: string;
  params: string;
  index: string;
  processingTimeMS: number;
  queryID?: string;
  /** Other searches to suggest if nothing was found. */
  userData?: { suggestions: string[] }[];
  /**
   * How likely the pages of the first hits answer the question. Only for questions in English, and only if the request
   * has `getRankingInfo`.
   */
  confidence?: AnswerConfidence;
}

/** How likely the pages of the first hits answer a question, from 0 to 1. */
export interface AnswerConfidence {
  /** The page of the first hit answers. */
  firstPage: number;
  /** That page or the next one answers. */
  firstTwoPages: number;
}

/** A hit in an answer: a record with its highlights and snippets. */
export interface Hit extends Record<string, unknown> {
  objectID: string;
}
