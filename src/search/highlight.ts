import { escapeHtml } from '../shared/html.ts';
import { remember } from '../shared/memoize.ts';
import { type Query, qualityOf, type Term } from './query.ts';
import { type Chunk, chunksOf, compoundsOf, humpsOf, type Word, wordsOf } from './words.ts';

export interface Tags {
  pre: string;
  post: string;
}

export type MatchLevel = 'none' | 'partial' | 'full';

export interface Highlighted {
  value: string;
  matchLevel: MatchLevel;
  /** Only where something matched. */
  fullyHighlighted?: boolean;
  matchedWords: string[];
}

export interface Snippet {
  value: string;
  matchLevel: MatchLevel;
}

/** Marks the words of a query in texts. Everything is escaped before the tags go in. */
export interface Highlighter {
  highlight(text: string): Highlighted;
  snippet(text: string, words: number, ellipsis: string): Snippet;
}

interface Mark {
  start: number;
  end: number;
  /** Which words of the query stand here. */
  terms: number[];
}

const TEXTS_KEPT = 2_048;
const WORDS_KEPT = 8_192;

export function createHighlighter(query: Query, tags: Tags): Highlighter {
  const telling = query.terms.filter((term) => !term.isStopWord);
  const terms = telling.length > 0 ? telling : query.terms;
  const termsAt = remember(WORDS_KEPT, (form: string) =>
    terms.flatMap((term, at) => (qualityOf(term, form) > 0 ? [at] : [])),
  );
  // A title is asked for its snippet and its highlights, for each of its hits.
  const look = remember(WORDS_KEPT, (text: string) => marksOf(text, terms, termsAt));
  return {
    highlight(text) {
      const marks = look(text);
      if (marks.length === 0) return { value: escapeHtml(text), matchLevel: 'none', matchedWords: [] };
      const value = withTags(text, 0, text.length, marks, tags);
      const matchedWords = matchedWordsOf(marks, terms);
      const fullyHighlighted = takenApart(text).words.every((word) =>
        marks.some((mark) => mark.start <= word.start && word.end <= mark.end),
      );
      return { value, matchLevel: levelOf(marks, terms.length), fullyHighlighted, matchedWords };
    },
    snippet(text, length, ellipsis) {
      const marks = look(text);
      const { chunks } = takenApart(text);
      const [first, last] = window(chunks, marks, Math.max(length, 1));
      const start = first === 0 ? 0 : (chunks[first]?.start ?? 0);
      const end = last >= chunks.length - 1 ? text.length : (chunks[last]?.end ?? text.length);
      const before = start === 0 ? '' : escapeHtml(ellipsis);
      const after = end === text.length ? '' : escapeHtml(ellipsis);
      const inside = marks.filter((mark) => mark.start >= start && mark.end <= end);
      return {
        value: before + withTags(text, start, end, inside, tags) + after,
        matchLevel: levelOf(inside, terms.length),
      };
    },
  };
}

/** A text as far as it is the same for every query. */
interface TextParts {
  /** With their own parts: `PMFNewCase` is also found by one of these. */
  words: (Word & { humps: string[] })[];
  compounds: Word[];
  chunks: Chunk[];
}

/** Of hits that come again while a reader types: some 5 MB in each thread. */
const takenApart = remember(TEXTS_KEPT, (text: string): TextParts => {
  const words = wordsOf(text).map((word) => ({ ...word, humps: humpsOf(text.slice(word.start, word.end)) }));
  return { words, compounds: compoundsOf(text), chunks: chunksOf(text) };
});

function marksOf(text: string, terms: readonly Term[], termsAt: (form: string) => number[]): Mark[] {
  const { words, compounds } = takenApart(text);
  const marks: Mark[] = [];
  for (const word of words) {
    const found = termsAt(word.form);
    if (found.length > 0) {
      marks.push({ start: word.start, end: markEnd(text, word, found, terms), terms: found });
      continue;
    }
    const inParts = word.humps.flatMap(termsAt);
    if (inParts.length > 0) marks.push({ start: word.start, end: word.end, terms: [...new Set(inParts)] });
  }
  for (const compound of compounds) {
    if (marks.some((mark) => mark.start < compound.end && compound.start < mark.end)) continue;
    const found = termsAt(compound.form);
    if (found.length > 0) marks.push({ start: compound.start, end: compound.end, terms: found });
  }
  return marks.sort((a, b) => a.start - b.start);
}

/** A growing word is marked as far as it is typed. */
function markEnd(text: string, word: Word, found: readonly number[], terms: readonly Term[]): number {
  if (text.slice(word.start, word.end).length !== word.form.length) return word.end;
  const typed = found.map((at) => {
    const term = terms[at];
    const last = term?.forms.at(-1) ?? '';
    const grows = term?.isPrefix && !term.words.has(word.form) && word.form.startsWith(last);
    return grows ? last.length : word.form.length;
  });
  return word.start + Math.max(...typed);
}

function withTags(text: string, start: number, end: number, marks: readonly Mark[], tags: Tags): string {
  let result = '';
  let at = start;
  for (const mark of marks) {
    result += escapeHtml(text.slice(at, mark.start));
    result += tags.pre + escapeHtml(text.slice(mark.start, mark.end)) + tags.post;
    at = mark.end;
  }
  return result + escapeHtml(text.slice(at, end));
}

function levelOf(marks: readonly Mark[], terms: number): MatchLevel {
  const found = new Set(marks.flatMap((mark) => mark.terms)).size;
  if (found === 0) return 'none';
  return found >= terms ? 'full' : 'partial';
}

function matchedWordsOf(marks: readonly Mark[], terms: readonly Term[]): string[] {
  const found = new Set(marks.flatMap((mark) => mark.terms));
  return terms.flatMap((term, at) => (found.has(at) ? [term.forms.join(' ')] : []));
}

/** The run of chunks with the most different words of the query, then the most marks; the first of its kind. */
function window(
  chunks: readonly Chunk[],
  marks: readonly Mark[],
  length: number,
): [first: number, last: number] {
  if (chunks.length <= length) return [0, Math.max(chunks.length - 1, 0)];
  const places = marks.map((mark) => chunks.findIndex((chunk) => mark.start < chunk.end));
  let bestStart = 0;
  let most = -1;
  places.forEach((place) => {
    const inside = marks.filter((_, at) => isWithin(places[at], place, length));
    const different = new Set(inside.flatMap((mark) => mark.terms)).size;
    const value = different * 100 + inside.length;
    if (value <= most) return;
    most = value;
    const width = Math.max(...places.filter((other) => isWithin(other, place, length))) - place + 1;
    bestStart = place - Math.floor((length - width) / 2);
  });
  const first = Math.min(Math.max(bestStart, 0), chunks.length - length);
  return [first, first + length - 1];
}

function isWithin(place: number | undefined, from: number, length: number): boolean {
  return place !== undefined && place >= from && place < from + length;
}
