import { expect, test } from 'vitest';
import { splitIntoParts } from './content-parts.ts';
import { PART_MAX_BYTES } from './publication-operations.ts';

/** Deterministic text without repetitions. */
const createLines = (lines: number, from = 0) =>
  Array.from(
    { length: lines },
    (_, index) => `Line ${index + from} says ${((index + from) * 2_654_435_761) % 4_294_967_296}.\n`,
  ).join('');

test('covers the whole file, and an inserted sentence changes at most two parts', async () => {
  const before = Buffer.from(createLines(40_000));
  const after = Buffer.from(`${createLines(20_000)}One more sentence.\n${createLines(20_000, 20_000)}`);
  const [old, now] = [await splitIntoParts(before), await splitIntoParts(after)];
  expect(now.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(after.length);
  expect(Math.max(...now.map(({ bytes }) => bytes))).toBeLessThanOrEqual(PART_MAX_BYTES);
  const earlierHashes = new Set(old.map(({ hash }) => hash));
  expect(now.filter(({ hash }) => !earlierHashes.has(hash)).length).toBeLessThanOrEqual(2);
  expect(now.length).toBeGreaterThan(30);
});

test('splits content without natural boundaries at the maximum size', async () => {
  const parts = await splitIntoParts(Buffer.alloc(3 * PART_MAX_BYTES + 5));
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3 * PART_MAX_BYTES + 5);
  expect(await splitIntoParts(Buffer.alloc(0))).toEqual([]);
});
