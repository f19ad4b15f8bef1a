import { DAY_MS, formatIsoDay } from '../../../shared/duration.ts';

export interface DayCount {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  count: number;
}

/** A chart of a site that has just begun still has room for its bars. */
const MIN_DAYS = 7;

/**
 * Lists the last `days` days up to `now` with their counts, from the first day on that has one, so that a young site
 * doesn't show months of nothing. At least a week.
 */
export function listChartDays(counted: readonly DayCount[], days: number, now: number): DayCount[] {
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  const all = Array.from({ length: days }, (_, at) => {
    const day = formatIsoDay(now - (days - 1 - at) * DAY_MS);
    return { day, count: counts.get(day) ?? 0 };
  });
  const first = all.findIndex(({ count }) => count > 0);
  // Without any count, the whole period is empty.
  return first === -1 ? all : all.slice(Math.max(0, Math.min(first, days - MIN_DAYS)));
}
