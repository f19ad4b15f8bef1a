import { CHALLENGE_MS } from '../../accounts/factors/challenges.ts';
import { cookieValue, isHttps, type SiteAddress } from '../http/cookies.ts';

/**
 * Holds a browser to what it has begun, for minutes: a sign-in that waits for its second factor, or one by passkey. It
 * opens nothing by itself.
 */
export function stepCookie(name: 'second-factor' | 'passkey') {
  const nameOf = (site: SiteAddress) => (isHttps(site) ? `__Host-${name}` : name);
  const set = (site: SiteAddress, value: string, seconds: number) =>
    `${nameOf(site)}=${value}; Path=/; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}; Max-Age=${seconds}`;
  return {
    read: (header: string | undefined, site: SiteAddress) => cookieValue(header, nameOf(site)),
    set: (site: SiteAddress, token: string) => set(site, token, CHALLENGE_MS / 1_000),
    clear: (site: SiteAddress) => set(site, '', 0),
  };
}
