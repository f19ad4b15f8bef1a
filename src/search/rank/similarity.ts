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

/**
 * The unit vectors of the texts of a section, one after another: all headings together, the section's own heading, its
 * questions, its first passages. A component of 127 is 1.
 */
interface SectionVectors {
  components: Int8Array;
  questions: number;
}

/** About 1 kB each. With fewer, a question would add up the words of its first pages again. */
const SECTIONS_KEPT = 8_192;
/** A section with more questions is compared by the first of them. */
const QUESTIONS_MAX = 16;
const PASSAGES_MAX = 4;
const UNIT = 127;
/** The places of the headings among the vectors. */
const HEADINGS = 0;
const OWN_HEADING = 1;
const FIRST_QUESTION = 2;
/** Marks a word of the index that wasn't looked up among the vectors, or has none. */
const NOT_LOOKED_UP = -1;
const NO_VECTOR = -2;

/**
 * Compares texts by the meaning of their words. A text is the sum of the vectors of its words, which are longer for words
 * that say more. Only the texts that are compared matter, so hidden sections change nothing.
 */
export function createSimilarity({ table, vocabulary }: SearchIndex): Similarity {
  const vectorNumbers = new Int32Array(vocabulary.size + 2).fill(NOT_LOOKED_UP);
  const vectorsOf = memoize(SECTIONS_KEPT, (section: number): SectionVectors => {
    const { heading, parents } = readHeadings(table, section);
    const questions = readQuestionWords(table, section).slice(0, QUESTIONS_MAX);
    const passages = readPassages(table, section, PASSAGES_MAX);
    const texts = [
      [parents, heading],
      [heading],
      ...questions.map((text) => [text]),
      ...passages.map((text) => [text]),
    ];
    return { components: readVectors(texts), questions: questions.length };
  });

  /** The unit vectors of texts, one after another. The words of a text may be in several parts. */
  function readVectors(texts: readonly (readonly Int32Array[])[]): Int8Array {
    const { dimensions } = loadEnglishVectors();
    const vectors = new Int8Array(texts.length * dimensions);
    texts.forEach((parts, number) => {
      const sum = new Int32Array(dimensions);
      for (const words of parts) addWords(words, sum);
      const vector = scale(sum, UNIT);
      for (let at = 0; at < dimensions; at += 1)
        vectors[number * dimensions + at] = Math.round(vector[at] ?? 0);
    });
    return vectors;
  }

  function addWords(words: Int32Array, sum: Int32Array): void {
    const { addVector, findNumber } = loadEnglishVectors();
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] ?? 0;
      let number = vectorNumbers[word] ?? NO_VECTOR;
      if (number === NOT_LOOKED_UP) {
        number = findNumber(vocabulary.getWord(word)) ?? NO_VECTOR;
        vectorNumbers[word] = number;
      }
      if (number !== NO_VECTOR) addVector(number, sum);
    }
  }

  return (forms, sections, view) => {
    const typedVector = scale(sumVectors(forms), 1);
    /** How similar each text of a section is to the question. */
    const compare = memoize(
      SECTIONS_KEPT,
      (number: number): Float32Array => computeProducts(typedVector, vectorsOf(number).components),
    );
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
      const firstPassage = FIRST_QUESTION + vectorsOf(number).questions;
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

/** A vector of the same direction with another length. One of length 0 stays as it is, and is similar to none. */
function scale(vector: Int32Array, length: number): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  const factor = squares === 0 ? 0 : length / Math.sqrt(squares);
  const scaledVector = new Float32Array(vector.length);
  for (let at = 0; at < vector.length; at += 1) scaledVector[at] = (vector[at] ?? 0) * factor;
  return scaledVector;
}

/** The product of a unit vector with each of the vectors in `components`. */
function computeProducts(typedVector: Float32Array, components: Int8Array): Float32Array {
  const dimensions = typedVector.length;
  const products = new Float32Array(components.length / dimensions);
  for (let number = 0; number < products.length; number += 1) {
    const start = number * dimensions;
    let product = 0;
    for (let at = 0; at < dimensions; at += 1)
      product += (typedVector[at] ?? 0) * (components[start + at] ?? 0);
    products[number] = product / UNIT;
  }
  return products;
}

/** Puts a value in its place among the largest ones, which are in descending order, if it is one of them. */
function keepLargest(largest: Float32Array, value: number): void {
  let at = largest.length - 1;
  if (value <= (largest[at] ?? value)) return;
  for (; at > 0 && value > (largest[at - 1] ?? 0); at -= 1) largest[at] = largest[at - 1] ?? 0;
  largest[at] = value;
}
