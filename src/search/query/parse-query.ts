import { SEARCH_QUERY_MAX_CHARACTERS } from '../../config/constants.ts';
import type { IndexFile, VocabularyWord } from '../index/open-index.ts';
import { isStopWord } from '../index/stop-words.ts';
import { stemOf } from '../index/vocabulary.ts';
import { compoundsOf, humpsOf, isUnspaced, symbolsOf, wordsOf } from '../index/words.ts';
import { addSynonyms } from './add-synonyms.ts';
import { anyOf, phraseOf } from './expression.ts';
import { deletions, editDistance, editsAllowed, formKey } from './spelling.ts';

/** What the reader typed, word by word, with everything of the index that each word may stand for. */
export interface Query {
  text: string;
  terms: Term[];
  /** Operators beside words, such as `@$` of `@$variable`. */
  symbols: Term[];
  /** The query as typed, in small letters, where its signs say something: `@$variable`, `POST /user`. */
  literal?: string;
}

export interface Term {
  /** The word as typed, in its indexed form; several for words written together (`app_uid`, `变量`). */
  forms: string[];
  /** The last word may still be growing. */
  isPrefix: boolean;
  isStopWord: boolean;
  /** Words of the index that count as this word, with how well: 1 as typed, less for other forms. */
  words: Map<string, number>;
  /** See expression.ts; made of indexed words only. Empty: the index has nothing like it. */
  expression: string;
  /** The same with the synonyms of the word, where it has any. */
  wider?: string;
  /** In how many records it occurs, at least. */
  records: number;
  /** The index has no such word: it stands for others that are near. */
  corrected: boolean;
}

const SAME_STEM = 0.85;
const GROWING = 0.8;
const JOINED = 0.85;
const CORRECTED = 0.85;
const CORRECTIONS_MAX = 6;

