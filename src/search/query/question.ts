import { findStem } from '../index/english.ts';
import type { Language } from '../index/languages.ts';
import type { IndexView } from '../index/view.ts';
import { meaningfulSign, type Query } from './query.ts';
import { isRequest, isStatement } from './statement.ts';

const questionWords = new Set(
  'how what when where which who whom whose why can could do does did is are am was were will would should may must'.split(
    ' ',
  ),
);

const QUESTION_MIN_WORDS = 3;

/**
 * Whether a query is a question in English, and not words to look up. A question with signs that mean something, as in
 * *how do I call GET /projects/{id}*, isn't one: its pages are ranked by these signs.
 */
export function isQuestion(query: Query, language: Language): boolean {
  if (query.literal !== undefined) return false;
  const words = readEnglishWords(query, language);
  return words !== undefined && isAsked(words);
}

/**
 * Whether a query may be answered like a question in English: also a request, as in *delete a draft*, and a question with
 * names and paths among its words, but not code.
 */
export function readsAsQuestion(query: Query, language: Language): boolean {
  const words = readEnglishWords(query, language);
  return words !== undefined && !isCode(query.literal ?? '') && (isAsked(words) || isRequest(words));
}

function isAsked(words: readonly string[]): boolean {
  return questionWords.has(words[0] ?? '') || isStatement(words);
}

function readEnglishWords({ terms }: Query, { code }: Language): string[] | undefined {
  if (code !== 'en' || terms.length < QUESTION_MIN_WORDS) return undefined;
  return terms.map(({ forms: [form = ''] }) => form);
}

/** Whether more than a third of the parts have signs, as in `SELECT NAME FROM PMT_SUPPLIER WHERE CODE = @@supplier`. */
function isCode(literal: string): boolean {
  const parts = literal.split(/\s+/);
  return 3 * parts.filter((part) => meaningfulSign.test(part)).length > parts.length;
}

/**
 * Whether the last word of a question is complete, and not the beginning of one that is still being typed: a space or a
 * sign follows, the view has the word, or no word of the view begins like it.
 */
export function isTypedOut(text: string, { terms }: Query, view: IndexView): boolean {
  if (!/[\p{L}\p{N}\p{M}]$/u.test(text)) return true;
  const { vocabulary } = view.index;
  const form = terms.at(-1)?.forms.at(-1) ?? '';
  const isWord = [vocabulary.findNumber(form), ...vocabulary.findWordsOfStem(findStem(form))].some(view.has);
  return isWord || !view.hasAny(vocabulary.findWordsStarting(form));
}
