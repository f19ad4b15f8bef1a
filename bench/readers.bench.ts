import { holdReaders } from '../tests/load/support/hold-readers.ts';
import type { Bench } from './bench.ts';
import { hasNginx } from './support/nginx-control.ts';

const SECONDS = 60;

/** `npm test` holds them for ten seconds. */
export const readersBench: Bench = {
  name: 'readers',
  about: '1,000 readers on three processes behind nginx, one killed and one stopped meanwhile',
  async run({ say }) {
    if (!hasNginx) return [];
    say(`for ${SECONDS} s`);
    const held = await holdReaders({ seconds: SECONDS });
    return [
      { what: 'reads', value: held.perSecond, unit: '/s' },
      { what: 'lost', value: held.lost.length, unit: '', budget: { limit: 0, kind: 'below' } },
      { what: 'cut by the kill', value: held.cut, unit: '' },
      { what: 'read, median', value: held.p50Ms, unit: 'ms' },
      { what: 'read, p99', value: held.p99Ms, unit: 'ms' },
      { what: 'read, slowest', value: held.slowestMs, unit: 'ms' },
      { what: 'killed process serves again after', value: held.restartMs, unit: 'ms' },
    ];
  },
};
