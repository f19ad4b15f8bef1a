import { escapeHtml } from '../../shared/html.ts';
import { memoize } from '../../shared/memoize.ts';
import { isStopWord } from '../index/english.ts';
import { type Chunk, findCompounds, splitChunks, splitHumps, splitWords, type Word } from '../index/words.ts';
import { listClauseWords, type PhraseClause, type Query, type Term } from '../query/query.ts';

interface Tags {
  pre: string;
  post: string;
}

type MatchLevel = 'none' | 'partial' | 'full';

interface Highlighted {
  value: string;
  matchLevel: MatchLevel;
  /** Set if something matched. */
  fullyHighlighted?: boolean;
  matchedWords: string[];
}

interface Mark {
  start: number;
  end: number;
  /** The words of the query that match here. */
  terms: number[];
}

const TEXTS_KEPT = 2_048;
const WORDS_KEPT = 8_192;

/** Marks the words of a query in texts. Everything is escaped before the tags are inserted. */
export interface Highlighter {
  /** Marks the words in a whole text. */
  highlight(text: string): Highlighted;
  /** Marks the words in the part of a text, at most `length` words long, that has the most of them. */
  writeSnippet(text: string, length: number, ellipsis: string): Pick<Highlighted, 'value' | 'matchLevel'>;
  /** Counts the words of the query that a text has, without marking them. */
  countMatchedWords(text: string): number;
  /** Whether a text has all words of the query. */
  hasAllWords(text: string): boolean;
}

/** Marks the words of a query in texts. Everything is escaped before the tags are inserted. */
export function createHighlighter(query: Query, tags: Tags): Highlighter {
  const content = query.terms.filter((term) => !term.isStopWord);
  const terms = content.length > 0 ? content : query.terms;
  const lengthOf = terms.map(createMarkLength);
  const termsAt = memoize(WORDS_KEPT, (form: string): WordMatch => {
    let wordMatch = NO_MATCH;
    for (let term = 0; term < lengthOf.length; term += 1) {
      const length = lengthOf[term]?.(form) ?? 0;
      if (length === 0) continue;
      if (wordMatch === NO_MATCH) wordMatch = { terms: [], length: 0 };
      wordMatch.terms.push(term);
      wordMatch.length = Math.max(wordMatch.length, length);
    }
    return wordMatch;
  });
  // Each hit of a page needs the snippet and the highlights of its title.
  const look = memoize(WORDS_KEPT, (text: string) => findMarks(text, termsAt, terms));
  return {
    highlight(text) {
      const marks = look(text);
      if (marks.length === 0) return { value: escapeHtml(text), matchLevel: 'none', matchedWords: [] };
      const value = insertTags(text, 0, text.length, marks, tags);
      const matchedWords = listMatchedWords(marks, terms);
      const isFullyHighlighted = takenApart(text).words.every((word) =>
        marks.some((mark) => mark.start <= word.start && word.end <= mark.end),
      );
      return {
        value,
        matchLevel: measureMatch(marks, terms.length),
        fullyHighlighted: isFullyHighlighted,
        matchedWords,
      };
    },
    writeSnippet(text, length, ellipsis) {
      const marks = look(text);
      const { chunks } = takenApart(text);
      const [first, last] = chooseWindow(chunks, marks, Math.max(length, 1));
      const start = first === 0 ? 0 : (chunks[first]?.start ?? 0);
      const end = last >= chunks.length - 1 ? text.length : (chunks[last]?.end ?? text.length);
      const before = start === 0 ? '' : escapeHtml(ellipsis);
      const after = end === text.length ? '' : escapeHtml(ellipsis);
      const inside = marks.filter((mark) => mark.start >= start && mark.end <= end);
      return {
        value: before + insertTags(text, start, end, inside, tags) + after,
        matchLevel: measureMatch(inside, terms.length),
      };
    },
    countMatchedWords: (text) => collectTerms(look(text)).size,
    hasAllWords: (text) => measureMatch(look(text), terms.length) === 'full',
  };
}

/** The parts of a text that are the same for every query. */
interface TextParts {
  /** The words with their parts: `XMLNewCase` is also found by one of its parts. */
  words: (Word & { humps: string[] })[];
  compounds: Word[];
  chunks: Chunk[];
}

/** For hits that recur while a reader types. Takes about 5 MB per thread. */
const takenApart = memoize(TEXTS_KEPT, (text: string): TextParts => {
  const words = splitWords(text).map((word) => ({
    ...word,
    humps: splitHumps(text.slice(word.start, word.end)),
  }));
  return { words, compounds: findCompounds(text), chunks: splitChunks(text) };
});

interface WordMatch {
  /** The words of the query that this word matches. */
  terms: number[];
  /** The number of characters to mark. */
  length: number;
}

/** Most words of a text. They share one object, because a reader who types waits for the memory of many. */
const NO_MATCH: WordMatch = { terms: [], length: 0 };

