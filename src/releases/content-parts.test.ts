import { expect, test } from 'vitest';
import { PART_MAX_BYTES } from '../model/api/publications.ts';
import { contentParts } from './content-parts.ts';

/** Text without repetitions, the same each time. */
const text = (lines: number, from = 0) =>
  Array.from(
    { length: lines },
    (_, at) => `Line ${at + from} says ${((at + from) * 2_654_435_761) % 4_294_967_296}.\n`,
  ).join('');

test('parts are the whole, and a word more changes one of them or two', async () => {
  const before = Buffer.from(text(40_000));
  const after = Buffer.from(`${text(20_000)}One more sentence.\n${text(20_000, 20_000)}`);
  const [old, now] = [await contentParts(before), await contentParts(after)];
  expect(now.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(after.length);
  expect(Math.max(...now.map(({ bytes }) => bytes))).toBeLessThanOrEqual(PART_MAX_BYTES);
  const known = new Set(old.map(({ hash }) => hash));
  expect(now.filter(({ hash }) => !known.has(hash)).length).toBeLessThanOrEqual(2);
  expect(now.length).toBeGreaterThan(30);
});

test('what has no places to cut is cut all the same', async () => {
  const parts = await contentParts(Buffer.alloc(3 * PART_MAX_BYTES + 5));
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3 * PART_MAX_BYTES + 5);
  expect(await contentParts(Buffer.alloc(0))).toEqual([]);
});
