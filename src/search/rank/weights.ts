/**
 * All constants of ranking. Unless another source is named, a constant is a round number that was compared with its
 * absence and its neighbours, on judged queries and on generated queries: see `decisions/search-ranking.md`.
 */

/** The fields of a section: its heading, its parents, other names of it, readers' questions, and its text. */
export const fields = ['heading', 'parents', 'about', 'questions', 'body'] as const;
export type Field = (typeof fields)[number];

/** The weight of a word in each field. */
export const fieldWeights: Record<Field, number> = {
  heading: 8,
  parents: 1,
  about: 1,
  questions: 4,
  body: 1,
};

/** BM25F, after Robertson and Zaragoza, The Probabilistic Relevance Framework (2009): k1 from 1.2 to 2, b from 0.5 to 0.8. */
export const bm25f = {
  /** How soon further occurrences of a word stop counting. */
  k1: 1.2,
  /** How much less a word counts in a long field. */
  b: 0.5,
};

/** The weight of a word that isn't exactly the typed one. */
export const qualities = {
  /** Words with the same stem, longer than the typed one, or with a wrong letter. Applied for each wrong letter. */
  otherForm: 0.85,
  synonym: 0.25,
};

/** Points of a section by what readers would look at. All words of the query below a heading give 1 point. */
export const points = {
  /** The BM25F score, as a share of the idf of the words. */
  bm25f: 1,
  /** Every word of the query is in one block. */
  complete: 0.6,
  /** The words are adjacent in the block. */
  proximity: 0.3,
  /** The signs of the query are in the text. */
  literal: 1,
  /** Share of the words in headings and readers' questions, if no section has all words. */
  outside: 1.2,
  /** Share of the heading that is in the query, and of the query that is in the heading. */
  coverage: 1,
  /** The query is the heading plus one more word. */
  oneMore: 0.6,
  /** Deducted from a heading without a word of the query, because its text explains the match better. */
  unnamed: 0.01,
  /** The heading contains the query as one name, as in `getCurrentDate`. */
  named: 2,
  /** The heading starts with the query. */
  prefix: 1,
  /** The query is a question that the section has among its questions of readers. */
  askedQuestion: 3,
  /** The section has the query among its questions of readers, but it isn't a question. A heading may have its words, too. */
  askedWords: 1.5,
  /** The weight of a stop word, compared with the idf of the other words. */
  stopWord: 0.2,
};

/** The number of sections that are ranked. */
export const candidates = {
  /** The best by BM25F, of the sections with all words and of all sections. */
  whole: 32,
  any: 24,
  /** Sections whose heading has most of the words. */
  headings: 12,
  /** After the ranked sections, this many follow in the order of BM25F. Readers don't look further. */
  ordered: 128,
};

/**
 * How likely the first pages for a question answer it: see `confidence.ts`. The weights are those of three logistic
 * regressions, rounded. See `decisions/answers-by-evidence.md` for the questions that they were fitted to.
 */
export const confidence = {
  /** Whether the site answers the question. */
  onSite: { coveredShare: 5, length: 3.2, rarest: 5.6, least: 0.9 },
  /** Whether the first page is the one that answers, if the site does. */
  onFirstPage: { lead: 4.3, gatheredShare: 2.3, least: 2.6 },
  /** Whether the first page or the next one answers. */
  onFirstTwoPages: {
    coveredShare: 2.1,
    gatheredShare: 3.5,
    lead: 2.3,
    length: 4.8,
    rarest: 6.1,
    least: 4.84,
  },
  /** A question of more words isn't clearer. */
  enoughWords: 6,
  /** Points by which a page has to lead another one to weigh e times as much. */
  temperature: 0.5,
};

/**
 * How much the meaning of a question counts beside the points of its words: see `similarity.ts`. The sets of questions
 * that they were chosen with are in `decisions/what-readers-ask.md`.
 */
export const questions = {
  /** The number of best sections that are ordered again. */
  ordered: 20,
  /** Points for the most similar question that the section answers. */
  question: 0.6,
  /** Points for similar headings. */
  heading: 0.6,
  /** Points for the most similar of the section's first passages. */
  passage: 1.2,
  /** Points for a page with similar questions, headings and passages, and how many of them count. */
  page: 2,
  closestOfPage: 3,
  /** Points for the words that the question shares with a question of another section of the page. */
  pageWords: 0.6,
  /** Points for the pairs of adjacent words that it shares with a question of a section of the page. */
  pagePairs: 0.6,
  /** The number of best sections whose questions count for their page. */
  neighbours: 20,
  /** Deducted from sections with a heading that more than `sharedBy` sections have, such as *What goes wrong*. */
  sharedHeading: 0.5,
  sharedBy: 20,
  /** The highest weight of a word. Without a limit, names that mean nothing would decide. */
  rarest: 8,
};
