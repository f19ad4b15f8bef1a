import { expect, test } from 'vitest';
import { listChartDays } from './chart-days.ts';

const now = Date.UTC(2026, 2, 31, 15);
const summarize = (dayCounts: { day: string; count: number }[], days = 30) => {
  const chartDays = listChartDays(dayCounts, days, now);
  return [chartDays.length, chartDays[0]?.day, chartDays.at(-1)?.day];
};

test.each([
  ['the first day with a count', [{ day: '2026-03-11', count: 2 }], [21, '2026-03-11', '2026-03-31']],
  [
    'a week ago if the first count is younger',
    [{ day: '2026-03-30', count: 2 }],
    [7, '2026-03-25', '2026-03-31'],
  ],
  ['the first of the period if nothing was counted', [], [30, '2026-03-02', '2026-03-31']],
  [
    'the first of the period if older days were counted',
    [
      { day: '2026-01-01', count: 9 },
      { day: '2026-03-02', count: 1 },
    ],
    [30, '2026-03-02', '2026-03-31'],
  ],
])('a chart starts on %s', (_, dayCounts, expected) => {
  expect(summarize(dayCounts)).toEqual(expected);
});

test('a chart shorter than a week has all of its days', () => {
  expect(summarize([{ day: '2026-03-31', count: 1 }], 3)).toEqual([3, '2026-03-29', '2026-03-31']);
});
