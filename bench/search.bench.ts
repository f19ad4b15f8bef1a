import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SearchRecord } from '../src/search/index/record.ts';
import { launchChromium } from '../testing/chromium.ts';
import { growRecords } from '../testing/grow-records.ts';
import { runTypingReaders } from '../tests/search/support/typing-readers.ts';
import { type Bench, computeMedian, computeQuantile, type Figure } from './bench.ts';
import { readRecordsOfDocs } from './search/docs-records.ts';
import { type BenchEngine, createMiniSearch, createOrama, openOurEngine } from './search/engines.ts';
import { readRegressionQueries } from './search/judge.ts';
import { measureRelevance } from './search/relevance.ts';
import { openLibraryDoor } from './support/library-door.ts';
import { measureTyping } from './support/measured-typing.ts';
import { startServedSite } from './support/served-site.ts';

const TYPED_QUERIES = 60;
const SIZES: readonly Size[] = [
  { records: 1_000, miniSearch: TYPED_QUERIES, orama: TYPED_QUERIES },
  { records: 10_000, miniSearch: TYPED_QUERIES, orama: TYPED_QUERIES, budget: { p50: 0.8, p99: 4 } },
  // MiniSearch needs a second for a keystroke here, and Orama many.
  { records: 100_000, miniSearch: 2, orama: 0, budget: { p50: 2, p99: 20, megabytes: 100 } },
];
const PAINTED_QUERIES = 10;
/** `npm test` types for five seconds. */
const LOAD_SECONDS = 30;
const projectDir = path.resolve(import.meta.dirname, '..');

interface Size {
  records: number;
  /** Number of queries for the other engines. */
  miniSearch: number;
  orama: number;
  budget?: { p50: number; p99: number; megabytes?: number };
}

/** Relevance over the documentation, and time per keystroke over indexes of three sizes. */
export const searchBench: Bench = {
  name: 'search',
  about: 'Search: judged queries, and keystrokes over 1,000 to 100,000 records (control: MiniSearch)',
  async run({ folder, say }) {
    const figures: Figure[] = [];
    const { sets } = await measureRelevance();
    for (const [set, engines] of Object.entries(sets)) {
      const { 'this site': site, MiniSearch: mini, Orama: other } = engines;
      if (!site || !mini || !other) continue;
      const createFigure = (what: string, key: 'mrr' | 'recall'): Figure => ({
        what: `${what}, ${set} queries`,
        value: site.all[key],
        control: mini.all[key],
        unit: '',
        note: `Orama ${other.all[key].toFixed(2)}`,
      });
      figures.push(createFigure('MRR@10', 'mrr'), createFigure('recall@5', 'recall'));
    }
    const real = await readRecordsOfDocs('site/docs');
    for (const size of SIZES) {
      say(`${size.records} records`);
      figures.push(...measureSizes(size, growRecords(real, size.records)));
    }
    say('keystrokes in Chromium');
    figures.push(await measurePainting(folder(), real));
    say(`50 readers typing for ${LOAD_SECONDS} s`);
    figures.push(...(await measureTypedFigures(growRecords(real, 10_000))));
    return figures;
  },
};

function measureSizes(size: Size, records: readonly SearchRecord[]): Figure[] {
  const { budget } = size;
  const ownEngine = measure(() => openOurEngine(records), TYPED_QUERIES);
  const control = measure(() => createMiniSearch(records), size.miniSearch);
  const other = size.orama > 0 ? measure(() => createOrama(records), size.orama) : undefined;
  const label = `${size.records.toLocaleString('en')} records`;
  const createFigure = (what: string, key: keyof Measured, unit: Figure['unit'], limit?: number): Figure => ({
    what: `${label}: ${what}`,
    value: ownEngine[key],
    unit,
    control: control[key],
    ...(other && { note: `Orama ${other[key].toFixed(1)}` }),
    ...(limit !== undefined && { budget: { limit, kind: 'below' as const } }),
  });
  return [
    createFigure('build', 'seconds', 's'),
    createFigure('memory', 'megabytes', 'MB', budget?.megabytes),
    { what: `${label}: file`, value: ownEngine.fileMegabytes, unit: 'MB' },
    createFigure('keystroke, p50', 'p50', 'ms', budget?.p50),
    createFigure('keystroke, p99', 'p99', 'ms', budget?.p99),
  ];
}

