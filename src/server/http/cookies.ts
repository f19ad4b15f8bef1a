import type { Previewed } from '../../model/audience.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { memoize } from '../../shared/memoize.ts';

/**
 * The session cookie: `__Host-sid` over HTTPS, `sid` over plain HTTP. `__Host-` requires `Secure`, and WebKit drops
 * `Secure` cookies even on `http://localhost`, where other engines keep them. Below a base path the name is
 * `__Secure-sid`: its path keeps the cookie from other sites on the same host, and `__Host-` would require the path `/`
 * (decisions/session-cookie.md).
 */
type SessionCookie = '__Host-sid' | '__Secure-sid' | 'sid';

/** Protocol, host and path at which a browser reaches the site. */
export interface SiteAddress {
  /** `http` or `https`, as the browser sees it. */
  protocol: string;
  /** Host with its port, as in the `Host` header. */
  host: string;
  /** Path of the site on that host, with a slash at both ends. */
  basePath: string;
}

export function isHttps({ protocol }: SiteAddress): boolean {
  return protocol === 'https';
}

export function formatSessionCookieName(site: SiteAddress): SessionCookie {
  return `${chooseCookiePrefix(site)}sid`;
}

/** Prefix of every cookie that the browser sends to all pages of the site. */
function chooseCookiePrefix(site: SiteAddress): '__Host-' | '__Secure-' | '' {
  if (!isHttps(site)) return '';
  return site.basePath === '/' ? '__Host-' : '__Secure-';
}

/** Value of the `Path` attribute. */
export function toCookiePath({ basePath }: SiteAddress): string {
  return encodeURI(basePath).replaceAll(';', '%3B');
}

/** Hosts for which the result is cached. A site has few; the limit is for hosts that clients make up. */
const HOSTS_MAX = 100;
const isLoopbackHost = memoize(HOSTS_MAX, isLoopback);

/**
 * The cookie names in which a browser may have a session for this address. Over plain HTTP on this machine the cookie
 * was once called `__Host-sid`, and those sessions stay valid. Everywhere else only the current name counts, so that a
 * `sid` cookie planted over HTTP has no effect over HTTPS.
 */
function listCookieNames(site: SiteAddress): readonly SessionCookie[] {
  const name = formatSessionCookieName(site);
  return name === 'sid' && site.basePath === '/' && isLoopbackHost(site.host) ? [name, '__Host-sid'] : [name];
}

/** Format of our session tokens. Anything else isn't looked up in the store. */
const tokenPattern = /^[\w-]{20,128}$/;

/** Session tokens in a `Cookie` header, the most likely one first. */
export function readSessionTokens(header: string | undefined, site: SiteAddress): string[] {
  if (header === undefined) return [];
  const tokens: string[] = [];
  for (const name of listCookieNames(site)) {
    const value = readCookie(header, name);
    if (value !== undefined && tokenPattern.test(value)) tokens.push(value);
  }
  return tokens;
}

const formatAttributes = (site: SiteAddress) => `Path=${toCookiePath(site)}; HttpOnly; SameSite=Lax`;

/**
 * `Set-Cookie` values for a new session, which also delete session cookies with other names. They have no `Max-Age`:
 * the store decides how long a session lasts.
 */
export function setSessionCookies(header: string | undefined, site: SiteAddress, value: string): string[] {
  const name = formatSessionCookieName(site);
  const staleNames = listCookieNames(site).filter((other) => other !== name && readCookie(header, other));
  return [
    `${name}=${value}; ${formatAttributes(site)}${formatSecureAttribute(name)}`,
    ...staleNames.map((other) => expireCookie(other, site)),
  ];
}

/** `Set-Cookie` values that delete the session cookies. */
export function clearSessionCookies(header: string | undefined, site: SiteAddress): string[] {
  const name = formatSessionCookieName(site);
  return listCookieNames(site)
    .filter((cookieName) => cookieName === name || readCookie(header, cookieName))
    .map((cookieName) => expireCookie(cookieName, site));
}

function expireCookie(name: SessionCookie, site: SiteAddress): string {
  return `${name}=; ${formatAttributes(site)}${formatSecureAttribute(name)}; Max-Age=0`;
}

function formatSecureAttribute(name: SessionCookie): string {
  return name === 'sid' ? '' : '; Secure';
}

/** Creates another cookie for the whole site, with the same protection as the session cookie. Scripts can't read it. */
export function createSiteCookie(name: string) {
  const getName = (site: SiteAddress) => `${chooseCookiePrefix(site)}${name}`;
  /** Without `seconds`, the cookie lasts until the browser is closed. */
  const set = (site: SiteAddress, value: string, seconds?: number) => {
    const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
    return `${getName(site)}=${value}; ${formatAttributes(site)}${isHttps(site) ? '; Secure' : ''}${age}`;
  };
  return {
    read: (header: string | undefined, site: SiteAddress) => readCookie(header, getName(site)),
    set,
    clear: (site: SiteAddress) => set(site, '', 0),
  };
}

const previewChoice = createSiteCookie('preview');

/** Each group name follows a dot, which no name starts with, so that a preview without any group is a value too. */
const previewPattern = /^\.[\w.-]{0,2000}$/;

/** The audience whose view of the site an administrator has chosen to preview in this browser. */
export function readPreview(header: string | undefined, site: SiteAddress): Previewed | undefined {
  const value = previewChoice.read(header, site);
  if (value === 'visitor') return value;
  return value !== undefined && previewPattern.test(value)
    ? value.split('.').filter(Boolean).sort()
    : undefined;
}

/** `Set-Cookie` value that starts a preview until the browser is closed, or ends it if `as` is undefined. */
export function createPreviewCookie(site: SiteAddress, as: Previewed | undefined): string {
  if (as === undefined) return previewChoice.clear(site);
  return previewChoice.set(site, as === 'visitor' ? as : `.${as.join('.')}`);
}

/** The first cookie of this name in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined || !header.includes(name)) return undefined;
  for (let start = 0, end = 0; start < header.length; start = end + 1) {
    const semicolon = header.indexOf(';', start);
    end = semicolon === -1 ? header.length : semicolon;
    const equals = header.indexOf('=', start);
    if (equals === -1) break;
    if (equals < end && trimBlanks(header.slice(start, equals)) === name)
      return trimBlanks(header.slice(equals + 1, end));
  }
  return undefined;
}

/**
 * Removes spaces and tabs, and nothing else (RFC 6265, section 5.2). `String.trim` also removes a no-break space. For a
 * browser that character is part of the name, so a sibling domain could set `\u00a0__Host-sid` in spite of the prefix.
 */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text, start)) start += 1;
  while (end > start && isBlank(text, end - 1)) end -= 1;
  return text.slice(start, end);
}

const isBlank = (text: string, at: number) => text[at] === ' ' || text[at] === '\t';
