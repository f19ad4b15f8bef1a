import type { Previewed } from '../../model/audience.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { memoize } from '../../shared/memoize.ts';

/**
 * The session cookie: `__Host-sid` over HTTPS, `sid` over plain HTTP. `__Host-` needs `Secure`, and what is `Secure`
 * WebKit drops on `http://localhost` too, where the other engines keep it. Below a base path it is `__Secure-sid`, which
 * neighbours at the same host are not sent: `__Host-` would need the path `/` (decisions/session-cookie.md).
 */
type SessionCookie = '__Host-sid' | '__Secure-sid' | 'sid';

export interface SiteAddress {
  /** `http` or `https`, as the browser sees it. */
  protocol: string;
  /** With its port, as in the `Host` header. */
  host: string;
  /** Where the site lies at that host. */
  basePath: string;
}

export function isHttps({ protocol }: SiteAddress): boolean {
  return protocol === 'https';
}

export function sessionCookieName(site: SiteAddress): SessionCookie {
  return `${cookiePrefix(site)}sid`;
}

/** Before the name of every cookie that all addresses of the site are sent. */
function cookiePrefix(site: SiteAddress): '__Host-' | '__Secure-' | '' {
  if (!isHttps(site)) return '';
  return site.basePath === '/' ? '__Host-' : '__Secure-';
}

/** Its path. */
export function cookiePath({ basePath }: SiteAddress): string {
  return encodeURI(basePath).replaceAll(';', '%3B');
}

/** Of a site, and those that somebody makes up. */
const ADDRESSES_MAX = 100;

/**
 * The names under which a browser may hold a session at this address. Over plain HTTP on this machine the cookie was
 * `__Host-sid` once, and sessions of then go on. Nowhere else does a name count that is not the address's own, so that
 * a `sid` that somebody planted is worth nothing over HTTPS.
 */
const heldCookieNames = memoize(
  ADDRESSES_MAX,
  (site: SiteAddress): readonly SessionCookie[] => {
    const name = sessionCookieName(site);
    return name === 'sid' && isLoopback(site.host) && site.basePath === '/' ? [name, '__Host-sid'] : [name];
  },
  ({ protocol, host, basePath }) => `${protocol}://${host}${basePath}`,
);

/** A session token as we make it; anything else is not worth a look into the store. */
const token = /^[\w-]{20,128}$/;

/** What this browser may be signed in by, the likeliest first. */
export function sessionTokens(header: string | undefined, site: SiteAddress): string[] {
  if (header === undefined) return [];
  const tokens: string[] = [];
  for (const name of heldCookieNames(site)) {
    const value = cookieValue(header, name);
    if (value !== undefined && token.test(value)) tokens.push(value);
  }
  return tokens;
}

const attributes = (site: SiteAddress) => `Path=${cookiePath(site)}; HttpOnly; SameSite=Lax`;

/** `Set-Cookie` for a new session: only its own cookie is left. Without `Max-Age`: the store says how long it lasts. */
export function setSessionCookies(header: string | undefined, site: SiteAddress, value: string): string[] {
  const name = sessionCookieName(site);
  const others = heldCookieNames(site).filter((other) => other !== name && cookieValue(header, other));
  return [
    `${name}=${value}; ${attributes(site)}${secure(name)}`,
    ...others.map((other) => expired(other, site)),
  ];
}

/** `Set-Cookie` for no session any more. */
export function clearSessionCookies(header: string | undefined, site: SiteAddress): string[] {
  const name = sessionCookieName(site);
  return heldCookieNames(site)
    .filter((held) => held === name || cookieValue(header, held))
    .map((held) => expired(held, site));
}

function expired(name: SessionCookie, site: SiteAddress): string {
  return `${name}=; ${attributes(site)}${secure(name)}; Max-Age=0`;
}

function secure(name: SessionCookie): string {
  return name === 'sid' ? '' : '; Secure';
}

/** A cookie beside that of the session: all addresses of the site are sent it, and no script reads it. */
export function siteCookie(name: string) {
  const nameOf = (site: SiteAddress) => `${cookiePrefix(site)}${name}`;
  /** Until the browser is closed, unless it is said for how long. */
  const set = (site: SiteAddress, value: string, seconds?: number) => {
    const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
    return `${nameOf(site)}=${value}; ${attributes(site)}${isHttps(site) ? '; Secure' : ''}${age}`;
  };
  return {
    read: (header: string | undefined, site: SiteAddress) => cookieValue(header, nameOf(site)),
    set,
    clear: (site: SiteAddress) => set(site, '', 0),
  };
}

const ofPreview = siteCookie('preview');

/** Groups begin with a full stop, which no name does, so that a preview of no group is one too. */
const previewed = /^\.[\w.-]{0,2000}$/;

/** As whom an administrator sees the site in this browser. */
export function previewedAs(header: string | undefined, site: SiteAddress): Previewed | undefined {
  const value = ofPreview.read(header, site);
  if (value === 'visitor') return value;
  return value !== undefined && previewed.test(value) ? value.split('.').filter(Boolean).sort() : undefined;
}

/** `Set-Cookie` for a preview, until the browser is closed; `undefined`: for its end. */
export function previewCookie(site: SiteAddress, as: Previewed | undefined): string {
  if (as === undefined) return ofPreview.clear(site);
  return ofPreview.set(site, as === 'visitor' ? as : `.${as.join('.')}`);
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
