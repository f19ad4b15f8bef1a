import type { RouteTable } from '../../model/routes.ts';
import { buildLoginUrl } from '../../model/urls.ts';
import { NEXT_MAX_CHARACTERS } from '../../shared/next-limit.ts';
import { mergeSlashes } from '../gate/merge-slashes.ts';
import { parseRequestTarget } from '../gate/request-target.ts';
import { encodeLocation, encodeQuery } from '../http/location.ts';

const placeholderOrigin = 'http://here.invalid';

/**
 * Makes the target of a redirect after sign-in safe: returns an encoded path of this site with its query and fragment.
 * Anything that a browser could interpret as another site, or that isn't a path, becomes `/`. A fragment that is too long
 * is left out, so that the reader gets to the page.
 */
export function sanitizeNext(value: unknown, { isReturnable }: Pick<RouteTable, 'isReturnable'>): string {
  if (typeof value !== 'string') return '/';
  const [address = ''] = value.split('#', 1);
  const fragment = value.slice(address.length);
  // Browsers remove tabs and line breaks before they parse a URL, and replace backslashes with slashes up to the fragment.
  if (!/^\/(?![/\\])/.test(address) || address.includes('\\')) return '/';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value) || !value.isWellFormed()) return '/';
  const url = URL.parse(address, placeholderOrigin);
  if (url?.origin !== placeholderOrigin) return '/';
  // `/..//other.example` looks like a path of this site until its dot segments are removed.
  if (url.pathname.startsWith('//') || /^\/(?:%2f|%5c)/i.test(url.pathname)) return '/';
  const target = parseRequestTarget(url.pathname);
  if (target === undefined || !isReturnable(target.path)) return '/';
  const page = url.pathname + url.search;
  if (page.length > NEXT_MAX_CHARACTERS) return '/';
  url.hash = fragment;
  // Browsers leave backslashes of a fragment as they are. Other programs that read the redirect may not.
  const next = page + url.hash.replaceAll('\\', '%5C');
  return next.length > NEXT_MAX_CHARACTERS ? page : next;
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