/** Measures whole requests over loopback. The simulated readers run on the same machine. */
async function measureTypedFigures(records: ReturnType<typeof growRecords>): Promise<Figure[]> {
  const queries = readRegressionQueries().map(({ query }) => query);
  const { searches, errors, times, pageTimes } = await runTypingReaders({
    records,
    queries,
    seconds: LOAD_SECONDS,
  });
  const label = '10,000 records, 50 readers typing';
  return [
    { what: `${label}: searches`, value: searches / LOAD_SECONDS, unit: '/s' },
    { what: `${label}: errors`, value: errors.length, unit: '', budget: { limit: 0, kind: 'below' } },
    { what: `${label}: answer, p50`, value: computeQuantile(times, 0.5), unit: 'ms' },
    {
      what: `${label}: answer, p99`,
      value: computeQuantile(times, 0.99),
      unit: 'ms',
      budget: { limit: 50, kind: 'below' },
    },
    { what: `${label}: page meanwhile, p99`, value: computeQuantile(pageTimes, 0.99), unit: 'ms' },
  ];
}

/**
 * Measures the dialog of this documentation, served by `npm start`, letter by letter. The control is the same
 * dialog with a library that answers on loopback.
 */
async function measurePainting(root: string, records: readonly SearchRecord[]): Promise<Figure> {
  const site = await startServedSite({
    SITE_DIR: path.join(projectDir, 'site'),
    DIST_DIR: path.join(root, 'dist'),
    DATA_DIR: path.join(root, 'data'),
    BROKEN_LINKS: 'warn',
  });
  const browser = await launchChromium();
  const queries = listTypedQueries(PAINTED_QUERIES);
  const measureTyped = async (origin: string) => {
    const context = await browser.newContext();
    await site.signInBrowser(context);
    const page = await context.newPage();
    const times = await measureTyping(page, `${origin}/`, queries);
    await context.close();
    return times;
  };
  const measureTypedAt = async (make: typeof createMiniSearch) => {
    const door = await openLibraryDoor(site.origin, records, make(records));
    try {
      return await measureTyped(door.origin);
    } finally {
      door.close();
    }
  };
  try {
    const times = await measureTyped(site.origin);
    const [mini, other] = [await measureTypedAt(createMiniSearch), await measureTypedAt(createOrama)];
    const computeP99 = (of: readonly number[]) => {
      const value = computeQuantile(of, 0.99);
      return Number.isFinite(value) ? value.toFixed(0) : 'not in time';
    };
    return {
      what: 'this documentation: keystroke to painted results, median',
      value: computeMedian(times),
      control: computeMedian(mini),
      unit: 'ms',
      budget: { limit: 50, kind: 'below' },
      note: `Orama ${computeMedian(other).toFixed(0)}; p99 ${computeP99(times)}, MiniSearch ${computeP99(mini)}, Orama ${computeP99(other)}; ${times.length} keystrokes`,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Lists judged queries in readers' words. */
function listTypedQueries(count: number): string[] {
  const tasks = readRegressionQueries().filter(({ kind }) => kind === 'task');
  return tasks.slice(-count).map(({ query }) => query);
}

interface Measured {
  seconds: number;
  /** Memory in use after the last search. */
  megabytes: number;
  fileMegabytes: number;
  p50: number;
  p99: number;
}

function measure(make: () => BenchEngine, queries: number): Measured {
  const before = measureMemory();
  const startedAt = performance.now();
  const engine = make();
  const seconds = (performance.now() - startedAt) / 1000;
  const times: number[] = [];
  for (const query of listTypedQueries(queries)) {
    for (let typedLength = 1; typedLength <= query.length; typedLength += 1) {
      const askedAt = performance.now();
      engine.search(query.slice(0, typedLength));
      times.push(performance.now() - askedAt);
    }
  }
  const megabytes = Math.max(measureMemory() - before, 0) / 1e6;
  const fileMegabytes = (engine.fileBytes ?? 0) / 1e6;
  engine.close();
  return {
    seconds,
    megabytes,
    fileMegabytes,
    p50: computeQuantile(times, 0.5),
    p99: computeQuantile(times, 0.99),
  };
}

/** Memory in use after garbage collection. */
function measureMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
