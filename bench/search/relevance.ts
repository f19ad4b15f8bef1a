import { parseArgs } from 'node:util';
import { readRecordsOfDocs } from './docs-records.ts';
import { createMiniSearch, createOrama, openOurEngine } from './engines.ts';
import {
  acceptWholePages,
  judge,
  type Quality,
  readEverydayQuestions,
  readFreshQuestions,
  readHeldBackQuestions,
  readMixedQuestions,
  readPageQuestions,
  readReadersQuestions,
  readRegressionQueries,
  readShortQuestions,
  readTaskQuestions,
} from './judge.ts';
import { makeQueries } from './made-queries.ts';

const MADE_OF_EACH_KIND = 100;
/** This seed differs from those used while ranking was developed. */
const MADE_SEED = 2026;

/** How well each engine answers the queries of each set, over the same records. */
export interface Relevance {
  records: number;
  sets: Record<string, Record<string, ReturnType<typeof judge>>>;
}

export async function measureRelevance(
  make = [openOurEngine, createMiniSearch, createOrama],
): Promise<Relevance> {
  const records = await readRecordsOfDocs('site/docs');
  const engines = make.map((engine) => engine(records));
  const queries = {
    regression: readRegressionQueries(),
    questions: readReadersQuestions(),
    'questions, by page': readPageQuestions(),
    'everyday questions': readEverydayQuestions(),
    'questions with a task': readTaskQuestions(),
    'short questions, by page': acceptWholePages(readShortQuestions()),
    'mixed questions, by page': acceptWholePages(readMixedQuestions()),
    'fresh questions, by page': acceptWholePages(readFreshQuestions()),
    'fresh questions, by section': readFreshQuestions(),
    made: makeQueries(records, MADE_OF_EACH_KIND, MADE_SEED),
  };
  const heldBackQueries = {
    'held-back questions, by page': acceptWholePages(readHeldBackQuestions()),
    'held-back questions, by section': readHeldBackQuestions(),
  };
  const sets: Relevance['sets'] = {};
  for (const [name, set] of Object.entries(queries)) {
    sets[name] = Object.fromEntries(engines.map((engine) => [engine.name, judge(set, engine.search)]));
  }
  for (const [name, set] of Object.entries(heldBackQueries)) {
    // Settings can't be fitted to questions that are never shown.
    sets[name] = Object.fromEntries(
      engines.map((engine) => [engine.name, { ...judge(set, engine.search), misses: [] }]),
    );
  }
  for (const engine of engines) engine.close();
  return { records: records.length, sets };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { json: { type: 'boolean' }, misses: { type: 'boolean' }, alone: { type: 'boolean' } },
  });
  const engines = values.alone ? [openOurEngine] : undefined;
  const relevance = await measureRelevance(engines);
  if (values.json) console.log(JSON.stringify(relevance));
  else print(relevance, values.misses ?? false);
}

function print({ records, sets }: Relevance, misses: boolean): void {
  console.log(
    `${records} records; MRR@10 / recall@5, and for the first engine how often the first hit is right`,
  );
  for (const [name, engines] of Object.entries(sets)) {
    const [first] = Object.values(engines);
    if (!first) continue;
    console.log(`\n${name}: ${first.all.queries} queries`);
    console.log(['kind'.padEnd(18), ...Object.keys(engines).map((engine) => engine.padEnd(14))].join(''));
    for (const kind of [...Object.keys(first.byKind), 'all']) {
      const cells = Object.values(engines).map(({ byKind, all }) => {
        const quality = kind === 'all' ? all : byKind[kind];
        return (quality ? `${quality.mrr.toFixed(3)} / ${quality.recall.toFixed(2)}` : '').padEnd(14);
      });
      const firstQuality = kind === 'all' ? first.all : first.byKind[kind];
      console.log([kind.padEnd(18), ...cells, firstQuality ? describeFirst(firstQuality) : ''].join(''));
    }
    if (!misses) continue;
    for (const miss of first.misses)
      console.log(`  ${miss.rank ?? '-'} ${miss.kind}: ${miss.query} → ${miss.first}`);
  }
}

/** How often the first hit is right, and the bootstrap interval of MRR@10. */
function describeFirst({ first, interval: [low, high] }: Quality): string {
  return `first ${first.toFixed(2)}, MRR@10 ${low.toFixed(2)} to ${high.toFixed(2)} (95 %)`;
}
