import type { FastifyRequest } from 'fastify';
import { atBasePath } from '../../model/urls.ts';

/**
 * A request target without the base path, which has a slash at both its ends: `undefined` for what lies elsewhere. The
 * target is as it was sent, so a blank in the base path may be `%20`.
 */
export function takeBasePath(target: string, basePath: string): string | undefined {
  if (basePath === '/') return target;
  const [told, name = '', rest = ''] = wellKnown.exec(target) ?? [];
  if (told !== undefined) {
    const below = takeBasePath(`${rest}/`, basePath);
    return below === undefined ? undefined : (name + below).replace(/\/+$/, '') + target.slice(told.length);
  }
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  let slash = 0;
  for (let left = basePath.split('/').length - 2; left > 0 && slash !== -1; left--)
    slash = path.indexOf('/', slash + 1);
  if (slash === -1) return undefined;
  try {
    return decodeURIComponent(path.slice(0, slash + 1)) === basePath ? target.slice(slash) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Where RFC 8414 and RFC 9728 have what is told of a site below a base path: before it, at the root of the host. There
 * where a request that somebody passes on to us names it so.
 */
const wellKnown = /^(\/\.well-known\/oauth-(?:protected-resource|authorization-server))(\/[^?#]*)?/;

/** An address below the base path, for a header or a body. */
export function putBasePath(url: string, basePath: string): string {
  return basePath === '/' ? url : atBasePath(url, encodeURI(basePath));
}

/** The whole address. `origin`: of the site, where it is configured; else as this browser has it. */
export function publicUrl(url: string, { gate: { site } }: FastifyRequest, origin?: string): string {
  return (origin ?? `${site.protocol}://${site.host}`) + putBasePath(url, site.basePath);
}
