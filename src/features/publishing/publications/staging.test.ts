import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../shared/duration.ts';
import { describeCompatibility } from './publication.ts';
import type { Publication } from './publication-operations.ts';
import { Staging } from './staging.ts';
import { removeAbandonedUploads } from './uploads.ts';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(path.join(tmpdir(), 'staging-'));
});
afterEach(() => rmSync(distDir, { recursive: true }));

const publication: Publication = {
  ...describeCompatibility('1.0.0'),
  ...{ manifest: '{}', siteJson: '{}', origin: {}, files: [], droppedGroups: [] },
};
const begin = (number: number, publisherId = `token ${number}`) =>
  Staging.begin(distDir, String(number).padStart(32, '0'), { publication, publisherId });
const setLastWrite = (staging: Staging | undefined, agoMs: number) => {
  const then = new Date(Date.now() - agoMs);
  utimesSync(staging?.folder ?? '', then, then);
};

test.each([
  ['a day and an hour ago', DAY_MS + HOUR_MS],
  ['days in the future, by a wrong clock', -3 * DAY_MS],
])('removes an upload whose last write was %s', (_, agoMs) => {
  setLastWrite(begin(1), agoMs);
  const other = begin(2);
  expect(readdirSync(path.join(distDir, '.uploads'))).toEqual([path.basename(other?.folder ?? '')]);
});

test('keeps an upload that was written to within a day', () => {
  const staging = begin(1);
  setLastWrite(staging, 23 * HOUR_MS);
  removeAbandonedUploads(distDir);
  expect(existsSync(staging?.folder ?? '')).toBe(true);
});

test('rejects a fifth upload unless one of the others is abandoned', () => {
  const [first] = [1, 2, 3, 4].map((number) => begin(number));
  expect(begin(5)).toBeUndefined();
  // Its client was killed a quarter of an hour ago: crashing CI jobs must not block others from publishing.
  setLastWrite(first, HOUR_MS / 4);
  expect(begin(5)).toBeDefined();
  expect(existsSync(first?.folder ?? '')).toBe(false);
});

test("replaces the same token's longest idle upload with its fifth one", () => {
  const stagings = [1, 2, 3, 4].map((number) => begin(number, 'CI'));
  setLastWrite(stagings[1], 120_000);
  expect(begin(5, 'another token')).toBeUndefined();
  expect(begin(5, 'CI')).toBeDefined();
  expect(stagings.map((staging) => existsSync(staging?.folder ?? ''))).toEqual([true, false, true, true]);
});
