import type { FastifyRequest } from 'fastify';
import { listNetworks } from '../../accounts/networks.ts';
import { createRate } from '../../shared/rate.ts';

const MINUTE_MS = 60_000;
/** Searches that one network may send in a minute: about as many as a dozen people who type without a pause. */
const SEARCHES_A_MINUTE = 600;

/** The key of a visitor. All visitors of one network share it, so they share one reader's turns. */
export function getVisitorKey({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return `visitor ${listNetworks(ip)[0]}`;
}

/**
 * Creates a rate limiter for visitors' searches. It counts for every size of network that one customer may have, like the
 * limit of sign-in attempts.
 */
export function createVisitorRateLimiter(): ({ ip }: Pick<FastifyRequest, 'ip'>) => boolean {
  const isWithinRate = createRate(SEARCHES_A_MINUTE, MINUTE_MS);
  return ({ ip }) => isWithinRate(listNetworks(ip));
}
