import { headingKey } from '../index/heading-key.ts';
import { stemOf } from '../index/vocabulary.ts';
import type { WordGroup } from '../rank/sections.ts';
import { type Query, type Term, typedForms } from './parse-query.ts';

const LEAVE_ONE_OUT_MAX_TERMS = 8;
/** Fewer characters begin too many headings. */
const HEADING_MIN = 3;
/** From so many words that say something, a query is a sentence. */
const SENTENCE_TERMS = 3;
/** Share of the records. */
const EVERYWHERE = 0.08;

export interface Ladder {
  /** Texts that have every word. */
  whole: string[];
  /** The others. */
  loose: string[];
}

/**
 * What to ask of the index, one after the other, until there are hits: all words with the operators beside them;
 * all words; without the stop words; with synonyms, which sentences ask of whole addresses; one word left out; any
 * word.
 */
export function ladder(query: Query, records: number): Ladder {
  const found = foundTerms(query);
  if (found.length === 0) return { whole: [], loose: [] };
  const short = shortQuery(query);
  if (short) return { whole: [`{heading about} : ${short.expression}`], loose: [] };
  const telling = tellingTerms(found);
  const isMissing = query.terms.some((term) => term.expression === '');
  const whole: string[] = [];
  const loose: string[] = [];
  // Few records have the operator, and many the word: what has both must be among those that are weighed.
  if (query.symbols.length > 0) whole.push(all([...telling, ...query.symbols]));
  if (!isMissing) whole.push(all(found));
  (isMissing ? loose : whole).push(all(telling));
  if (telling.length < SENTENCE_TERMS) {
    loose.push(all(telling.map((term) => ({ expression: term.wider ?? term.expression }))));
  }
  if (telling.length > 2 && telling.length <= LEAVE_ONE_OUT_MAX_TERMS) {
    loose.push(telling.map((left) => `(${all(telling.filter((term) => term !== left))})`).join(' OR '));
  }
  if (telling.length > 1)
    loose.push(
      rare(telling, records)
        .map((term) => term.expression)
        .join(' OR '),
    );
  return { whole, loose: loose.filter((rung) => !whole.includes(rung)) };
}

/** Keys of the headings that the query may be or begin, best first: all of it, or all but one word. */
export function headingKeys(query: Query): string[] {
  const words = tellingTerms(foundTerms(query)).map(({ forms }) => forms);
  const some = words.length > 1 && words.length <= LEAVE_ONE_OUT_MAX_TERMS ? words : [];
  return [words, ...some.map((left) => words.filter((word) => word !== left))]
    .map((kept) => headingKey(kept.flat()))
    .filter((key) => key.length >= HEADING_MIN);
}

/** The query as the beginning of a heading, where its key leaves something out: `users of`, `the c`. */
export function headingBegun(query: Query): string | undefined {
  const leavesOut = query.terms.length > 1 && query.terms.some((term) => term.isStopWord);
  return leavesOut ? typedForms(query).join(' ') : undefined;
}

/** What is asked of whole addresses: any word of a sentence. Nothing for a query of one or two words. */
export function sentenceGroups(query: Query): WordGroup[] {
  const telling = [...tellingTerms(foundTerms(query)), ...query.symbols];
  return telling.length < SENTENCE_TERMS ? [] : telling.flatMap(groupsOf);
}

/** What is asked of readers' own words: every word as typed, in any ending. */
export function askedGroups(query: Query): WordGroup[] {
  return tellingTerms(query.terms).flatMap(({ forms, words }) =>
    forms.map((form) => {
      const kin = [...words].filter(([word]) => stemOf(word) === stemOf(form));
      return new Map([...kin, [form, 1]]);
    }),
  );
}

/** `app_uid` is looked for as a whole and in its parts. */
function groupsOf({ forms, words }: Term): WordGroup[] {
  if (forms.length === 1) return [words];
  return [...forms, forms.join('')].map((form) => new Map([[form, 1]]));
}

function foundTerms(query: Query): Term[] {
  return query.terms.filter((term) => term.expression !== '' && !isBarelyBegun(term, query));
}

function tellingTerms(found: readonly Term[]): readonly Term[] {
  const telling = found.filter((term) => !term.isStopWord);
  return telling.length > 0 ? telling : found;
}

/** Without the words that are everywhere, as long as one is left: they bring nothing but work. */
function rare(terms: readonly Term[], records: number): readonly Term[] {
  const found = terms.filter((term) => term.records < records * EVERYWHERE);
  return found.length > 0 ? found : terms;
}

/** The first letter of the next word narrows nothing, and begins half of the index. */
function isBarelyBegun(term: Term, query: Query): boolean {
  return (
    query.terms.length > 1 && term.isPrefix && term.forms.length === 1 && (term.forms[0] ?? '').length === 1
  );
}

/** One or two letters begin too many words: only headings are asked. */
function shortQuery(query: Query): Term | undefined {
  const [only] = query.terms;
  if (query.terms.length !== 1 || !only || only.forms.length !== 1) return undefined;
  return /^[\p{L}\p{N}]{1,2}$/u.test(only.forms[0] ?? '') && /^[a-z0-9]/.test(only.forms[0] ?? '')
    ? only
    : undefined;
}

function all(terms: readonly Pick<Term, 'expression'>[]): string {
  return terms.map((term) => term.expression).join(' AND ');
}
