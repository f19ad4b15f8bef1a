const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `November 21, 2026`, in UTC. `Intl` says the same, and takes a browser 15 ms to wake up. */
export function longDate(date: Date): string {
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
