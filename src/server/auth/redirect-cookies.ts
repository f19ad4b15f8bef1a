import { joinBasePath, SIGN_OUT_URL } from '../../model/urls.ts';
import { createSiteCookie, isHttps, readCookie, type SiteAddress, toCookiePath } from '../http/cookies.ts';

// The `__Host-` prefix keeps sites on sibling domains from planting another user's sign-in in this browser.
const flowCookie = createSiteCookie('oidc');

/**
 * Two cookies besides the session cookie, encrypted by the provider module: the state of a sign-in in progress, which the
 * callback needs, and the hint that the provider expects at sign-out.
 */
export function redirectCookies(site: SiteAddress) {
  const secure = isHttps(site);
  // The hint is large and needed at one URL only, so the cookie is limited to that path.
  const name = secure ? '__Secure-oidc-hint' : 'oidc-hint';
  const path = joinBasePath(SIGN_OUT_URL, toCookiePath(site));
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    flow: (header: string | undefined) => flowCookie.read(header, site),
    hint: (header: string | undefined) => readCookie(header, name),
    setFlow: (encrypted: string, seconds: number) => flowCookie.set(site, encrypted, seconds),
    setHint: (encrypted: string) => `${name}=${encrypted}; ${attributes}`,
    clearFlow: flowCookie.clear(site),
    clearHint: `${name}=; ${attributes}; Max-Age=0`,
  };
}
