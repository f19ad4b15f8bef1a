import type { FastifyRequest } from 'fastify';
import { listNetworks } from '../../accounts/networks.ts';

const MINUTE_MS = 60_000;
/** Searches that one network may send in a minute: about as many as a dozen people who type without a pause. */
const SEARCHES_A_MINUTE = 600;

/** The key of a visitor. All visitors of one network share it, so they share one reader's turns. */
export function getVisitorKey({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return `visitor ${listNetworks(ip)[0]}`;
}

/**
 * Creates a rate limiter for visitors' searches, which returns whether a search is allowed and counts it. It counts for
 * every size of network that one customer may have, like the limit of sign-in attempts. Counts are in memory, so each
 * process has its own.
 */
export function createVisitorRateLimiter(
  maxPerMinute: number = SEARCHES_A_MINUTE,
  now: () => number = Date.now,
) {
  let counts = new Map<string, number>();
  let until = 0;
  return ({ ip }: Pick<FastifyRequest, 'ip'>): boolean => {
    if (now() >= until) {
      counts = new Map();
      until = now() + MINUTE_MS;
    }
    const networks = listNetworks(ip);
    if (networks.some((network) => (counts.get(network) ?? 0) >= maxPerMinute)) return false;
    for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
    return true;
  };
}
