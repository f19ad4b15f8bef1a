import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Publication } from '../model/api/publications.ts';
import { DAY_MS, HOUR_MS } from '../shared/duration.ts';
import { builtFor } from './publication.ts';
import { Staging } from './staging.ts';
import { forgetAbandoned } from './uploads.ts';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(path.join(tmpdir(), 'staging-'));
});
afterEach(() => rmSync(distDir, { recursive: true }));

const publication: Publication = {
  ...builtFor('1.0.0'),
  ...{ manifest: '{}', siteJson: '{}', origin: {}, files: [], droppedGroups: [] },
};
const begin = (number: number, publisherId = `token ${number}`) =>
  Staging.begin(distDir, String(number).padStart(32, '0'), { publication, publisherId });
const leave = (staging: Staging | undefined, agoMs: number) => {
  const then = new Date(Date.now() - agoMs);
  utimesSync(staging?.folder ?? '', then, then);
};

test.each([
  ['a day and an hour ago', DAY_MS + HOUR_MS],
  ['days from now, by a clock that was wrong', -3 * DAY_MS],
])('what somebody last went on with %s is forgotten', (_, agoMs) => {
  leave(begin(1), agoMs);
  const other = begin(2);
  expect(readdirSync(path.join(distDir, '.uploads'))).toEqual([path.basename(other?.folder ?? '')]);
});

test('what somebody goes on with within a day is there', () => {
  const staging = begin(1);
  leave(staging, 23 * HOUR_MS);
  forgetAbandoned(distDir);
  expect(existsSync(staging?.folder ?? '')).toBe(true);
});

test('a fifth at once has to wait, unless one of the others was given up', () => {
  const [first] = [1, 2, 3, 4].map((number) => begin(number));
  expect(begin(5)).toBeUndefined();
  // Killed a quarter of an hour ago: CI that dies again and again keeps nobody from publishing.
  leave(first, HOUR_MS / 4);
  expect(begin(5)).toBeDefined();
  expect(existsSync(first?.folder ?? '')).toBe(false);
});

test('a fifth of the same token takes the place of the one that was idle for longest', () => {
  const staged = [1, 2, 3, 4].map((number) => begin(number, 'CI'));
  leave(staged[1], 120_000);
  expect(begin(5, 'somebody else')).toBeUndefined();
  expect(begin(5, 'CI')).toBeDefined();
  expect(staged.map((staging) => existsSync(staging?.folder ?? ''))).toEqual([true, false, true, true]);
});
