import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const SENTENCE_WORDS_MAX = 30;
/** Years of school, after Flesch and Kincaid. */
const GRADE_MAX = 11;
/** Fewer words say nothing about an article. */
const WORDS_MIN = 150;

/** Reported, never failing: a long sentence can be the right one. */
export function checkReading({ file, prose }: ArticleSource): Problem[] {
  const sentences = sentencesOf(prose);
  const problems = sentences
    .filter(({ words }) => words.length > SENTENCE_WORDS_MAX)
    .map(({ words, line }) =>
      problemAt('sentence', { file, line }, `The sentence has ${words.length} words.`, 'warning'),
    );
  const grade = readingGrade(sentences.map(({ words }) => words));
  if (grade !== undefined && grade > GRADE_MAX) {
    problems.push(
      problemAt(
        'reading',
        { file },
        `The article reads like grade ${grade.toFixed(1)}; ${GRADE_MAX} is the aim.`,
        'warning',
      ),
    );
  }
  return problems;
}

interface Sentence {
  words: string[];
  line: number;
}

function sentencesOf(prose: ArticleSource['prose']): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Sentence | undefined;
  let lastLine = 0;
  for (const { text, line, running } of prose) {
    if (!running) continue;
    // Another paragraph ends a sentence too.
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

export function readingGrade(sentences: readonly (readonly string[])[]): number | undefined {
  const words = sentences.flat();
  if (words.length < WORDS_MIN) return undefined;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}

function syllablesOf(word: string): number {
  const groups = word
    .toLowerCase()
    .replace(/e$/, '')
    .match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 1);
}
