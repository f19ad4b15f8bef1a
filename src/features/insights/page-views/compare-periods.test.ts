import { expect, test } from 'vitest';
import { comparePeriods, sumViews } from './compare-periods.ts';

const now = Date.parse('2026-03-31T15:00:00Z');
const compare = (changedDay: string, firstDay?: string) => {
  const { days, before, after } = comparePeriods(Date.parse(`${changedDay}T09:00:00Z`), firstDay, now);
  return [days, before.first, after.first, after.next];
};

test.each([
  ['today, counted for long', '2026-03-31', '2026-01-01', [1, '2026-03-30', '2026-03-31', '2026-04-01']],
  ['yesterday', '2026-03-30', '2026-01-01', [2, '2026-03-28', '2026-03-30', '2026-04-01']],
  ['long ago: at most 28 days', '2026-02-15', '2026-01-01', [28, '2026-01-18', '2026-02-15', '2026-03-15']],
  ['after three counted days', '2026-03-20', '2026-03-17', [3, '2026-03-17', '2026-03-20', '2026-03-23']],
  ['on the first counted day', '2026-03-20', '2026-03-20', [0, '2026-03-20', '2026-03-20', '2026-03-20']],
  ['before anything was counted', '2026-03-20', undefined, [0, '2026-03-20', '2026-03-20', '2026-03-20']],
  ['before the first stored day', '2025-10-01', '2025-09-01', [0, '2025-10-01', '2025-10-01', '2025-10-01']],
])('compares a page that was changed %s', (_, changedDay, firstDay, expected) => {
  expect(compare(changedDay, firstDay)).toEqual(expected);
});

test('adds the views of the days in a period', () => {
  const views = [1, 2, 4, 8].map((count, index) => ({ day: `2026-03-0${index + 1}`, count }));
  expect(sumViews(views, { first: '2026-03-02', next: '2026-03-04' })).toBe(6);
});
