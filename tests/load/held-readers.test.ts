import { expect, it } from 'vitest';
import { PATIENCE_MS } from '../../testing/patience.ts';
import { holdReaders } from './support/hold-readers.ts';

/** `npm run bench -- readers` holds them for a minute. */
const seconds = Number(process.env.LOAD_SECONDS ?? 10);

it(`1,000 readers on three processes lose no read in ${seconds} s but those that a killed process held`, {
  tags: 'nginx',
  timeout: 2 * PATIENCE_MS + seconds * 2_000,
}, async () => {
  const { lost: lostReads, cut, reads } = await holdReaders({ seconds });
  expect(lostReads).toEqual([]);
  // A process answers only a handful of requests at one moment.
  expect(cut).toBeLessThan(30);
  expect(reads).toBeGreaterThan(1_000);
});
