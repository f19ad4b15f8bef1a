import { isLoopback } from '../../shared/loopback.ts';

/**
 * The session cookie. `__Host-sid` wherever a browser stores a `Secure` cookie: over HTTPS, and on loopback,
 * which Chromium and Firefox trust without it. On any other name over plain HTTP browsers would drop it, so
 * there it is a plain `sid` (decisions/session-cookie.md).
 */
export type SessionCookie = '__Host-sid' | 'sid';

export interface SiteAddress {
  /** `http` or `https`, as the browser sees it. */
  protocol: string;
  /** With its port, as in the `Host` header. */
  host: string;
}

export function sessionCookieName(site: SiteAddress): SessionCookie {
  return site.protocol === 'https' || isLoopback(site.host) ? '__Host-sid' : 'sid';
}

const attributes = 'Path=/; HttpOnly; SameSite=Lax';

/** Without `Max-Age`: how long a session lasts is the store's to say. */
export function setSessionCookie(name: SessionCookie, token: string): string {
  return `${name}=${token}; ${attributes}${secure(name)}`;
}

export function clearSessionCookie(name: SessionCookie): string {
  return `${name}=; ${attributes}${secure(name)}; Max-Age=0`;
}

function secure(name: SessionCookie): string {
  return name === '__Host-sid' ? '; Secure' : '';
}

/** A session token as we make it; anything else is not worth a look into the store. */
const token = /^[\w-]{20,128}$/;

export function sessionToken(header: string | undefined, name: SessionCookie): string | undefined {
  const value = cookieValue(header, name);
  return value !== undefined && token.test(value) ? value : undefined;
}

/** The first cookie of this name in a `Cookie` header. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const start = pair.indexOf('=');
    if (start !== -1 && pair.slice(0, start).trim() === name) return pair.slice(start + 1).trim();
  }
  return undefined;
}
