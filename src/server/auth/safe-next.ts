import { isReturnable } from '../../model/routes.ts';
import { loginUrl } from '../../model/urls.ts';
import { parseRequestTarget } from '../gate/request-target.ts';
import { encodePath, encodeQuery } from '../http/location.ts';

/** Longer ones are dropped: nobody wants to go to an address of that length. */
const NEXT_MAX_CHARACTERS = 2_000;

const here = 'http://here.invalid';

/**
 * Where a sign-in may lead: a path of this site, encoded, with its query and fragment. Anything that a
 * browser could read as another site, or that is no path at all, becomes `/`.
 */
export function safeNext(value: unknown): string {
  if (typeof value !== 'string' || value.length > NEXT_MAX_CHARACTERS) return '/';
  // Browsers drop tabs and line breaks and turn backslashes round before they look where an address leads.
  if (!/^\/(?![/\\])/.test(value) || /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(value) || !value.isWellFormed())
    return '/';
  const url = URL.parse(value, here);
  if (url?.origin !== here) return '/';
  // `/..//other.example` is our own path until its dots are gone.
  if (url.pathname.startsWith('//') || /^\/(?:%2f|%5c)/i.test(url.pathname)) return '/';
  const target = parseRequestTarget(url.pathname);
  if (target === undefined || !isReturnable(target.path)) return '/';
  return url.pathname + url.search + url.hash;
}

interface SignedOutRequest {
  /** Decoded path and undecoded query that were asked for. */
  path: string;
  query: string;
  /** The browser still holds the cookie of a session that has ended, so the page can say why it is shown. */
  hasEnded: boolean;
}

/** The address of the login page that leads back to what was asked for. */
export function loginAddress({ path, query, hasEnded }: SignedOutRequest): string {
  const next = safeNext(encodePath(path) + encodeQuery(query));
  return loginUrl({ next, ended: hasEnded ? 'yes' : undefined });
}
