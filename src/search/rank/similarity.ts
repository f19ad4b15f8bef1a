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

/** The texts of a section as unit vectors. A component of 127 is 1. */
interface SectionVectors {
  questions: Int8Array[];
  heading: Int8Array;
  ownHeading: Int8Array;
  passages: Int8Array[];
}

/** About 2 kB each. */
const SECTIONS_KEPT = 4_096;
/** A section with more questions is compared by the first of them. */
const QUESTIONS_MAX = 32;
const PASSAGES_MAX = 6;
const UNIT = 127;

/**
 * Compares texts by the meaning of their words. A text is the sum of the vectors of its words, which are longer for words
 * that say more. Only the texts that are compared matter, so hidden sections change nothing.
 */
export function createSimilarity({ getSection, table }: SearchIndex): Similarity {
  const vectorsOf = memoize(SECTIONS_KEPT, (number: number): SectionVectors => {
    const { titles, questions, blocks } = getSection(number);
    const passages = blocks.flatMap(({ content, code }) => (content === null || code ? [] : [content]));
    const toUnitVector = (texts: readonly (string | null)[]): Int8Array => {
      const forms = texts.flatMap((text) => (text === null ? [] : listForms(text)));
      return Int8Array.from(normalize(sumVectors(forms)), (component) => Math.round(component * UNIT));
    };
    return {
      questions: questions.slice(0, QUESTIONS_MAX).map((text) => toUnitVector([text])),
      heading: toUnitVector(titles),
      ownHeading: toUnitVector([titles.findLast((title) => title !== null) ?? null]),
      passages: passages.slice(0, PASSAGES_MAX).map((text) => toUnitVector([text])),
    };
  });

  return (forms, sections, view) => {
    const typedVector = normalize(sumVectors(forms));
    const compareAll = (vectors: readonly Int8Array[]) =>
      vectors.map((vector) => computeProduct(typedVector, vector));
    const comparePage = memoize(sections.length, (page: number): number => {
      const end = table.firstSections[page + 1] ?? table.sections;
      const similarities: number[] = [];
      for (let number = table.firstSections[page] ?? end; number < end; number += 1) {
        if (view.visible[number] !== 1) continue;
        const { questions, heading, passages } = vectorsOf(number);
        similarities.push(...compareAll([...questions, heading, ...passages]));
      }
      const closest = similarities.sort((a, b) => b - a).slice(0, weights.closestOfPage);
      return closest.reduce((sum, similarity) => sum + similarity, 0) / Math.max(1, closest.length);
    });
    return sections.map((number) => {
      const { questions, heading, ownHeading, passages } = vectorsOf(number);
      return {
        question: Math.max(0, ...compareAll(questions)),
        heading: computeProduct(typedVector, heading),
        ownHeading: computeProduct(typedVector, ownHeading),
        passage: Math.max(0, ...compareAll(passages)),
        page: comparePage(table.pages[number] ?? 0),
      };
    });
  };
}

function sumVectors(forms: readonly string[]): Float32Array {
  const { dimensions, findVector } = loadEnglishVectors();
  const sum = new Float32Array(dimensions);
  for (const form of forms) {
    const vector = findVector(form);
    if (vector === undefined) continue;
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  }
  return sum;
}

/** Scales a vector to the length 1. A vector of length 0 stays as it is, and is similar to none. */
function normalize(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return vector.map((component) => component / length);
}

function computeProduct(typedVector: Float32Array, vector: Int8Array): number {
  let product = 0;
  for (let at = 0; at < vector.length; at += 1) product += (typedVector[at] ?? 0) * (vector[at] ?? 0);
  return product / UNIT;
}
