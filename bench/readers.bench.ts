import { growRecords } from '../testing/grow-records.ts';
import { holdReaders } from '../tests/load/support/hold-readers.ts';
import { runTypingReaders } from '../tests/search/support/typing-readers.ts';
import { type Bench, computeQuantile, type Figure } from './bench.ts';
import { readRecordsOfDocs } from './search/docs-records.ts';
import { readRegressionQueries } from './search/judge.ts';
import { hasNginx } from './support/nginx-control.ts';

const SECONDS = 60;

const READERS = 1_000;
const TYPING_SECONDS = 30;
/** Sections of a site of 5,000 pages. */
const TYPING_RECORDS = 30_000;
/** Letters of each query, 150 ms apart, and the time that a reader looks at the hits: some 260 searches a second. */
const TYPED_LETTERS = 3;
const THINK_MS = 3_000;

/** `npm test` runs this with a smaller index: ten seconds of reading and six of typing. */
export const readersBench: Bench = {
  name: 'readers',
  about:
    '1,000 readers who search as they type in one process; and 1,000 on three processes behind nginx, one killed and one stopped meanwhile',
  async run({ say }) {
    say(`typing for ${TYPING_SECONDS} s`);
    const typing = await measureTyping();
    if (!hasNginx) return typing;
    say(`for ${SECONDS} s`);
    const measurement = await holdReaders({ seconds: SECONDS });
    return [
      ...typing,
      { what: 'reads', value: measurement.perSecond, unit: '/s' },
      { what: 'lost', value: measurement.lost.length, unit: '', budget: { limit: 0, kind: 'below' } },
      { what: 'cut by the kill', value: measurement.cut, unit: '' },
      { what: 'read, median', value: measurement.p50Ms, unit: 'ms' },
      { what: 'read, p99', value: measurement.p99Ms, unit: 'ms' },
      { what: 'read, slowest', value: measurement.slowestMs, unit: 'ms' },
      { what: 'killed process serves again after', value: measurement.restartMs, unit: 'ms' },
    ];
  },
};

async function measureTyping(): Promise<Figure[]> {
  const real = await readRecordsOfDocs('site/docs');
  const { searches, errors, times, pageTimes, results } = await runTypingReaders({
    records: growRecords(real, TYPING_RECORDS),
    queries: readRegressionQueries().map(({ query }) => query),
    seconds: TYPING_SECONDS,
    readers: READERS,
    thinkMs: THINK_MS,
    lettersTyped: TYPED_LETTERS,
  });
  const label = 'typing';
  return [
    { what: `${label}: searches`, value: searches / TYPING_SECONDS, unit: '/s' },
    { what: `${label}: refused`, value: errors.length, unit: '', budget: { limit: 0, kind: 'below' } },
    { what: `${label}: from the cache`, value: results.cached / searches, unit: '' },
    { what: `${label}: superseded`, value: results.superseded / searches, unit: '' },
    { what: `${label}: answer, p50`, value: computeQuantile(times, 0.5), unit: 'ms' },
    { what: `${label}: answer, p99`, value: computeQuantile(times, 0.99), unit: 'ms' },
    { what: `${label}: page meanwhile, p99`, value: computeQuantile(pageTimes, 0.99), unit: 'ms' },
  ];
}
