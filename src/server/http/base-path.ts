import type { FastifyRequest } from 'fastify';
import { joinBasePath } from '../../model/urls.ts';

/**
 * Removes the base path from a request target. The base path starts and ends with a slash. Returns `undefined` if the
 * target is outside the base path. The target is as the client sent it, so a space in the base path may be `%20`.
 */
export function stripBasePath(target: string, basePath: string): string | undefined {
  if (basePath === '/') return target;
  const [wellKnownPath, name = '', rest = ''] = wellKnown.exec(target) ?? [];
  if (wellKnownPath !== undefined) {
    const pathBelow = stripBasePath(`${rest}/`, basePath);
    return pathBelow === undefined
      ? undefined
      : (name + pathBelow).replace(/\/+$/, '') + target.slice(wellKnownPath.length);
  }
  const pathEnd = target.search(/[?#]/);
  const path = pathEnd === -1 ? target : target.slice(0, pathEnd);
  let slash = 0;
  for (let slashesLeft = basePath.split('/').length - 2; slashesLeft > 0 && slash !== -1; slashesLeft--)
    slash = path.indexOf('/', slash + 1);
  if (slash === -1) return undefined;
  try {
    return decodeURIComponent(path.slice(0, slash + 1)) === basePath ? target.slice(slash) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * RFC 8414 and RFC 9728 put the metadata of a site below a base path at the root of the host, with the base path at the
 * end: `/.well-known/oauth-protected-resource/docs`. A proxy may forward such requests to this server.
 */
const wellKnown = /^(\/\.well-known\/oauth-(?:protected-resource|authorization-server))(\/[^?#]*)?/;

/** Adds the base path to a path of the site, for use in a header or a body. */
export function prefixBasePath(url: string, basePath: string): string {
  return basePath === '/' ? url : joinBasePath(url, encodeURI(basePath));
}

/** Builds the full URL of a path of the site. Without a configured `origin`, uses the one that the browser used. */
export function buildPublicUrl(url: string, { gate: { site } }: FastifyRequest, origin?: string): string {
  return (origin ?? `${site.protocol}://${site.host}`) + prefixBasePath(url, site.basePath);
}
