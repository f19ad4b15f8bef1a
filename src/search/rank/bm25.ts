import type { SearchIndex } from '../index/open-index.ts';
import { createFieldMask } from '../index/postings.ts';
import { createEvaluator } from '../query/evaluate.ts';
import type { Attempt } from '../query/relaxation.ts';
import { bm25f as weights } from './weights.ts';

const HEADING = createFieldMask('heading');
const BODY = createFieldMask('body');

/** The sections that a query finds, with their scores. Arrays over all sections, valid until the next query. */
export interface Scores {
  /** The first `count` entries are the sections that have at least one word, in any order. */
  foundSections: Int32Array;
  count: number;
  /** Scores by section. */
  bm25f: Float32Array;
  /** The number of matching words for each section: in all of it, in its heading, and outside of its texts. */
  matched: Uint8Array;
  inHeading: Uint8Array;
  outside: Uint8Array;
  /** The number of sections by the number of words that they have. */
  withMatched: Int32Array;
  /** The inverse document frequency of each word, 0 if no section has it. */
  idfs: number[];
}

/** Scores the visible sections by the words of a query. `sections` is the number of sections in the reader's view. */
type Scorer = (attempt: Attempt, visible: Uint8Array, sections: number) => Scores;

export function createScorer(index: SearchIndex): Scorer {
  const { sections: size } = index.table;
  const evaluate = createEvaluator(index);
  const scores: Scores = {
    foundSections: new Int32Array(size),
    count: 0,
    bm25f: new Float32Array(size),
    matched: new Uint8Array(size),
    inHeading: new Uint8Array(size),
    outside: new Uint8Array(size),
    withMatched: new Int32Array(0),
    idfs: [],
  };

  function clear(words: number): void {
    for (let at = 0; at < scores.count; at += 1) {
      const section = scores.foundSections[at] ?? 0;
      scores.bm25f[section] = 0;
      scores.matched[section] = 0;
      scores.inHeading[section] = 0;
      scores.outside[section] = 0;
    }
    scores.count = 0;
    scores.withMatched = new Int32Array(words + 1);
    scores.idfs = [];
  }

  return ({ content, minor, fields: fieldFilter }, visibleSections, sections) => {
    clear(content.length);
    const { foundSections, bm25f, matched, inHeading, outside } = scores;
    for (const { clause } of content) {
      const {
        sections: clauseSections,
        count,
        frequencies,
        fields,
      } = evaluate(clause, { visible: visibleSections, fields: fieldFilter });
      const idf = count === 0 ? 0 : computeInverseFrequency(count, sections);
      scores.idfs.push(idf);
      for (let at = 0; at < count; at += 1) {
        const section = clauseSections[at] ?? 0;
        const frequency = frequencies[section] ?? 0;
        const where = fields[section] ?? 0;
        if (matched[section] === 0) {
          foundSections[scores.count] = section;
          scores.count += 1;
        }
        bm25f[section] =
          (bm25f[section] ?? 0) + (idf * frequency * (weights.k1 + 1)) / (frequency + weights.k1);
        matched[section] = (matched[section] ?? 0) + 1;
        if (where & HEADING) inHeading[section] = (inHeading[section] ?? 0) + 1;
        if (where & ~BODY) outside[section] = (outside[section] ?? 0) + 1;
      }
    }
    for (const { clause } of minor) {
      const { sections: headingSections, count } = evaluate(clause, {
        visible: visibleSections,
        fields: HEADING,
      });
      for (let at = 0; at < count; at += 1) {
        const section = headingSections[at] ?? 0;
        if (inHeading[section] !== 0) inHeading[section] = (inHeading[section] ?? 0) + 1;
      }
    }
    for (let at = 0; at < scores.count; at += 1) {
      const words = matched[foundSections[at] ?? 0] ?? 0;
      scores.withMatched[words] = (scores.withMatched[words] ?? 0) + 1;
    }
    return scores;
  };
}

/** How much a word says, by the number of sections that have it. */
export function computeInverseFrequency(frequency: number, sections: number): number {
  return Math.log(1 + (sections - frequency + 0.5) / (frequency + 0.5));
}
