import { atBasePath, SIGN_OUT_URL } from '../../model/urls.ts';
import { cookiePath, cookiePrefix, cookieValue, isHttps, type SiteAddress } from '../http/cookies.ts';

/**
 * Two cookies beside the session, encrypted by the provider's part: what a sign-in under way must bring back to the
 * callback, and what the provider wants to see again at the sign-out.
 */
interface RedirectCookies {
  flow(header: string | undefined): string | undefined;
  hint(header: string | undefined): string | undefined;
  setFlow(encrypted: string, seconds: number): string;
  setHint(encrypted: string): string;
  clearFlow: string;
  clearHint: string;
}

export function redirectCookies(site: SiteAddress): RedirectCookies {
  const secure = isHttps(site);
  const attributes = secure ? '; HttpOnly; Secure' : '; HttpOnly';
  // `__Host-`: no page of a neighbouring name can put somebody else's sign-in into this browser.
  const flowName = `${cookiePrefix(site)}oidc`;
  // Lax: the provider leads back here from its own site.
  const flow = `Path=${cookiePath(site)}; SameSite=Lax${attributes}`;
  // Large, and of use at one address only, so it travels to that one.
  const hintName = secure ? '__Secure-oidc-hint' : 'oidc-hint';
  const hint = `Path=${atBasePath(SIGN_OUT_URL, cookiePath(site))}; SameSite=Strict${attributes}`;
  return {
    flow: (header) => cookieValue(header, flowName),
    hint: (header) => cookieValue(header, hintName),
    setFlow: (encrypted, seconds) => `${flowName}=${encrypted}; Max-Age=${seconds}; ${flow}`,
    setHint: (encrypted) => `${hintName}=${encrypted}; ${hint}`,
    clearFlow: `${flowName}=; Max-Age=0; ${flow}`,
    clearHint: `${hintName}=; Max-Age=0; ${hint}`,
  };
}
