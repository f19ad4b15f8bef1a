import type { IndexFile } from '../index/open-index.ts';
import type { WordPlaces } from '../index/postings.ts';
import { createEvaluator, type Matched } from './evaluate.ts';
import { parseExpression } from './expression.ts';

/** Put in order by their weights: more than anybody looks at. */
const WEIGHED = 128;
/** Where more than this is found, headings are weighed first. */
const BROAD = 400;

/** See `IndexFile.match`. `inOrder`: ids in the order of the site. */
export function matcher(places: WordPlaces, inOrder: Int32Array): IndexFile['match'] {
  const { evaluate, weigh } = createEvaluator(places);

  function best(matched: Matched): number[] {
    const weights = weigh(matched);
    // Which of equal weight are the last ones is chance: those are left to the order of the site.
    const least = weights.length < WEIGHED ? 0 : (weights.toSorted().at(-WEIGHED) ?? 0);
    const found: { record: number; weight: number }[] = [];
    weights.forEach((weight, at) => {
      if (weight > least) found.push({ record: matched.records[at] ?? 0, weight });
    });
    return found.sort((a, b) => b.weight - a.weight || a.record - b.record).map(({ record }) => record);
  }

  return (expression, limit, headingsFirst) => {
    const matched = evaluate(parseExpression(expression));
    const found = matched.records.subarray(0, limit);
    const isBroad = headingsFirst && found.length > BROAD;
    const headings = isBroad && evaluate(parseExpression(`{heading about} : (${expression})`));
    const first = best(headings && headings.records.length >= WEIGHED ? headings : matched);
    const weighed = new Set(first);
    const records = [...first, ...found.filter((record) => !weighed.has(record))].slice(0, limit);
    return records.map((record) => at(inOrder, record));
  };
}

export function at(numbers: Int32Array, id: number): number {
  return numbers[id] ?? 0;
}
