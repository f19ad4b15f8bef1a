import { escapeHtml } from './escape.ts';
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

export function createHighlighter(query: Query, tags: Tags): Highlighter {
  const telling = query.terms.filter((term) => !term.isStopWord);
  const terms = telling.length > 0 ? telling : query.terms;
  const marked = new Map<string, { words: Word[]; marks: Mark[] }>();
  const look = (text: string) => {
    const known = marked.get(text);
    if (known) return known;
    const words = wordsOf(text);
    const found = { words, marks: marksOf(text, words, terms) };
    marked.set(text, found);
    return found;
  };
  return {
    highlight(text) {
      const { words, marks } = look(text);
      const value = withTags(text, 0, text.length, marks, tags);
      const level = levelOf(marks, terms.length);
      const matchedWords = matchedWordsOf(marks, terms);
      if (level === 'none') return { value, matchLevel: level, matchedWords };
      const fullyHighlighted = words.every((word) =>
        marks.some((mark) => mark.start <= word.start && word.end <= mark.end),
      );
      return { value, matchLevel: level, fullyHighlighted, matchedWords };
    },
    snippet(text, length, ellipsis) {
      const { marks } = look(text);
      const chunks = chunksOf(text);
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

function marksOf(text: string, words: readonly Word[], terms: readonly Term[]): Mark[] {
  const marks: Mark[] = [];
  for (const word of words) {
    const found = termsAt(word.form, terms);
    if (found.length > 0) {
      marks.push({ start: word.start, end: markEnd(text, word, found, terms), terms: found });
      continue;
    }
    // `PMFNewCase` was found by one of its parts.
    const inParts = humpsOf(text.slice(word.start, word.end)).flatMap((part) => termsAt(part, terms));
    if (inParts.length > 0) marks.push({ start: word.start, end: word.end, terms: [...new Set(inParts)] });
  }
  for (const compound of compoundsOf(text)) {
    if (marks.some((mark) => mark.start < compound.end && compound.start < mark.end)) continue;
    const found = termsAt(compound.form, terms);
    if (found.length > 0) marks.push({ start: compound.start, end: compound.end, terms: found });
  }
  return marks.sort((a, b) => a.start - b.start);
}

function termsAt(form: string, terms: readonly Term[]): number[] {
  return terms.flatMap((term, at) => (qualityOf(term, form) > 0 ? [at] : []));
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
