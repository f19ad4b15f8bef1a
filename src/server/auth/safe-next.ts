import type { RouteTable } from '../../model/routes.ts';
import { buildLoginUrl } from '../../model/urls.ts';
import { mergeSlashes } from '../gate/merge-slashes.ts';
import { parseRequestTarget } from '../gate/request-target.ts';
import { encodeLocation, encodeQuery } from '../http/location.ts';

/** Longer URLs are ignored. */
const NEXT_MAX_CHARACTERS = 2_000;

const placeholderOrigin = 'http://here.invalid';

/**
 * Makes the target of a redirect after sign-in safe: returns an encoded path of this site with its query and fragment.
 * Anything that a browser could interpret as another site, or that isn't a path, becomes `/`.
 */
export function sanitizeNext(value: unknown, { isReturnable }: Pick<RouteTable, 'isReturnable'>): string {
  if (typeof value !== 'string' || value.length > NEXT_MAX_CHARACTERS) return '/';
  // Browsers remove tabs and line breaks and replace backslashes with slashes before they parse a URL.
  if (!/^\/(?![/\\])/.test(value) || /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(value) || !value.isWellFormed())
    return '/';
  const url = URL.parse(value, placeholderOrigin);
  if (url?.origin !== placeholderOrigin) return '/';
  // `/..//other.example` looks like a path of this site until its dot segments are removed.
  if (url.pathname.startsWith('//') || /^\/(?:%2f|%5c)/i.test(url.pathname)) return '/';
  const target = parseRequestTarget(url.pathname);
  if (target === undefined || !isReturnable(target.path)) return '/';
  return url.pathname + url.search + url.hash;
}

interface SignedOutRequest {
  /** Decoded path and undecoded query of the request. */
  path: string;
  query: string;
  /** Whether the browser still has the cookie of an ended session, so that the page can explain why it is shown. */
  hasEndedSession: boolean;
  routes: Pick<RouteTable, 'isReturnable'>;
}

/** The URL of the sign-in page that redirects back to the requested page. */
export function buildReturningLoginUrl({ path, query, hasEndedSession, routes }: SignedOutRequest): string {
  // Two slashes at the beginning would be another host.
  const next = sanitizeNext(encodeLocation(mergeSlashes(path)) + encodeQuery(query), routes);
  return buildLoginUrl({ next, ended: hasEndedSession ? 'yes' : undefined });
}
