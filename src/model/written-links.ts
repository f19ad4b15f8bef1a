/** Turns links as authors wrote them into links of this site. Also for browsers. */

/** Adds the base path to a link, unless it already has it or leads elsewhere. Follows Docusaurus. */
export function ensureBasePath(address: string, basePath: string): string {
  if (basePath === '/' || !/^\/(?!\/)/.test(address)) return address;
  if (address === basePath.slice(0, -1)) return basePath;
  return address.startsWith(basePath) ? address : basePath + address.slice(1);
}

/** Whether a URL has a scheme or host of its own: `https:`, `mailto:`, `pathname:` or `//` (RFC 3986, section 3.1). */
export function hasProtocol(address: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);
}

/**
 * Adds the base path, with or without a leading slash: `docs/intro` and `/docs/intro` both become `/book/docs/intro`.
 * Follows Docusaurus' `useBaseUrl`; `isForced` adds the base path even if it is already there.
 */
export function addBasePath(address: string, basePath: string, isForced = false): string {
  if (address === '' || address.startsWith('#') || hasProtocol(address)) return address;
  if (isForced) return basePath + address.replace(/^\//, '');
  if (address === basePath.replace(/\/$/, '')) return basePath;
  return address.startsWith(basePath) ? address : basePath + address.replace(/^\//, '');
}

/** The path with its trailing slash added or removed, because people write either. */
export function toggleEndSlash(path: string): string {
  return path.endsWith('/') && path !== '/' ? path.slice(0, -1) : `${path}/`;
}

/** Joins a file's path to the URL where it is edited. */
export function joinUrl(base: string, file: string): string {
  return new URL(encodeURI(file), base.endsWith('/') ? base : `${base}/`).href;
}

/**
 * Adds query and fragment of a link to the target of a redirect, which may have its own: both queries count, and the
 * target's fragment replaces the one of the link (RFC 9110, section 10.2.2).
 */
export function joinLinkEnds(target: string, rest: string): string {
  if (rest === '') return target;
  const [path, query, fragment] = splitLinkEnds(target);
  const [, moreQuery, moreFragment] = splitLinkEnds(rest);
  const queries = [query, moreQuery].filter((part) => part !== undefined && part !== '');
  const wholeQuery = queries.length === 0 ? '' : `?${queries.join('&')}`;
  const lastFragment = fragment ?? moreFragment;
  return path + wholeQuery + (lastFragment === undefined ? '' : `#${lastFragment}`);
}

function splitLinkEnds(
  address: string,
): [path: string, query: string | undefined, fragment: string | undefined] {
  const [, path = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  return [path, query, fragment];
}

/** Encodes the characters of a link that aren't encoded yet. */
export function encodeHref(href: string): string {
  return encodeURI(href.toWellFormed()).replace(/%25([0-9a-f]{2})/gi, '%$1');
}
