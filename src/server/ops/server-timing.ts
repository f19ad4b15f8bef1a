import type { GateRequest } from '../gate/gate.ts';

/**
 * `Server-Timing` tells an administrator's browser where the time of an answer went. For nobody else: how long a
 * look into the store takes is not a reader's business.
 */
export function serverTiming(
  gate: GateRequest | null | undefined,
  milliseconds: Readonly<Record<string, number>>,
): string | undefined {
  if (gate?.user?.role !== 'administrator') return undefined;
  return Object.entries(milliseconds)
    .map(([name, duration]) => `${name};dur=${Math.round(duration * 100) / 100}`)
    .join(', ');
}
