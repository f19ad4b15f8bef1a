import { memoize } from '../../shared/memoize.ts';
import type { SearchIndex } from '../index/open-index.ts';
import type { IndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
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

/** About 1 kB each. With fewer, a question would read the sections of its first pages again. */
const SECTIONS_KEPT = 8_192;
/** A section with more questions is compared by the first of them. */
const QUESTIONS_MAX = 16;
const PASSAGES_MAX = 4;
const UNIT = 127;
/** The places of the headings among the vectors. */
const HEADINGS = 0;
const OWN_HEADING = 1;
const FIRST_QUESTION = 2;

/**
 * Compares texts by the meaning of their words. A text is the sum of the vectors of its words, which are longer for words
 * that say more. Only the texts that are compared matter, so hidden sections change nothing.
 */
export function createSimilarity({ getSection, table }: SearchIndex): Similarity {
  const vectorsOf = memoize(SECTIONS_KEPT, (number: number): SectionVectors => {
    const { titles, questions, blocks } = getSection(number);
    const headings = titles.filter((title) => title !== null);
    const passages = blocks.flatMap(({ content, code }) => (content === null || code ? [] : [content]));
    const comparedQuestions = questions.slice(0, QUESTIONS_MAX);
    const texts = [
      headings.join('\n'),
      headings.at(-1) ?? '',
      ...comparedQuestions,
      ...passages.slice(0, PASSAGES_MAX),
    ];
    return { components: readVectors(texts), questions: comparedQuestions.length };
  });

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

/** The unit vectors of texts, one after another. */
function readVectors(texts: readonly string[]): Int8Array {
  const { dimensions } = loadEnglishVectors();
  const vectors = new Int8Array(texts.length * dimensions);
  texts.forEach((text, number) => {
    const vector = scale(sumVectors(listForms(text)), UNIT);
    for (let at = 0; at < dimensions; at += 1)
      vectors[number * dimensions + at] = Math.round(vector[at] ?? 0);
  });
  return vectors;
}

function sumVectors(forms: readonly string[]): Int32Array {
  const { dimensions, addVector } = loadEnglishVectors();
  const sum = new Int32Array(dimensions);
  for (const form of forms) addVector(form, sum);
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
