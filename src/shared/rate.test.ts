import { expect, test } from 'vitest';
import { createRate } from './rate.ts';

const MINUTE_MS = 60_000;
let time = 0;
const now = () => time;

test('allows so many calls within the window, for each caller', () => {
  time = 0;
  const isAllowed = createRate(2, MINUTE_MS, now);
  expect(['a', 'a', 'a', 'b'].map(isAllowed)).toEqual([true, true, false, true]);
  time = MINUTE_MS - 1;
  expect(isAllowed('a')).toBe(false);
  time = MINUTE_MS;
  expect(['a', 'a', 'a'].map(isAllowed)).toEqual([true, true, false]);
});

test('the window moves with the time: a caller at the limit gets a call back when the oldest is a window ago', () => {
  time = 0;
  const isAllowed = createRate(2, MINUTE_MS, now);
  isAllowed('a');
  time = 40_000;
  isAllowed('a');
  time = 59_999;
  expect(isAllowed('a')).toBe(false);
  time = 60_000;
  expect(isAllowed('a')).toBe(true);
  expect(isAllowed('a')).toBe(false);
});

test('a call counts for every key of its caller, and for no key if one is at its limit', () => {
  time = 0;
  const isAllowed = createRate(2, MINUTE_MS, now);
  expect(isAllowed(['net-1', 'wide'])).toBe(true);
  expect(isAllowed(['net-2', 'wide'])).toBe(true);
  // The wide network is at its limit.
  expect(isAllowed(['net-3', 'wide'])).toBe(false);
  expect(isAllowed(['net-3', 'other'])).toBe(true);
  expect(isAllowed('net-3')).toBe(true);
  expect(isAllowed('net-3')).toBe(false);
});
