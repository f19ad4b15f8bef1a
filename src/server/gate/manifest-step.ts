import { atBasePath, NOT_FOUND_PATH } from '../../model/urls.ts';
import { errorAnswer, nothingHere } from '../http/errors.ts';
import { encodePath, encodeQuery } from '../http/location.ts';
import { isNavigation } from '../http/navigation.ts';
import { entryFor, redirectFor } from '../release/views.ts';
import { canonicalCandidates } from './canonical.ts';
import { findRouteWithoutSlash } from './extra-slash.ts';
import type { GateRequest, GateStep, Verdict } from './gate.ts';
import { route } from './gate.ts';

const notFound: Verdict = { kind: 'refuse', answer: nothingHere };

const methodNotAllowed: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(405, 'method-not-allowed', 'This address can only be read.', { allow: 'GET, HEAD' }),
};

/** Answers a reader: a route behind the gate, or what is in the manifest under exactly this path. */
export function manifestStep(): GateStep<'manifest'> {
  return {
    name: 'manifest',
    check(request) {
      if (request.route !== undefined && !isHiddenRoute(request)) return route;
      const { method, path } = request;
      const reads = method === 'GET' || method === 'HEAD';
      const entry = entryFor(request.user, request.release, path);
      if (entry) return reads ? { kind: 'entry', entry } : methodNotAllowed;
      if (!reads) return notFound;
      const canonical = canonicalPath(path, request);
      if (canonical !== undefined) {
        return {
          kind: 'redirect',
          status: 308,
          location: encodePath(canonical) + encodeQuery(request.query),
        };
      }
      const withoutSlash = findRouteWithoutSlash(request);
      if (withoutSlash !== undefined && !isHiddenRoute({ ...request, route: withoutSlash.route }))
        return withoutSlash.redirect;
      return missing(request);
    },
  };
}

function isHiddenRoute({ route, user }: GateRequest): boolean {
  // Whoever publishes was let on before.
  if (route?.access === 'deploy') return true;
  return route?.access === 'administrator' && user?.role !== 'administrator';
}

function missing({ method, headers, release, user }: GateRequest): Verdict {
  const page = entryFor(user, release, atBasePath(NOT_FOUND_PATH, release.path));
  return page && isNavigation(method, headers) ? { kind: 'entry', entry: page } : notFound;
}

/** Where a page or file is that is asked for by another address: one of the build's redirects, or another way to write it. */
export function canonicalPath(
  path: string,
  request: Pick<GateRequest, 'release' | 'user'>,
): string | undefined {
  for (const candidate of [path, ...canonicalCandidates(path)]) {
    const target = redirectFor(request.user, request.release, candidate);
    if (target !== undefined) return target;
    const entry = entryFor(request.user, request.release, candidate);
    // The not-found page has no other address.
    if (entry?.status === 200) return entry.url;
  }
  return undefined;
}
