/**
 * Every constant of ranking. Where no other source is named, it is a round number that was weighed against its
 * absence and its neighbours on judged queries and on queries made by rule: see `decisions/search-ranking.md`.
 */

/** Of a section: what it is, where it belongs, what else names it, what readers ask, what it says. */
export const fields = ['heading', 'parents', 'about', 'questions', 'body'] as const;
export type Field = (typeof fields)[number];

/** What a word counts in a field. */
export const fieldWeights: Record<Field, number> = {
  heading: 8,
  parents: 1,
  about: 1,
  questions: 4,
  body: 1,
};

/** BM25F, after Robertson and Zaragoza, The Probabilistic Relevance Framework (2009): k1 from 1.2 to 2, b from 0.5 to 0.8. */
export const bm25f = {
  /** How soon more of a word says no more. */
  k1: 1.2,
  /** How much less a word counts in a long field. */
  b: 0.5,
};

/** How well another word counts as the one that was typed. */
export const qualities = {
  /** Of the same stem, longer than what is typed so far, or with a wrong letter; for each wrong letter. */
  otherForm: 0.85,
  synonym: 0.25,
};

/** Points of a section, from what a reader would look at. All words of the query found under a heading are 1. */
export const points = {
  /** What BM25F says, as a share of the idf of the words. */
  bm25f: 1,
  /** Every word of the query is in one block. */
  complete: 0.6,
  /** The words are side by side in it. */
  proximity: 0.3,
  /** The very signs of the query are there. */
  literal: 1,
  /** Share of the words that headings and readers' questions have, where no section has them all. */
  outside: 1.2,
  /** Share of the heading that the query has, and of the query that the heading has. */
  coverage: 1,
  /** The query is the heading and one more word. */
  oneMore: 0.6,
  /** Taken from a heading without a word of the query: what is below it says more of why it is found. */
  unnamed: 0.01,
  /** The heading has the query as one name, as in `getCurrentDate`. */
  named: 2,
  /** The heading begins as the query does. */
  prefix: 1,
  /** Weight of a word that says nothing, beside the idf of the others. */
  stopWord: 0.2,
};

/** How many sections are ranked. */
export const candidates = {
  /** Of those with all words, and of all, the best by BM25F. */
  whole: 32,
  any: 24,
  /** Of those whose heading has most of the words. */
  headings: 12,
  /** Behind what is ranked so many are in the order of BM25F: more than anybody looks at. */
  ordered: 128,
};
