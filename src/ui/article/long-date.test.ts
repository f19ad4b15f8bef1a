import { expect, test } from 'vitest';
import { formatLongDate } from './long-date.ts';

test('formats like the browser on every day of a leap year', () => {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
  for (let day = Date.UTC(2028, 0, 1); day < Date.UTC(2029, 0, 1); day += 86_400_000) {
    expect(formatLongDate(new Date(day))).toBe(format.format(day));
  }
});
