import { maskOf } from '../index/postings.ts';
import { fields } from '../rank/weights.ts';
import type { AnyOf, Query, Term } from './query.ts';

/** One way to ask the index. */
export interface Attempt {
  /** The words that decide what is found. */
  content: { clause: AnyOf }[];
  /** The others, which only count in headings. */
  minor: { clause: AnyOf }[];
  /** Where the words are looked for: see `maskOf`. */
  fields: number;
}

const EVERYWHERE = maskOf(...fields);
/** What readers ask is in no text. */
const WRITTEN = EVERYWHERE & ~maskOf('questions');
/** One or two letters begin too many words. */
const NAMES = maskOf('heading', 'about');

/** From so many words that say something, a query is a sentence. */
const SENTENCE_WORDS = 3;
/** With fewer hits than this the query is relaxed. */
export const ENOUGH_HITS = 10;
const ONE_LESS_MAX_WORDS = 8;

/** The words themselves; those of a sentence are looked for in questions too. */
export function asTyped(query: Query): Attempt {
  const words = attempt(query, ({ clause }) => clause);
  const isSentence = words.content.length >= SENTENCE_WORDS;
  return { ...words, fields: isSentence ? EVERYWHERE : isShort(query) ? NAMES : WRITTEN };
}

/** With synonyms; and where the words are nowhere together, in what readers ask. Nothing for one or two letters. */
export function wider(query: Query, typed: Attempt, isWritten: boolean): Attempt | undefined {
  if (isShort(query)) return undefined;
  const words = attempt(query, ({ clause, synonyms }) => ({ kind: 'any', of: [...clause.of, ...synonyms] }));
  return { ...words, fields: isWritten ? typed.fields : EVERYWHERE };
}

/**
 * How many words of the query a section must have: all; where few have them, all but one; or else any.
 * `withMatched`: how many sections have so many.
 */
export function leastWords(words: number, withMatched: Int32Array): number {
  if (sectionsWith(words, withMatched) >= ENOUGH_HITS) return words;
  const isMany = words >= SENTENCE_WORDS && words <= ONE_LESS_MAX_WORDS;
  return isMany && sectionsWith(words - 1, withMatched) >= ENOUGH_HITS ? words - 1 : 1;
}

/** How many sections have at least so many words. */
export function sectionsWith(words: number, withMatched: Int32Array): number {
  return withMatched.subarray(words).reduce((sum, sections) => sum + sections, 0);
}

function attempt(query: Query, clauseOf: (term: Term) => AnyOf): Omit<Attempt, 'fields'> {
  const terms = [...query.terms, ...query.symbols]
    .map((term) => ({ term, clause: clauseOf(term) }))
    .filter(({ clause }) => clause.of.length > 0);
  const words = terms.filter(({ term }) => !isSingleLetter(term, query));
  const content = words.filter(({ term }) => !term.isStopWord);
  const deciding = content.length > 0 ? content : words;
  return { content: deciding, minor: terms.filter((other) => !deciding.includes(other)) };
}

/** The first letter of the next word narrows nothing, and begins half of the index. */
function isSingleLetter({ isGrowing, forms }: Term, { terms }: Query): boolean {
  return terms.length > 1 && isGrowing && forms.join('').length === 1;
}

function isShort({ terms: [only, ...others], symbols }: Query): boolean {
  return (
    symbols.length === 0 && others.length === 0 && /^[a-z0-9][\p{L}\p{N}]?$/u.test(only?.forms.join('') ?? '')
  );
}
