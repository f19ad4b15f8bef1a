import { joinBasePath, NOT_FOUND_PATH } from '../../model/urls.ts';
import { encodeHref, joinLinkEnds } from '../../model/written-links.ts';
import { errorAnswer, notFoundError } from '../http/errors.ts';
import { encodeLocation, encodeQuery } from '../http/location.ts';
import { isNavigation } from '../http/navigation.ts';
import { findEntryFor, findRedirectFor } from '../release/views.ts';
import { listCanonicalCandidates } from './canonical.ts';
import { findRouteWithoutSlash } from './extra-slash.ts';
import type { GateRequest, GateStep, Verdict } from './gate.ts';
import { letRouteAnswer } from './gate.ts';

const notFound: Verdict = { kind: 'refuse', answer: notFoundError };

const methodNotAllowed: Verdict = {
  kind: 'refuse',
  answer: errorAnswer(405, 'method-not-allowed', 'Only GET and HEAD are allowed here.', {
    allow: 'GET, HEAD',
  }),
};

/** Answers signed-in users: with a route behind the gate, or with the manifest entry of exactly this path. */
export function createManifestStep(): GateStep<'manifest'> {
  return {
    name: 'manifest',
    check(request) {
      if (request.route !== undefined && !isHiddenRoute(request)) return letRouteAnswer;
      const { method, path } = request;
      const isRead = method === 'GET' || method === 'HEAD';
      const entry = findEntryFor(request.user, request.release, path);
      if (entry) return isRead ? { kind: 'entry', entry } : methodNotAllowed;
      const canonicalTarget = isRead ? findCanonicalTarget(path, request) : undefined;
      if (canonicalTarget !== undefined) {
        return {
          kind: 'redirect',
          status: 308,
          location: formatCanonicalLocation(canonicalTarget, request.query),
        };
      }
      const withoutSlash = findRouteWithoutSlash(request);
      if (withoutSlash !== undefined && !isHiddenRoute({ ...request, route: withoutSlash.route }))
        return withoutSlash.redirect;
      return isRead ? answerMissing(request) : notFound;
    },
  };
}

function isHiddenRoute({ route, user }: GateRequest): boolean {
  // The session step has already admitted requests with a valid deploy token.
  if (route?.access === 'deploy') return true;
  return route?.access === 'administrator' && user?.role !== 'administrator';
}

function answerMissing({ method, headers, release, user }: GateRequest): Verdict {
  const page = findEntryFor(user, release, joinBasePath(NOT_FOUND_PATH, release.path));
  return page && isNavigation(method, headers) ? { kind: 'entry', entry: page } : notFound;
}

interface CanonicalTarget {
  /** Path of a page or file. */
  path: string;
  /** Query and fragment that a redirect of the build adds, as in `?tab=linux#install`. Empty for most. */
  rest: string;
}

/** Finds the page or file that was requested by an old path (a redirect of the build) or another spelling. */
export function findCanonicalTarget(
  path: string,
  request: Pick<GateRequest, 'release' | 'user'>,
): CanonicalTarget | undefined {
  for (const candidate of [path, ...listCanonicalCandidates(path)]) {
    const target = findRedirectFor(request.user, request.release, candidate);
    if (target !== undefined) return splitTarget(target);
    const entry = findEntryFor(request.user, request.release, candidate);
    // Don't redirect to the not-found page.
    if (entry?.status === 200) return { path: entry.url, rest: '' };
  }
  return undefined;
}

/** Redirects lead to pages, and builds refuse `?` and `#` in paths of pages. */
function splitTarget(target: string): CanonicalTarget {
  const [, path = target, rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  return { path, rest };
}

/** The `Location` of a page or file that was requested by another path, with the query of the request. */
export function formatCanonicalLocation({ path, rest }: CanonicalTarget, query: string): string {
  return joinLinkEnds(encodeLocation(path) + encodeHref(rest), encodeQuery(query));
}
