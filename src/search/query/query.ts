import type { WordRange } from '../index/vocabulary.ts';

/** What the reader typed, word by word, with everything of the index that each word may stand for. */
export interface Query {
  terms: Term[];
  /** Operators beside words, such as `@$` of `@$variable`. */
  symbols: Term[];
  /** As typed, in small letters, where its signs say something: `@$variable`, `POST /user`. */
  literal: string | undefined;
}

export interface Term {
  /** The word as typed, in its indexed form; several for a script without blanks (`变量`). */
  forms: string[];
  /** The last word may still be growing. */
  isGrowing: boolean;
  isStopWord: boolean;
  clause: AnyOf;
  /** By the site's configuration: asked where the word itself finds too little. */
  synonyms: Clause[];
}

/** What counts as a word of the query, and how well: 1 as typed, less for other forms. */
export type Clause = WordClause | PhraseClause | AnyOf;

/** A word of the index, or all that begin with `text`. */
export interface WordClause {
  kind: 'word';
  text: string;
  isPrefix: boolean;
  words: WordRange;
  quality: number;
}

/** Words side by side, each of them one of those at its place. */
export interface PhraseClause {
  kind: 'phrase';
  words: WordClause[][];
}

/** Empty: the index has nothing like it. */
export interface AnyOf {
  kind: 'any';
  of: Clause[];
}

/** The single words of a clause, those of phrases too. */
export function wordsOfClause(clause: Clause): WordClause[] {
  switch (clause.kind) {
    case 'word':
      return [clause];
    case 'phrase':
      return clause.words.flat();
    case 'any':
      return clause.of.flatMap(wordsOfClause);
  }
}
