import type { GateRequest } from './gate.ts';

/**
 * The `Server-Timing` header, which shows administrators where the time of an answer went. Readers don't get it: it
 * would reveal how long look-ups in the store take.
 */
export function formatServerTiming(
  gate: GateRequest | null | undefined,
  moreDurations: Readonly<Record<string, number>> = {},
): string | undefined {
  if (gate?.user?.role !== 'administrator' || gate.decidedAfterMs === undefined) return undefined;
  return Object.entries({ gate: gate.decidedAfterMs, ...moreDurations })
    .map(([name, duration]) => `${name};dur=${Math.round(duration * 100) / 100}`)
    .join(', ');
}
