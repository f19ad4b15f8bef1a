import path from 'node:path';
import { type Bench, computeMedian } from './bench.ts';
import { buildOwnSite } from './support/own-site.ts';
import { startServedSite } from './support/served-site.ts';

const RUNS = 5;

/** Measures the time from the start of the process to its first answers, with an existing build. */
export const startBench: Bench = {
  name: 'start',
  about: 'Start to first answer, built',
  async run({ folder, say }) {
    const root = folder();
    const environment = {
      DIST_DIR: path.join(root, 'dist'),
      DATA_DIR: path.join(root, 'data'),
      BROKEN_LINKS: 'warn',
    };
    await buildOwnSite(environment.DIST_DIR);
    // The first start creates the administrator and fills the cache for these settings.
    await (await startServedSite(environment)).stop();
    const ready: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      say(`run ${run + 1} of ${RUNS}`);
      const startedAt = performance.now();
      const site = await startServedSite(environment);
      const answer = await fetch(`${site.origin}/login`);
      await answer.text();
      ready.push((performance.now() - startedAt) / 1000);
      await site.stop();
    }
    return [
      {
        what: 'first answer, median of 5',
        value: computeMedian(ready),
        unit: 's',
        budget: { limit: 1, kind: 'below' },
      },
      { what: 'first answer, slowest', value: Math.max(...ready), unit: 's' },
    ];
  },
};
