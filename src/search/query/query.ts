import type { WordRange } from '../index/vocabulary.ts';

/** The typed query, word by word, with everything in the index that each word may match. */
export interface Query {
  terms: Term[];
  /** Operators next to words, such as `@$` in `@$variable`. */
  symbols: Term[];
  /** The query in lower case, if its signs have a meaning: `@$variable`, `POST /user`. */
  literal: string | undefined;
}

/** A sign that means something. Phones type curly quotes, and sentences have dashes: “I can’t log in – why?” */
export const meaningfulSign = /[^\p{L}\p{N}\p{M}\s.,;:?!'"‘’“”„…–—-]/u;

/** A word of the query, with everything in the index that it may mean. */
export interface Term {
  /** The indexed form of the typed word. Several for a script without spaces (`变量`). */
  forms: string[];
  /** Whether the reader may still be typing the word. Only true for the last one. */
  isGrowing: boolean;
  isStopWord: boolean;
  clause: AnyOf;
  /** Synonyms from the site's configuration, used if the word itself finds too little. */
  synonyms: Clause[];
}

/** Something that matches a word of the query, with its weight: 1 for the typed word, less for other forms. */
export type Clause = WordClause | PhraseClause | AnyOf;

/** A word of the index, or all words that start with `text`. */
export interface WordClause {
  kind: 'word';
  text: string;
  isPrefix: boolean;
  words: WordRange;
  quality: number;
}

/** Adjacent words. Each place lists the words that may be there. */
export interface PhraseClause {
  kind: 'phrase';
  words: WordClause[][];
}

/** The clauses of a word. Empty if the index has nothing like it. */
export interface AnyOf {
  kind: 'any';
  of: Clause[];
}

/** The words of a clause, including those of phrases. */
export function listClauseWords(clause: Clause): WordClause[] {
  switch (clause.kind) {
    case 'word':
      return [clause];
    case 'phrase':
      return clause.words.flat();
    case 'any':
      return clause.of.flatMap(listClauseWords);
  }
}
