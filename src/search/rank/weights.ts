/**
 * Every constant of ranking. Where no other source is named, it is a round number that was weighed against its
 * absence and its neighbours on the judged queries and on queries made by rule: see `decisions/search-ranking.md`.
 */

/** Of a section: what it is, where it belongs, what else names it, what readers ask, what it says. */
export const fields = ['heading', 'parents', 'about', 'questions', 'body'] as const;
export type Field = (typeof fields)[number];

/** What a word counts in a field, and how much less where the field is long (the b of BM25F, one for each field). */
export const fieldWeights: Readonly<Record<Field, { weight: number; b: number }>> = {
  heading: { weight: 8, b: 0.3 },
  parents: { weight: 1, b: 0.3 },
  about: { weight: 1, b: 0.3 },
  questions: { weight: 4, b: 0.3 },
  body: { weight: 1, b: 0.5 },
};

/** Robertson and Zaragoza, The Probabilistic Relevance Framework (2009): from 1.2 to 2. */
export const K1 = 1.2;

/** How well another word counts as the one that was typed. */
export const qualities = {
  stemVariant: 0.85,
  longer: 0.85,
  /** For each letter that is wrong. */
  misspelled: 0.85,
  synonym: 0.25,
};

/** Points of a section, from what a reader would look at. All words of the query found under a heading are 1. */
export const points = {
  /** What BM25F says, as a share of the rarity of the words. */
  bm25: 1,
  /** Every word of the query is in one block. */
  complete: 0.6,
  /** The words are side by side. */
  proximity: 0.35,
  /** The very signs of the query are there. */
  literal: 1.3,
  /** Share of the words that headings and readers' questions have, where no section has them all. */
  outside: 1.2,
  /** Share of the heading that the query has, and of the query that the heading has. */
  coverage: 1,
  /** The query is the heading and one more word. */
  oneMore: 0.6,
  /** The heading has the query as one name, as in `getCurrentDate`. */
  named: 2.5,
  /** The heading begins as the query does. */
  begun: 1,
};

/** A title comes before the headings on its page. */
export const levelPoints = { lvl1: 0.3, lvl2: 0.18, lvl3: 0.12, lvl4: 0.06, lvl5: 0.03, lvl6: 0 };

/** What is under a heading such as `Request` or `Example` is about something else. */
export const GENERIC_HEADING = 0.9;

/** Weight of a word that says nothing, beside the rarity of the others. */
export const STOP_WORD = 0.05;

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