/** The number of letters to mark for a term: those typed so far, if the reader is still typing the word. */
function createMarkLength({ clause, synonyms }: Term): (form: string) => number {
  // A synonym of several words is marked only as a whole: `out of office` doesn't match `of`.
  const words = [clause, ...synonyms.filter(({ kind }) => kind !== 'phrase')].flatMap(listClauseWords);
  const whole = new Set(words.flatMap(({ text, isPrefix }) => (isPrefix ? [] : text)));
  const prefixes = words.flatMap(({ text, isPrefix }) => (isPrefix ? text : []));
  return (form) => {
    if (whole.has(form)) return form.length;
    for (const prefix of prefixes) {
      if (!form.startsWith(prefix)) continue;
      // With `report t`, the word `the` isn't marked.
      return prefix.length === 1 && isStopWord(form) ? 0 : prefix.length;
    }
    return 0;
  };
}

function findMarks(text: string, termsAt: (form: string) => WordMatch, terms: readonly Term[]): Mark[] {
  const { words, compounds } = takenApart(text);
  const marks = terms.flatMap(({ synonyms }, term) =>
    synonyms.flatMap((synonym) => (synonym.kind === 'phrase' ? findPhraseMarks(words, synonym, term) : [])),
  );
  const inPhrases = marks.slice();
  for (const word of words) {
    const { start, end, form, humps } = word;
    if (inPhrases.length > 0 && inPhrases.some((mark) => mark.start <= start && end <= mark.end)) continue;
    const wordMatch = termsAt(form);
    if (wordMatch !== NO_MATCH) {
      const isAsWritten = end - start === form.length;
      marks.push({ start, end: isAsWritten ? start + wordMatch.length : end, terms: wordMatch.terms });
      continue;
    }
    if (humps.length === 0) continue;
    const inParts = humps.flatMap((part) => termsAt(part).terms);
    if (inParts.length > 0) marks.push({ start, end, terms: [...new Set(inParts)] });
  }
  for (const { start, end, form } of compounds) {
    if (marks.some((mark) => mark.start < end && start < mark.end)) continue;
    const { terms } = termsAt(form);
    if (terms.length > 0) marks.push({ start, end, terms });
  }
  return marks.sort((a, b) => a.start - b.start);
}

/** Finds each place where all words of a phrase are adjacent. */
function findPhraseMarks(words: readonly Word[], phrase: PhraseClause, term: number): Mark[] {
  const forms = phrase.words.map((alternatives) => new Set(alternatives.map(({ text }) => text)));
  const marks: Mark[] = [];
  words.forEach((first, index) => {
    if (!forms[0]?.has(first.form)) return;
    const last = words[index + forms.length - 1];
    const isThere = forms.every((alternatives, nth) => alternatives.has(words[index + nth]?.form ?? ''));
    if (isThere && last) marks.push({ start: first.start, end: last.end, terms: [term] });
  });
  return marks;
}

function insertTags(text: string, start: number, end: number, marks: readonly Mark[], tags: Tags): string {
  let result = '';
  let at = start;
  for (const mark of marks) {
    result += escapeHtml(text.slice(at, mark.start));
    result += tags.pre + escapeHtml(text.slice(mark.start, mark.end)) + tags.post;
    at = mark.end;
  }
  return result + escapeHtml(text.slice(at, end));
}

function measureMatch(marks: readonly Mark[], terms: number): MatchLevel {
  const matchedCount = collectTerms(marks).size;
  if (matchedCount === 0) return 'none';
  return matchedCount >= terms ? 'full' : 'partial';
}

function listMatchedWords(marks: readonly Mark[], terms: readonly Term[]): string[] {
  const matchedTerms = collectTerms(marks);
  return terms.flatMap((term, index) => (matchedTerms.has(index) ? [term.forms.join(' ')] : []));
}

function collectTerms(marks: readonly Mark[]): Set<number> {
  const terms = new Set<number>();
  for (const mark of marks) for (const term of mark.terms) terms.add(term);
  return terms;
}

/** Finds the run of chunks with the most different words of the query, then with the most marks. The first one wins. */
function chooseWindow(
  chunks: readonly Chunk[],
  marks: readonly Mark[],
  length: number,
): [first: number, last: number] {
  if (chunks.length <= length) return [0, Math.max(chunks.length - 1, 0)];
  const positions = marks.map((mark) => chunks.findIndex((chunk) => mark.start < chunk.end));
  let bestStart = 0;
  let most = -1;
  positions.forEach((position) => {
    const inside = marks.filter((_, index) => isWithin(positions[index], position, length));
    const different = new Set(inside.flatMap((mark) => mark.terms)).size;
    const value = different * 100 + inside.length;
    if (value <= most) return;
    most = value;
    const width = Math.max(...positions.filter((other) => isWithin(other, position, length))) - position + 1;
    bestStart = position - Math.floor((length - width) / 2);
  });
  const first = Math.min(Math.max(bestStart, 0), chunks.length - length);
  return [first, first + length - 1];
}

function isWithin(position: number | undefined, from: number, length: number): boolean {
  return position !== undefined && position >= from && position < from + length;
}
