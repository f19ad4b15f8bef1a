import { DAY_MS, formatIsoDay } from '../../../shared/duration.ts';
import { KEPT_DAYS } from '../count-writer.ts';

/** Days from `first` until before `next`, as `YYYY-MM-DD` in UTC. */
export interface DayRange {
  first: string;
  next: string;
}

/** Longest time before and after a change whose views are compared. */
const COMPARED_DAYS_MAX = 28;

/**
 * Returns two periods of equal length, before the day of a change and from that day on. They are as long as views were
 * counted before the change and after it, so a page that was changed on the third day has two days before and two
 * after. `days` is 0 if there is nothing to compare.
 */
export function comparePeriods(
  changedAt: number,
  firstDay: string | undefined,
  now: number,
): { days: number; before: DayRange; after: DayRange } {
  const changeDay = formatIsoDay(changedAt);
  const firstStoredDay = formatIsoDay(now - (KEPT_DAYS - 1) * DAY_MS);
  const daysBefore = Math.min(
    countDays(firstDay ?? changeDay, changeDay),
    countDays(firstStoredDay, changeDay),
  );
  const daysAfter = countDays(changeDay, formatIsoDay(now)) + 1;
  const days = Math.max(0, Math.min(daysBefore, daysAfter, COMPARED_DAYS_MAX));
  return {
    days,
    before: { first: addDays(changeDay, -days), next: changeDay },
    after: { first: changeDay, next: addDays(changeDay, days) },
  };
}

/** Adds the views of the days in this range. */
export function sumViews(
  views: readonly { day: string; count: number }[],
  { first, next }: DayRange,
): number {
  return views.reduce((sum, { day, count }) => (day >= first && day < next ? sum + count : sum), 0);
}

function countDays(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);
}

function addDays(day: string, days: number): string {
  return formatIsoDay(Date.parse(day) + days * DAY_MS);
}
