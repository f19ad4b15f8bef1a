import { expect, test } from 'vitest';
import { writeRelativeTime } from './write-relative-time.ts';

const now = Date.UTC(2026, 0, 20, 12);
const minute = 60_000;

test.each([
  ['en', 0, 'now'],
  ['en', 59_999, 'now'],
  ['en', minute, '1 minute ago'],
  ['en', 59.9 * minute, '59 minutes ago'],
  ['en', 60 * minute, '1 hour ago'],
  ['en', 24 * 60 * minute, 'yesterday'],
  ['es', 3 * 24 * 60 * minute, 'hace 3 días'],
  ['en', 8 * 24 * 60 * minute, 'Jan 12, 2026'],
  // The clocks of the server and the browser differ, or a token expires.
  ['en', -24 * 60 * minute, 'Jan 21, 2026'],
])('writes a time as seen from now: %s, %d ms ago, %s', (language, ago, expected) => {
  expect(writeRelativeTime(new Date(now - ago), new Date(now), language)).toBe(expected);
});