export function parseQuery(written: string, index: IndexFile): Query {
  const text = [...written.slice(0, 4 * SEARCH_QUERY_MAX_CHARACTERS)]
    .slice(0, SEARCH_QUERY_MAX_CHARACTERS)
    .join('');
  const pieces = piecesOf(text);
  const terms = pieces.map((piece, position) => termOf(piece, position === pieces.length - 1, index));
  joinNeighbours(pieces, terms, index);
  addSynonyms(terms, index);
  const symbols = symbolsOf(text).map(exactTerm);
  const typed = text.trim().toLowerCase();
  return {
    text,
    ...(terms.length > 0 ? { terms, symbols } : { terms: symbols, symbols: [] }),
    ...(/[^\p{L}\p{N}\p{M}\s.,;:?!'"-]/u.test(typed) && { literal: typed }),
  };
}

/** All words as typed, in their order. */
export function typedForms({ terms }: Query): string[] {
  return terms.flatMap(({ forms }) => forms);
}

interface Piece {
  /** As typed. */
  written: string;
  forms: string[];
}

/** Words between blanks; what punctuation or the script holds together stays one piece. */
function piecesOf(text: string): Piece[] {
  const words = wordsOf(text);
  const compounds = compoundsOf(text);
  const pieces: (Piece & { end: number })[] = [];
  for (const word of words) {
    const compound = compounds.find(
      (candidate) => candidate.start <= word.start && word.end <= candidate.end,
    );
    const last = pieces.at(-1);
    const together = compound ? last !== undefined && last.end > compound.start : last?.end === word.start;
    if (last && together) {
      last.forms.push(word.form);
      last.written = text.slice(last.end - last.written.length, word.end);
      last.end = word.end;
    } else pieces.push({ written: text.slice(word.start, word.end), forms: [word.form], end: word.end });
  }
  return pieces;
}

function termOf(piece: Piece, isLast: boolean, index: IndexFile): Term {
  const [form = ''] = piece.forms;
  if (piece.forms.length > 1) return compoundTerm(piece, isLast, index);
  const term: Term = { ...exactTerm(form), isPrefix: isLast, isStopWord: isStopWord(form) };
  const known = index.word(form);
  const kin = index.wordsOfStem(stemOf(form)).filter((other) => other.word !== form);
  const grows = isLast && (known ? true : index.startsWord(form));
  const parts: string[] = [];
  if (known) parts.push(`"${form}"`);
  if (grows) parts.push(`"${form}"*`);
  for (const other of kin) {
    term.words.set(other.word, SAME_STEM);
    if (!(grows && other.word.startsWith(form))) parts.push(`"${other.word}"`);
  }
  term.records = Math.max(known?.records ?? 0, ...kin.map((other) => other.records));
  const hasSynonyms = index.synonyms.of([stemOf(form)]).length > 0;
  if (!known && !grows && !hasSynonyms) correct(term, form, piece, isLast, index, parts);
  // `form OR form*` would count the word twice.
  term.expression = anyOf(grows ? parts.filter((part) => part !== `"${form}"`) : parts);
  return term;
}

function correct(
  term: Term,
  form: string,
  piece: Piece,
  isLast: boolean,
  index: IndexFile,
  parts: string[],
): void {
  const split = splitForms(piece.written, form, index);
  if (split) {
    parts.push(phraseOf(split, isLast));
    for (const part of split) term.words.set(part, JOINED);
    term.corrected = true;
  }
  for (const near of corrections(form, isLast, index)) {
    parts.push(`"${near.word}"`);
    if (!term.words.has(near.word)) term.words.set(near.word, CORRECTED / near.distance ** 0.25);
    term.records = Math.max(term.records, near.records);
    term.corrected = true;
  }
}

/** The nearest words of the index, best first. `asPrefix`: the word may still be growing. */
export function corrections(
  form: string,
  asPrefix: boolean,
  index: IndexFile,
  edits: number = editsAllowed(form.length),
): (VocabularyWord & { distance: number })[] {
  if (edits === 0 || /\p{N}/u.test(form)) return [];
  const forms = [...deletions(form, edits)].map(formKey);
  const nearby = new Map(index.wordsNear(forms).map((near) => [near.word, near]));
  if (asPrefix) {
    // A growing word is too short to meet the whole one: look among the words that start alike.
    for (const near of index.wordsStarting(form.slice(0, 2), 2_000)) nearby.set(near.word, near);
  }
  const found: (VocabularyWord & { distance: number })[] = [];
  for (const near of nearby.values()) {
    const whole = editDistance(form, near.word, edits);
    const begun = asPrefix && whole > edits ? editDistance(form, near.word, edits, true) : edits + 1;
    const distance = whole <= edits ? whole : begun <= edits ? begun + 0.5 : undefined;
    if (distance !== undefined && distance > 0) found.push({ ...near, distance });
  }
  const sameStart = (word: string) => (word[0] === form[0] ? 0 : 0.4);
  const cost = (near: VocabularyWord & { distance: number }) =>
    near.distance + sameStart(near.word) - Math.log10(near.records + 1) / 4;
  const inAlphabet = (a: string, b: string) => (a < b ? -1 : 1);
  return found.sort((a, b) => cost(a) - cost(b) || inAlphabet(a.word, b.word)).slice(0, CORRECTIONS_MAX);
}

/** `app_uid`, `/case/{app_uid}/variables`, `变量`: as a phrase, as one word, or else all words anywhere. */
function compoundTerm(piece: Piece, isLast: boolean, index: IndexFile): Term {
  const { forms } = piece;
  const compact = forms.join('');
  const term: Term = { ...exactTerm(compact), forms, isPrefix: isLast };
  // One letter begins too many words to be looked up as a beginning.
  const growing = isLast && (forms.at(-1) ?? '').length > 1;
  const parts = [phraseOf(forms, growing)];
  if (!forms.every(isUnspaced)) {
    const grows = isLast && index.startsWord(compact);
    if (grows || index.word(compact)) parts.push(`"${compact}"${grows ? '*' : ''}`);
    const separate = forms.map((form, at) =>
      termOf({ written: form, forms: [form] }, growing && at === forms.length - 1, index),
    );
    const expressions = separate.map((part) => part.expression);
    if (expressions.every((part) => part !== '')) parts.push(`(${expressions.join(' AND ')})`);
    for (const part of separate) for (const [word, quality] of part.words) term.words.set(word, quality);
    term.records = Math.min(...separate.map((part) => part.records));
  } else term.records = 1;
  for (const form of forms) term.words.set(form, 1);
  term.expression = anyOf(parts);
  return term;
}

/** `check box` also stands for `checkbox`. */
function joinNeighbours(pieces: readonly Piece[], terms: Term[], index: IndexFile): void {
  for (let at = 0; at + 1 < terms.length; at += 1) {
    const [left, right] = [terms[at], terms[at + 1]];
    if (!left || !right || left.forms.length > 1 || right.forms.length > 1) continue;
    const joined = `${left.forms[0]}${right.forms[0]}`;
    const isLast = at + 2 === pieces.length;
    const known = index.word(joined) !== undefined || (isLast && index.startsWord(joined));
    if (!known || joined.length < 4) continue;
    for (const term of [left, right]) {
      term.words.set(joined, JOINED);
      term.expression = anyOf([...alternatives(term.expression), `"${joined}"${isLast ? '*' : ''}`]);
    }
  }
}

/** `radiobutton` → `radio button`, `OAuth2` → `oauth 2`, where the index knows both parts. */
function splitForms(written: string, form: string, index: IndexFile): string[] | undefined {
  const humps = humpsOf(written);
  if (humps.length > 1 && humps.every((part) => index.word(part))) return humps;
  for (let at = 3; at <= form.length - 3; at += 1) {
    const parts = [form.slice(0, at), form.slice(at)];
    if (parts.every((part) => index.word(part))) return parts;
  }
  return undefined;
}

function exactTerm(form: string): Term {
  return {
    forms: [form],
    isPrefix: false,
    isStopWord: false,
    words: new Map([[form, 1]]),
    expression: `"${form}"`,
    records: 1,
    corrected: false,
  };
}

function alternatives(expression: string): string[] {
  return expression === '' ? [] : [expression];
}

/** How well an indexed word stands for this term: 1 as typed, 0 not at all. */
export function qualityOf(term: Term, word: string): number {
  const known = term.words.get(word);
  if (known !== undefined) return known;
  if (!term.isPrefix) return 0;
  const [last = ''] = term.forms.slice(-1);
  if (last === '' || !word.startsWith(last)) return 0;
  // What `report t` begins is no `the`.
  if (last.length === 1 && isStopWord(word)) return 0;
  return GROWING + (0.15 * last.length) / word.length;
}
