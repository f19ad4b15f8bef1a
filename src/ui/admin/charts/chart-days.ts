import { DAY_MS, formatIsoDay } from '../../../shared/duration.ts';

export interface DayCount {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
}

/** A chart of a site that has just begun still has room for its bars. */
const MIN_DAYS = 7;

/** Lists the last `days` days up to `now` with their counts. */
export function listDays(dayCounts: readonly DayCount[], days: number, now: number): DayCount[] {
  const counts = new Map(dayCounts.map(({ day, count }) => [day, count]));
  return Array.from({ length: days }, (_, index) => {
    const day = formatIsoDay(now - (days - 1 - index) * DAY_MS);
    return { day, count: counts.get(day) ?? 0 };
  });
}

/**
 * Lists the last `days` days up to `now` with their counts, from the first day on that has one, so that a young site
 * doesn't show months of nothing. At least a week.
 */
export function listChartDays(dayCounts: readonly DayCount[], days: number, now: number): DayCount[] {
  const all = listDays(dayCounts, days, now);
  const first = all.findIndex(({ count }) => count > 0);
  // Without any count, the whole period is empty.
  return first === -1 ? all : all.slice(Math.max(0, Math.min(first, days - MIN_DAYS)));
}

/** Returns the number of days to show of a period of `days` days, if counting began on `first`. At least a week. */
export function countShownDays(first: string | null, days: number, now: number): number {
  if (first === null) return days;
  const countedDays = Math.floor((now - Date.parse(first)) / DAY_MS) + 1;
  return Math.min(days, Math.max(MIN_DAYS, countedDays));
}
