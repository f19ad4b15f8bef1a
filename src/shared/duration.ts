export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The day of a time as `YYYY-MM-DD`, in UTC. */
export function formatIsoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
