const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Formats `November 21, 2026` in UTC. `Intl` gives the same, but takes 15 ms to start in a browser. */
export function formatLongDate(date: Date): string {
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
