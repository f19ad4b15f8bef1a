import type { FastifyRequest } from 'fastify';
import { listNetworks } from '../../accounts/networks.ts';

const MINUTE_MS = 60_000;
/** Of one network: a dozen people who type all the time. */
const SEARCHES_A_MINUTE = 600;

/** Visitors of one network take turns as one reader. */
export function visitorKey({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return `visitor ${listNetworks(ip)[0]}`;
}

/**
 * Says whether a visitor may search now, and counts it: for every network around the address that one customer may
 * hold, as attempts to sign in are. In memory: of several processes each counts for itself.
 */
export function createVisitorSearches(most: number = SEARCHES_A_MINUTE, now: () => number = Date.now) {
  let counts = new Map<string, number>();
  let until = 0;
  return ({ ip }: Pick<FastifyRequest, 'ip'>): boolean => {
    if (now() >= until) {
      counts = new Map();
      until = now() + MINUTE_MS;
    }
    const networks = listNetworks(ip);
    if (networks.some((network) => (counts.get(network) ?? 0) >= most)) return false;
    for (const network of networks) counts.set(network, (counts.get(network) ?? 0) + 1);
    return true;
  };
}
