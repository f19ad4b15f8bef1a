import { memoize } from '../../shared/memoize.ts';
import type { SearchIndex } from '../index/open-index.ts';
import { readHeadings, readPassages, readQuestionWords } from '../index/section-table.ts';
import type { IndexView } from '../index/view.ts';
import { questions as weights } from './weights.ts';
import { loadEnglishVectors } from './word-vectors.ts';

/** How similar a section is to a question, each from -1 to 1. */
interface SectionSimilarity {
  /** The most similar of the questions that the section answers. 0 without such questions. */
  question: number;
  /** The headings of the section, taken together. */
  heading: number;
  /** The last of these headings alone. It says more of the section to a search of one or two words. */
  ownHeading: number;
  /** The most similar of the section's first passages, without code. */
  passage: number;
  /** The mean of the most similar questions, headings and passages in the sections of the page that the reader sees. */
  page: number;
}

/** Compares a question with sections. `forms` are the words of the question as they are indexed. */
type Similarity = (
  forms: readonly string[],
  sections: readonly number[],
  view: IndexView,
) => SectionSimilarity[];

/** The texts of a section that are compared, and the length of the vector of each, which is the same for all questions. */
interface SectionTexts {
  parents: Int32Array;
  heading: Int32Array;
  /** Where each question and then each passage starts and ends among the words of the table. */
  bounds: Int32Array;
  questions: number;
  /** In the order of `HEADINGS`, `OWN_HEADING`, then the texts of `bounds`. */
  lengths: Float32Array;
}

/** About 600 bytes each. */
const SECTIONS_KEPT = 32_768;
/** A section with more questions is compared by the first of them. */
const QUESTIONS_MAX = 16;
const PASSAGES_MAX = 4;
/** The places of the headings among the texts. */
const HEADINGS = 0;
const OWN_HEADING = 1;
const FIRST_QUESTION = 2;
/** Marks a word of the index that wasn't looked up among the vectors, or has none. */
const NOT_LOOKED_UP = -1;
const NO_VECTOR = -2;

/**
 * Compares texts by the meaning of their words. A text is the sum of the vectors of its words, which are longer for words
 * that say more. Only the texts that are compared matter, so hidden sections change nothing.
 *
 * The product of a question with a sum of vectors is the sum of its products with each. So a question is multiplied once
 * with each word that occurs, and a text takes one addition per word instead of one per word and dimension.
 */
