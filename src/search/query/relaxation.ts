import { createFieldMask } from '../index/postings.ts';
import { fields } from '../rank/weights.ts';
import type { AnyOf, Query, Term } from './query.ts';

/** One attempt to search the index. */
export interface Attempt {
  /** The words that determine which sections are found. */
  content: { clause: AnyOf }[];
  /** The other words, which only count in headings. */
  minor: { clause: AnyOf }[];
  /** The fields to search: see `createFieldMask`. */
  fields: number;
}

const EVERYWHERE = createFieldMask(...fields);
/** All fields except readers' questions. */
const WRITTEN = EVERYWHERE & ~createFieldMask('questions');
/** Fields for queries of one or two letters, which too many words start with. */
const NAMES = createFieldMask('heading', 'about');

/** A query with at least this many meaningful words is a sentence. */
const SENTENCE_WORDS = 3;
/** A query with fewer hits than this is relaxed. */
export const ENOUGH_HITS = 10;
const ONE_LESS_MAX_WORDS = 8;

/** Searches the typed words. The words of a sentence or question are also searched in readers' questions. */
export function createTypedAttempt(query: Query, { isQuestion }: { isQuestion: boolean }): Attempt {
  const words = createAttempt(query, ({ clause }) => clause);
  const isSentence = isQuestion || words.content.length >= SENTENCE_WORDS;
  return { ...words, fields: isSentence ? EVERYWHERE : isShort(query) ? NAMES : WRITTEN };
}

/** Adds synonyms and, if no section has all words, questions. Undefined for one or two letters. */
export function widenQuery(query: Query, typedAttempt: Attempt, isWritten: boolean): Attempt | undefined {
  if (isShort(query)) return undefined;
  const words = createAttempt(query, ({ clause, synonyms }) => ({
    kind: 'any',
    of: [...clause.of, ...synonyms],
  }));
  return { ...words, fields: isWritten ? typedAttempt.fields : EVERYWHERE };
}

/**
 * The number of words of the query that a section must have: all words; if too few sections have them, all but one, or
 * else a single one. `withMatched` has the number of sections by how many words they have.
 */
export function countLeastWords(words: number, withMatched: Int32Array): number {
  if (countSectionsWith(words, withMatched) >= ENOUGH_HITS) return words;
  const isMany = words >= SENTENCE_WORDS && words <= ONE_LESS_MAX_WORDS;
  return isMany && countSectionsWith(words - 1, withMatched) >= ENOUGH_HITS ? words - 1 : 1;
}

/** Counts the sections that have at least this many words. */
export function countSectionsWith(words: number, withMatched: Int32Array): number {
  return withMatched.subarray(words).reduce((sum, sections) => sum + sections, 0);
}

function createAttempt(query: Query, clauseOf: (term: Term) => AnyOf): Omit<Attempt, 'fields'> {
  const terms = [...query.terms, ...query.symbols]
    .map((term) => ({ term, clause: clauseOf(term) }))
    .filter(({ clause }) => clause.of.length > 0);
  const words = terms.filter(({ term }) => !isSingleLetter(term, query));
  const content = words.filter(({ term }) => !term.isStopWord);
  const decidingWords = content.length > 0 ? content : words;
  return { content: decidingWords, minor: terms.filter((other) => !decidingWords.includes(other)) };
}

/** Whether a term is only the first letter of a next word, which half of the index starts with. */
function isSingleLetter({ isGrowing, forms }: Term, { terms }: Query): boolean {
  return terms.length > 1 && isGrowing && forms.join('').length === 1;
}

function isShort({ terms: [onlyTerm, ...otherTerms], symbols }: Query): boolean {
  return (
    symbols.length === 0 &&
    otherTerms.length === 0 &&
    /^[a-z0-9][\p{L}\p{N}]?$/u.test(onlyTerm?.forms.join('') ?? '')
  );
}
