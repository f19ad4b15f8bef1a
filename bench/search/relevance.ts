import path from 'node:path';
import { parseArgs } from 'node:util';
import { recordsOfDocs } from './docs-records.ts';
import { miniSearch, orama, ours } from './engines.ts';
import { judge, loadJudged } from './judge.ts';
import { madeQueries } from './made-queries.ts';

const MADE_OF_EACH_KIND = 100;
/** Ranking was worked on with others. */
const MADE_SEED = 2026;

/** How well judged questions are answered, by each engine on the same records. */
export interface Relevance {
  records: number;
  parts: Record<string, Record<string, ReturnType<typeof judge>>>;
}

export async function measureRelevance(
  projectDir: string,
  make = [ours, miniSearch, orama],
): Promise<Relevance> {
  const records = await recordsOfDocs('site/docs', projectDir);
  const engines = make.map((engine) => engine(records));
  const parts: Relevance['parts'] = {};
  const sets = {
    tuned: loadJudged('tuned'),
    'held-out': loadJudged('held-out'),
    made: madeQueries(records, MADE_OF_EACH_KIND, MADE_SEED),
  };
  for (const [part, queries] of Object.entries(sets)) {
    parts[part] = Object.fromEntries(engines.map((engine) => [engine.name, judge(queries, engine.search)]));
  }
  for (const engine of engines) engine.close();
  return { records: records.length, parts };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, misses: { type: 'boolean' }, alone: { type: 'boolean' } },
  });
  const engines = values.alone ? [ours] : undefined;
  const relevance = await measureRelevance(path.resolve(import.meta.dirname, '../..'), engines);
  if (values.json) console.log(JSON.stringify(relevance));
  else print(relevance, values.misses ?? false);
}

function print({ records, parts }: Relevance, misses: boolean): void {
  console.log(`${records} records; MRR@10 / recall@5`);
  for (const [part, engines] of Object.entries(parts)) {
    const [first] = Object.values(engines);
    if (!first) continue;
    console.log(`\n${part}: ${first.all.queries} queries`);
    console.log(['kind'.padEnd(18), ...Object.keys(engines).map((name) => name.padEnd(14))].join(''));
    for (const kind of [...Object.keys(first.byKind), 'all']) {
      const cells = Object.values(engines).map(({ byKind, all }) => {
        const quality = kind === 'all' ? all : byKind[kind];
        return (quality ? `${quality.mrr.toFixed(3)} / ${quality.recall.toFixed(2)}` : '').padEnd(14);
      });
      console.log([kind.padEnd(18), ...cells].join(''));
    }
    // Looking at what the held-out half misses would make it a tuned one.
    if (misses && part === 'tuned') {
      for (const miss of first.misses)
        console.log(`  ${miss.rank ?? '-'} ${miss.kind}: ${miss.query} → ${miss.first}`);
    }
  }
}