export function createSimilarity({ table, vocabulary }: SearchIndex): Similarity {
  const vectorNumbers = new Int32Array(vocabulary.size + 2).fill(NOT_LOOKED_UP);

  const textsOf = memoize(SECTIONS_KEPT, (section: number): SectionTexts => {
    const { heading, parents } = readHeadings(table, section);
    const questions = readQuestionWords(table, section).slice(0, QUESTIONS_MAX);
    const passages = readPassages(table, section, PASSAGES_MAX);
    const below = [...questions, ...passages];
    return {
      parents,
      heading,
      bounds: Int32Array.from(
        below.flatMap(({ byteOffset, length }) => {
          const start = (byteOffset - table.words.byteOffset) / Int32Array.BYTES_PER_ELEMENT;
          return [start, start + length];
        }),
      ),
      questions: questions.length,
      lengths: Float32Array.from(
        [[parents, heading], [heading], ...below.map((text) => [text])],
        measureLength,
      ),
    };
  });

  /** The length of the sum of the vectors of a text, whose words may be in several parts. */
  function measureLength(parts: readonly Int32Array[]): number {
    const { dimensions, addVector } = loadEnglishVectors();
    const sum = new Int32Array(dimensions);
    for (const words of parts) {
      for (let at = 0; at < words.length; at += 1) {
        const number = findVectorNumber(words[at] ?? 0);
        if (number !== NO_VECTOR) addVector(number, sum);
      }
    }
    return computeLength(sum);
  }

  function findVectorNumber(word: number): number {
    let number = vectorNumbers[word] ?? NO_VECTOR;
    if (number === NOT_LOOKED_UP) {
      number = loadEnglishVectors().findNumber(vocabulary.getWord(word)) ?? NO_VECTOR;
      vectorNumbers[word] = number;
    }
    return number;
  }

  /** Returns how similar each text of a section is to the question. */
  function createComparison(forms: readonly string[]): (section: number) => Float32Array {
    const { count, multiply } = loadEnglishVectors();
    const question = sumVectors(forms);
    const questionLength = computeLength(question);
    /** The product of the question with each vector. NaN where it isn't known yet. */
    const products = new Float32Array(count).fill(Number.NaN);
    const sumProducts = (words: Int32Array, from: number, to: number): number => {
      let sum = 0;
      for (let at = from; at < to; at += 1) {
        const number = findVectorNumber(words[at] ?? 0);
        if (number === NO_VECTOR) continue;
        let product = products[number] ?? 0;
        if (Number.isNaN(product)) {
          product = multiply(number, question);
          products[number] = product;
        }
        sum += product;
      }
      return sum;
    };
    return memoize(SECTIONS_KEPT, (section) => {
      const { heading, parents, bounds, lengths } = textsOf(section);
      const ofHeading = sumProducts(heading, 0, heading.length);
      const similarities = new Float32Array(lengths.length);
      similarities[HEADINGS] = sumProducts(parents, 0, parents.length) + ofHeading;
      similarities[OWN_HEADING] = ofHeading;
      for (let text = FIRST_QUESTION; text < lengths.length; text += 1) {
        const at = 2 * (text - FIRST_QUESTION);
        similarities[text] = sumProducts(table.words, bounds[at] ?? 0, bounds[at + 1] ?? 0);
      }
      for (let text = 0; text < lengths.length; text += 1) {
        const scale = questionLength * (lengths[text] ?? 0);
        // A text without known words is similar to none.
        similarities[text] = scale === 0 ? 0 : (similarities[text] ?? 0) / scale;
      }
      return similarities;
    });
  }

  let lastComparison: { words: string; compare: (section: number) => Float32Array } | undefined;

  return (forms, sections, view) => {
    // Half a word has no vector, so the question means the same while a reader types the next word.
    const knownForms = forms.filter((form) => loadEnglishVectors().findNumber(form) !== undefined);
    const words = knownForms.join(' ');
    if (lastComparison?.words !== words) lastComparison = { words, compare: createComparison(knownForms) };
    const { compare } = lastComparison;
    const comparePage = memoize(sections.length, (page: number): number => {
      const end = table.firstSections[page + 1] ?? table.sections;
      const largest = new Float32Array(weights.closestOfPage).fill(-1);
      let texts = 0;
      for (let number = table.firstSections[page] ?? end; number < end; number += 1) {
        if (view.visible[number] !== 1) continue;
        const similarities = compare(number);
        for (let at = 0; at < similarities.length; at += 1) {
          if (at === OWN_HEADING) continue;
          keepLargest(largest, similarities[at] ?? 0);
          texts += 1;
        }
      }
      const closest = largest.subarray(0, texts);
      return closest.reduce((sum, similarity) => sum + similarity, 0) / Math.max(1, closest.length);
    });
    return sections.map((number) => {
      const similarities = compare(number);
      const firstPassage = FIRST_QUESTION + textsOf(number).questions;
      return {
        question: Math.max(0, ...similarities.subarray(FIRST_QUESTION, firstPassage)),
        heading: similarities[HEADINGS] ?? 0,
        ownHeading: similarities[OWN_HEADING] ?? 0,
        passage: Math.max(0, ...similarities.subarray(firstPassage)),
        page: comparePage(table.pages[number] ?? 0),
      };
    });
  };
}

function sumVectors(forms: readonly string[]): Int32Array {
  const { dimensions, addVector, findNumber } = loadEnglishVectors();
  const sum = new Int32Array(dimensions);
  for (const form of forms) {
    const number = findNumber(form);
    if (number !== undefined) addVector(number, sum);
  }
  return sum;
}

function computeLength(vector: Int32Array): number {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  return Math.sqrt(squares);
}

/** Puts a value in its place among the largest ones, which are in descending order, if it is one of them. */
function keepLargest(largest: Float32Array, value: number): void {
  let at = largest.length - 1;
  if (value <= (largest[at] ?? value)) return;
  for (; at > 0 && value > (largest[at - 1] ?? 0); at -= 1) largest[at] = largest[at - 1] ?? 0;
  largest[at] = value;
}
