import { atBasePath, SIGN_OUT_URL } from '../../model/urls.ts';
import { cookiePath, cookieValue, isHttps, type SiteAddress, siteCookie } from '../http/cookies.ts';

// `__Host-`: no page of a neighbouring name can put somebody else's sign-in into this browser.
const ofFlow = siteCookie('oidc');

/**
 * Two cookies beside the session, encrypted by the provider's part: what a sign-in under way must bring back to the
 * callback, and what the provider wants to see again at the sign-out.
 */
export function redirectCookies(site: SiteAddress) {
  const secure = isHttps(site);
  // Large, and of use at one address only, so it travels to that one.
  const name = secure ? '__Secure-oidc-hint' : 'oidc-hint';
  const path = atBasePath(SIGN_OUT_URL, cookiePath(site));
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  return {
    flow: (header: string | undefined) => ofFlow.read(header, site),
    hint: (header: string | undefined) => cookieValue(header, name),
    setFlow: (encrypted: string, seconds: number) => ofFlow.set(site, encrypted, seconds),
    setHint: (encrypted: string) => `${name}=${encrypted}; ${attributes}`,
    clearFlow: ofFlow.clear(site),
    clearHint: `${name}=; ${attributes}; Max-Age=0`,
  };
}
