import { bm25f, fieldWeights, points, qualities } from '../../src/search/rank/weights.ts';
import { readRecordsOfDocs } from './docs-records.ts';
import { openOurEngine } from './engines.ts';
import { judge, readRegressionQueries } from './judge.ts';
import { makeQueries } from './made-queries.ts';

/** `node bench/search/ablation.ts` measures each signal of ranking by removing it. */

const MADE_OF_EACH_KIND = 250;
/** This seed differs from that of the benchmark and from those used while ranking was developed. */
const MADE_SEED = 777;

/** Each weight, with a value that switches it off. */
const absent: [name: string, weights: Record<string, number>, value: number][] = [
  ...Object.keys(points).map((name): (typeof absent)[number] => [name, points, 0]),
  ...Object.keys(qualities).map((name): (typeof absent)[number] => [name, qualities, 1]),
  ...Object.keys(fieldWeights).map((name): (typeof absent)[number] => [name, fieldWeights, 1]),
  ['b', bm25f, 0],
];

const records = await readRecordsOfDocs('site/docs');
const sets = [readRegressionQueries(), makeQueries(records, MADE_OF_EACH_KIND, MADE_SEED)];

function computeMeanRanks(): number[] {
  const engine = openOurEngine(records);
  const ranks = sets.map((queries) => judge(queries, engine.search).all.mrr);
  engine.close();
  return ranks;
}

const fullRanks = computeMeanRanks();
console.log(`MRR@10 with all of them: ${fullRanks.map((mrr) => mrr.toFixed(4)).join(', ')}; without each:`);
for (const [name, weights, value] of absent) {
  const originalWeight = weights[name] ?? value;
  if (originalWeight === value) continue;
  weights[name] = value;
  const losses = computeMeanRanks().map((mrr, index) => mrr - (fullRanks[index] ?? 0));
  weights[name] = originalWeight;
  console.log(name.padEnd(12), ...losses.map((change) => change.toFixed(4).padStart(8)));
}
