import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '../../accounts/factors/passkeys.ts';
import { isLoopback } from '../../shared/loopback.ts';

/**
 * The site as authenticators identify it: by `BASE_URL`, or by the host of the request on this machine. Returns
 * `undefined` if browsers can't create passkeys: for an IP address, over plain HTTP, or if clients could choose the host.
 */
export function resolveRelyingParty(
  { gate: { site } }: Pick<FastifyRequest, 'gate'>,
  baseUrl: string | undefined,
): RelyingParty | undefined {
  if (baseUrl === undefined && !isLoopback(site.host)) return undefined;
  const url = URL.parse(baseUrl ?? `${site.protocol}://${site.host}`);
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return undefined;
  return { id: url.hostname, origin: url.origin };
}

/** Name of the site in an authenticator app. */
export function getSiteLabel(
  { gate: { site } }: Pick<FastifyRequest, 'gate'>,
  baseUrl: string | undefined,
): string {
  return baseUrl === undefined ? site.host : new URL(baseUrl).host;
}
