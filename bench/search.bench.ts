import path from 'node:path';
import type { SearchRecord } from '../src/search/index/record.ts';
import { launchChromium } from '../testing/chromium.ts';
import { typingReaders } from '../tests/search/support/typing-readers.ts';
import { type Bench, type Figure, median, quantile } from './bench.ts';
import { recordsOfDocs } from './search/docs-records.ts';
import { type BenchEngine, miniSearch, orama, ours } from './search/engines.ts';
import { growRecords } from './search/grow-records.ts';
import { loadJudged } from './search/judge.ts';
import { measureRelevance } from './search/relevance.ts';
import { openLibraryDoor } from './support/library-door.ts';
import { measureTyping } from './support/measured-typing.ts';
import { serveSite } from './support/served-site.ts';

const SIZES = [1_000, 10_000, 100_000];
const TYPED_QUERIES = 60;
const PAINTED_QUERIES = 10;
/** `npm test` has them type for five seconds. */
const LOAD_SECONDS = 30;
/** Beyond this many records the libraries beside us take minutes. */
const COMPARED_UP_TO = 10_000;
const projectDir = path.resolve(import.meta.dirname, '..');

/** Relevance over the documentation, and time per keystroke over indexes of three sizes. */
export const searchBench: Bench = {
  name: 'search',
  about: 'Search: judged queries, and keystrokes over 1,000 to 100,000 records (control: MiniSearch)',
  async run({ folder, say }) {
    const figures: Figure[] = [];
    const { parts } = await measureRelevance(projectDir);
    for (const [part, engines] of Object.entries(parts)) {
      const { 'this site': site, MiniSearch: mini, Orama: other } = engines;
      if (!site || !mini || !other) continue;
      const goal = part === 'held-out';
      figures.push(
        {
          what: `MRR@10, ${part} queries`,
          value: site.all.mrr,
          control: mini.all.mrr,
          unit: '',
          note: `Orama ${other.all.mrr.toFixed(2)}`,
          ...(goal && { budget: { limit: 0.95, kind: 'above' as const } }),
        },
        {
          what: `recall@5, ${part} queries`,
          value: site.all.recall,
          control: mini.all.recall,
          unit: '',
          note: `Orama ${other.all.recall.toFixed(2)}`,
          ...(goal && { budget: { limit: 0.97, kind: 'above' as const } }),
        },
      );
    }
    const real = await recordsOfDocs('docs', projectDir);
    for (const size of SIZES) {
      const records = growRecords(real, size);
      say(`${size} records`);
      const own = measure(() => ours(records));
      const control = size <= COMPARED_UP_TO ? measure(() => miniSearch(records)) : undefined;
      const other = size <= COMPARED_UP_TO ? measure(() => orama(records)) : undefined;
      const label = `${size.toLocaleString('en')} records`;
      const figure = (what: string, key: keyof Measured, unit: Figure['unit'], limit?: number): Figure => ({
        what: `${label}: ${what}`,
        value: own[key],
        unit,
        ...(control && { control: control[key] }),
        ...(other && { note: `Orama ${other[key].toFixed(1)}` }),
        ...(limit !== undefined && { budget: { limit, kind: 'below' as const } }),
      });
      const budgeted = size === 10_000;
      figures.push(
        figure('build', 'seconds', 's'),
        figure('kept', 'megabytes', 'MB'),
        figure('keystroke, p50', 'p50', 'ms', budgeted ? 1 : undefined),
        figure('keystroke, p99', 'p99', 'ms', budgeted ? 10 : undefined),
      );
    }
    say('keystrokes in Chromium');
    figures.push(await paintedFigure(folder(), real));
    say(`50 readers typing for ${LOAD_SECONDS} s`);
    figures.push(...(await typedFigures(growRecords(real, 10_000))));
    return figures;
  },
};

/** Whole requests over loopback; the readers' own work is on the same machine. */
async function typedFigures(records: ReturnType<typeof growRecords>): Promise<Figure[]> {
  const queries = loadJudged('tuned').map(({ query }) => query);
  const { searches, errors, times, pageTimes } = await typingReaders({
    records,
    queries,
    seconds: LOAD_SECONDS,
  });
  const label = '10,000 records, 50 readers typing';
  return [
    { what: `${label}: searches`, value: searches / LOAD_SECONDS, unit: '/s' },
    { what: `${label}: errors`, value: errors.length, unit: '', budget: { limit: 0, kind: 'below' } },
    { what: `${label}: answer, p50`, value: quantile(times, 0.5), unit: 'ms' },
    {
      what: `${label}: answer, p99`,
      value: quantile(times, 0.99),
      unit: 'ms',
      budget: { limit: 50, kind: 'below' },
    },
    { what: `${label}: page meanwhile, p99`, value: quantile(pageTimes, 0.99), unit: 'ms' },
  ];
}

/**
 * In the dialog of this very documentation, served by `npm start`, one letter after the other; beside it the same
 * dialog with a library behind it that answers on loopback.
 */
async function paintedFigure(root: string, records: readonly SearchRecord[]): Promise<Figure> {
  const site = await serveSite({
    SITE_DIR: path.join(projectDir, 'site'),
    DIST_DIR: path.join(root, 'dist'),
    DATA_DIR: path.join(root, 'data'),
    BROKEN_LINKS: 'warn',
  });
  const browser = await launchChromium();
  const queries = loadJudged('tuned').slice(-PAINTED_QUERIES);
  const typed = async (origin: string) => {
    const context = await browser.newContext();
    await site.signInBrowser(context);
    const page = await context.newPage();
    const times = await measureTyping(
      page,
      `${origin}/`,
      queries.map(({ query }) => query),
    );
    await context.close();
    return times;
  };
  const typedAt = async (make: typeof miniSearch) => {
    const door = await openLibraryDoor(site.origin, records, make(records));
    try {
      return await typed(door.origin);
    } finally {
      door.close();
    }
  };
  try {
    const times = await typed(site.origin);
    const [mini, other] = [await typedAt(miniSearch), await typedAt(orama)];
    const p99 = (of: readonly number[]) => {
      const value = quantile(of, 0.99);
      return Number.isFinite(value) ? value.toFixed(0) : 'not in time';
    };
    return {
      what: 'this documentation: keystroke to painted results, median',
      value: median(times),
      control: median(mini),
      unit: 'ms',
      budget: { limit: 50, kind: 'below' },
      note: `Orama ${median(other).toFixed(0)}; p99 ${p99(times)}, MiniSearch ${p99(mini)}, Orama ${p99(other)}; ${times.length} keystrokes`,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

interface Measured {
  seconds: number;
  /** Of the file, or of the memory where there is none. */
  megabytes: number;
  p50: number;
  p99: number;
}

function measure(make: () => BenchEngine): Measured {
  const before = process.memoryUsage().heapUsed;
  const started = performance.now();
  const engine = make();
  const seconds = (performance.now() - started) / 1000;
  const megabytes = (engine.fileBytes ?? Math.max(process.memoryUsage().heapUsed - before, 0)) / 1e6;
  const times: number[] = [];
  const queries = loadJudged('tuned').slice(-TYPED_QUERIES);
  for (const { query } of queries) {
    for (let typed = 1; typed <= query.length; typed += 1) {
      const asked = performance.now();
      engine.search(query.slice(0, typed));
      times.push(performance.now() - asked);
    }
  }
  engine.close();
  return { seconds, megabytes, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
