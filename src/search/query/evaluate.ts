import { remember } from '../../shared/memoize.ts';
import { ASKED, COLUMNS, type WordPlaces } from '../index/postings.ts';
import type { Expression, Phrase } from './expression.ts';

/**
 * Heading, parents, body, about, asked: a heading says what a place is for, its parents where it belongs. What is
 * asked stands nowhere for the reader to see: only whole addresses are weighed by it, see targets.ts.
 */
const COLUMN_WEIGHTS = [10, 3, 1, 2, 0] as const;
const ONLY_HEADINGS = [10, 0, 0, 2, 0] as const;
/** BM25, as SQLite's FTS5 and Lucene have it. */
const [K1, B] = [1.2, 0.75];
/** Of a word that stands in half of all records or more. */
const RARITY_MIN = 1e-6;
/** Of the last words typed; the next letter asks for most of them again. At 27,000 records at most 14 MB in each thread. */
const PHRASES_KEPT = 64;

/** Records for which an expression holds, ascending. */
export interface Matched {
  records: Int32Array;
  /** Of a phrase: how often it stands in each of them, by the weights of the columns. */
  weights?: Float32Array;
  /** Of other expressions: their parts. */
  parts: readonly Matched[];
}

export interface Evaluator {
  evaluate(expression: Expression): Matched;
  /** How well each of the matched records does so (BM25), in their order. */
  weigh(matched: Matched): Float64Array;
}

export function createEvaluator(places: WordPlaces): Evaluator {
  const { records: size, words, recordAt, starts } = places;
  const collect = collector(size);
  const phrases = remember(PHRASES_KEPT, matchPhrase, keyOf);
  const sums = new Float64Array(size);
  const lengthOf = (record: number) =>
    (starts[COLUMNS * record + ASKED] ?? 0) - (starts[COLUMNS * record] ?? 0);
  let totalLength = 0;
  for (let record = 0; record < size; record += 1) totalLength += lengthOf(record);
  const meanLength = totalLength / size || 1;

  function evaluate(expression: Expression): Matched {
    if (expression.kind === 'phrase') return phrases(expression);
    const parts = expression.parts.map(evaluate);
    if (expression.kind === 'all') {
      return { records: parts.map(({ records }) => records).reduce(intersection), parts };
    }
    for (const { records } of parts) for (const record of records) collect.add(record, 1);
    return { records: collect.taken().records, parts };
  }

  function matchPhrase({ words: forms, isGrowing, inHeadings }: Phrase): Matched {
    const last = forms.at(-1) ?? '';
    const before = forms.slice(0, -1).map((form) => places.numberOf(form) ?? -1);
    const exact = places.numberOf(last);
    const endings = isGrowing ? places.numbersStarting(last) : exact === undefined ? [] : [exact];
    const columnWeights = inHeadings ? ONLY_HEADINGS : COLUMN_WEIGHTS;
    for (const number of endings) {
      const own = places.placesOf(number);
      for (let at = 0; at < own.length; at += 1) {
        const place = own[at] ?? 0;
        const record = recordAt[place] ?? 0;
        let column = COLUMNS - 1;
        while ((starts[COLUMNS * record + column] ?? 0) > place) column -= 1;
        const weight = columnWeights[column] ?? 0;
        if (weight === 0) continue;
        const first = place - before.length;
        if (first < (starts[COLUMNS * record + column] ?? 0)) continue;
        if (before.every((word, offset) => words[first + offset] === word)) collect.add(record, weight);
      }
    }
    return { ...collect.taken(), parts: [] };
  }

  function weigh(matched: Matched): Float64Array {
    add(matched, matched.records);
    return Float64Array.from(matched.records, (record) => {
      const sum = sums[record] ?? 0;
      sums[record] = 0;
      return sum;
    });
  }

  /** Adds what each phrase is worth in those of these records for which all around it holds too. */
  function add({ records, weights, parts }: Matched, around: Int32Array): void {
    if (!weights) {
      const here = intersection(records, around);
      for (const part of parts) add(part, here);
      return;
    }
    const rarity = Math.max(Math.log((size - records.length + 0.5) / (records.length + 0.5)), RARITY_MIN);
    for (let [at, other] = [0, 0]; at < records.length && other < around.length; ) {
      const record = records[at] ?? 0;
      const wanted = around[other] ?? 0;
      if (record === wanted) {
        const weight = weights[at] ?? 0;
        const length = lengthOf(record);
        const enough = K1 * (1 - B + (B * length) / meanLength);
        sums[record] = (sums[record] ?? 0) + rarity * ((weight * (K1 + 1)) / (weight + enough));
      }
      if (record <= wanted) at += 1;
      if (wanted <= record) other += 1;
    }
  }

  return { evaluate, weigh };
}

function keyOf({ words, isGrowing, inHeadings }: Phrase): string {
  return `${inHeadings ? '#' : ''}${words.join(' ')}${isGrowing ? '*' : ''}`;
}

function intersection(a: Int32Array, b: Int32Array): Int32Array {
  const both = new Int32Array(Math.min(a.length, b.length));
  let size = 0;
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    const [left, right] = [a[i] ?? 0, b[j] ?? 0];
    if (left === right) {
      both[size] = left;
      size += 1;
    }
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return both.subarray(0, size);
}

/** Sums weights of records that come in any order, and gives them back in theirs. */
function collector(size: number) {
  const sums = new Float32Array(size);
  const marks = new Uint32Array((size >> 5) + 1);
  let count = 0;
  return {
    add(record: number, weight: number): void {
      const sum = sums[record] ?? 0;
      if (sum === 0) {
        count += 1;
        marks[record >> 5] = (marks[record >> 5] ?? 0) | (1 << (record & 31));
      }
      sums[record] = sum + weight;
    },
    /** All that was added; then it is empty again. */
    taken(): { records: Int32Array; weights: Float32Array } {
      const records = new Int32Array(count);
      const weights = new Float32Array(count);
      count = 0;
      for (let group = 0; group < marks.length; group += 1) {
        let rest = marks[group] ?? 0;
        marks[group] = 0;
        while (rest !== 0) {
          const bit = 31 - Math.clz32(rest & -rest);
          const record = (group << 5) + bit;
          records[count] = record;
          weights[count] = sums[record] ?? 0;
          sums[record] = 0;
          count += 1;
          rest &= rest - 1;
        }
      }
      count = 0;
      return { records, weights };
    },
  };
}
