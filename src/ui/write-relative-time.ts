import { DAY_MS } from '../shared/duration.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Times that are further away are days. */
const RELATIVE_MS = 7 * DAY_MS;

/** Writes a time as seen from now: `now`, `5 minutes ago`, `yesterday`, or the day, such as `Jan 5, 2026`. */
export function writeRelativeTime(at: Date, now: Date, language: string): string {
  const ago = now.getTime() - at.getTime();
  if (ago < 0 || ago >= RELATIVE_MS)
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(at);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (ago < MINUTE_MS) return format.format(0, 'second');
  if (ago < HOUR_MS) return format.format(-Math.floor(ago / MINUTE_MS), 'minute');
  if (ago < DAY_MS) return format.format(-Math.floor(ago / HOUR_MS), 'hour');
  return format.format(-Math.floor(ago / DAY_MS), 'day');
}
