import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '../../accounts/factors/passkeys.ts';
import { isLoopback } from '../../shared/loopback.ts';

/**
 * The site as authenticators know it: by `BASE_URL`, or by the request's own address on this machine. `undefined` where
 * browsers make no passkeys: at an address in digits, or over plain HTTP, or where anybody could name the site.
 */
export function relyingParty(
  { gate: { site } }: Pick<FastifyRequest, 'gate'>,
  baseUrl: string | undefined,
): RelyingParty | undefined {
  if (baseUrl === undefined && !isLoopback(site.host)) return undefined;
  const url = URL.parse(baseUrl ?? `${site.protocol}://${site.host}`);
  if (url === null || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) return undefined;
  return { id: url.hostname, origin: url.origin };
}

/** What an app for one-time codes calls the site. */
export function siteLabel(
  { gate: { site } }: Pick<FastifyRequest, 'gate'>,
  baseUrl: string | undefined,
): string {
  return baseUrl === undefined ? site.host : new URL(baseUrl).host;
}
