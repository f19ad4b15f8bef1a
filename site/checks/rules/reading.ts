import type { ArticleSource } from '../article-source.ts';
import { checkEach, type Rule } from '../rule.ts';

const SENTENCE_WORDS_MAX = 30;
/** Years of school, after Flesch and Kincaid. */
const GRADE_MAX = 11;
/** Shortest article whose reading ease is measured, in words. */
const WORDS_MIN = 150;

/** Warns about long sentences. It fails nothing, because a long sentence can be the right one. */
export const longSentences: Rule = ({ articles }) =>
  checkEach(articles, ({ prose }) =>
    splitIntoSentences(prose)
      .filter(({ words }) => words.length > SENTENCE_WORDS_MAX)
      .map(({ words, line }) => ({
        line,
        message: `The sentence has ${words.length} words.`,
        severity: 'warning',
      })),
  );

/** Warns about articles that are hard to read. It fails nothing. */
export const hardReading: Rule = ({ articles }) =>
  checkEach(articles, ({ prose }) => {
    const grade = computeReadingGrade(splitIntoSentences(prose).map(({ words }) => words));
    if (grade === undefined || grade <= GRADE_MAX) return [];
    const message = `The article reads like grade ${grade.toFixed(1)}; ${GRADE_MAX} is the aim.`;
    return [{ message, severity: 'warning' }];
  });

interface Sentence {
  words: string[];
  line: number;
}

export function splitIntoSentences(prose: ArticleSource['prose']): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Sentence | undefined;
  let lastLine = 0;
  for (const { text, line, running } of prose) {
    if (!running) continue;
    // A paragraph ends the sentence, even without a full stop.
    if (line > lastLine + 1) current = undefined;
    lastLine = line;
    for (const part of text.split(/(?<=[.!?:])\s+/)) {
      if (!current) {
        current = { words: [], line };
        sentences.push(current);
      }
      current.words.push(...(part.match(/[A-Za-z][\w'’-]*/g) ?? []));
      if (/[.!?:]$/.test(part)) current = undefined;
    }
  }
  return sentences.filter(({ words }) => words.length > 2);
}

function computeReadingGrade(sentences: readonly (readonly string[])[]): number | undefined {
  const words = sentences.flat();
  if (words.length < WORDS_MIN) return undefined;
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

export function countSyllables(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/e$/, '')
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}
