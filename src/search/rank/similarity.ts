import { memoize } from '../../shared/memoize.ts';
import { isStopWord } from '../index/english.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import { computeInverseFrequency } from './bm25.ts';
import { questions as weights } from './weights.ts';
import { loadEnglishVectors } from './word-vectors.ts';

/** How similar a section is to a question, each from -1 to 1. */
interface SectionSimilarity {
  /** The most similar of the questions that the section answers. 0 without such questions. */
  question: number;
  /** The headings of the section, taken together. */
  heading: number;
  /** The most similar of the section's first passages, without code. */
  passage: number;
}

/** Compares a question with sections. `forms` are the words of the question as they are indexed. */
type Similarity = (
  forms: readonly string[],
  sections: readonly number[],
  view: IndexView,
) => SectionSimilarity[];

/** A common word: its number in the vocabulary, and its vector. */
interface CommonWord {
  number: number;
  vector: Int8Array;
  /** The share of the word's weight that counts: less than 1 for a stop word. */
  share: number;
}

/** The common words of a section, by text. */
interface ComparedTexts {
  questions: CommonWord[][];
  headings: CommonWord[];
  passages: CommonWord[][];
}

/** About 10 kB each. */
const SECTIONS_KEPT = 512;
/** A word is looked up once, and shared by all texts that have it. */
const WORDS_KEPT = 16_384;
/** A section with more questions is compared by the first of them. */
const QUESTIONS_MAX = 32;
const PASSAGES_MAX = 6;

/**
 * Compares texts by the meaning of their words. A text is the sum of the vectors of its words, and a word weighs more
 * the fewer sections of the reader's view have it, so hidden sections change nothing.
 */
export function createSimilarity({ getSection, vocabulary }: SearchIndex): Similarity {
  const findCommonWord = memoize(WORDS_KEPT, (form: string): CommonWord | undefined => {
    const vector = loadEnglishVectors().findVector(form);
    const share = isStopWord(form) ? weights.stopWord : 1;
    return vector && { vector, share, number: vocabulary.findNumber(form) };
  });
  const listCommonWords = (forms: readonly string[]): CommonWord[] =>
    forms.map(findCommonWord).filter((word) => word !== undefined);
  const textsOf = memoize(SECTIONS_KEPT, (number: number): ComparedTexts => {
    const { titles, questions, blocks } = getSection(number);
    const passages = blocks.flatMap(({ content, code }) => (content === null || code ? [] : [content]));
    return {
      questions: questions.slice(0, QUESTIONS_MAX).map((text) => listCommonWords(listForms(text))),
      headings: titles.flatMap((title) => (title === null ? [] : listCommonWords(listForms(title)))),
      passages: passages.slice(0, PASSAGES_MAX).map((text) => listCommonWords(listForms(text))),
    };
  });

  return (forms, sections, view) => {
    const { dimensions } = loadEnglishVectors();
    const sumVectors = (words: readonly CommonWord[]): Float32Array => {
      const sum = new Float32Array(dimensions);
      for (const { number, vector, share } of words) {
        // A word that only hidden sections have weighs like one that no section has.
        const frequency = view.has(number) ? view.getFrequency(number) : 0;
        const rarity = Math.min(computeInverseFrequency(frequency, view.sections), weights.rarest);
        const weight = rarity * share;
        for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + weight * (vector[at] ?? 0);
      }
      return sum;
    };
    const typedVector = sumVectors(listCommonWords(forms));
    return sections.map((number) => {
      const { questions, headings, passages } = textsOf(number);
      const toClosest = (texts: CommonWord[][]) =>
        Math.max(0, ...texts.map((words) => computeCosine(typedVector, sumVectors(words))));
      return {
        question: toClosest(questions),
        heading: computeCosine(typedVector, sumVectors(headings)),
        passage: toClosest(passages),
      };
    });
  };
}

function computeCosine(a: Float32Array, b: Float32Array): number {
  let [product, lengthOfA, lengthOfB] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    product += x * y;
    lengthOfA += x * x;
    lengthOfB += y * y;
  }
  return lengthOfA === 0 || lengthOfB === 0 ? 0 : product / Math.sqrt(lengthOfA * lengthOfB);
}
