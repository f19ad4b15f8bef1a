import { DAY_MS, formatIsoDay } from '../../shared/duration.ts';

/** The first day of a period that ends today, as `YYYY-MM-DD` in UTC. */
export function findFirstDay(days: number): string {
  return formatIsoDay(Date.now() - (days - 1) * DAY_MS);
}
