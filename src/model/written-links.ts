/** Links as their authors wrote them: what becomes of each on this site. For browsers too. */

/**
 * A link as its author wrote it, below the base path of the site; what has it already, or leads elsewhere, stays. By
 * the rule of Docusaurus.
 */
export function withBasePath(address: string, basePath: string): string {
  if (basePath === '/' || !/^\/(?!\/)/.test(address)) return address;
  if (address === basePath.slice(0, -1)) return basePath;
  return address.startsWith(basePath) ? address : basePath + address.slice(1);
}

/** `https:`, `mailto:`, `pathname:` or `//`: an address with a scheme or a host of its own (RFC 3986, section 3.1). */
export function hasProtocol(address: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);
}

/**
 * The address below the base path, with or without a slash in front: `docs/intro` and `/docs/intro` are both
 * `/book/docs/intro`. The rule of Docusaurus' `useBaseUrl`; `isForced` adds the base path even where it is there already.
 */
export function addBasePath(address: string, basePath: string, isForced = false): string {
  if (address === '' || address.startsWith('#') || hasProtocol(address)) return address;
  if (isForced) return basePath + address.replace(/^\//, '');
  if (address === basePath.replace(/\/$/, '')) return basePath;
  return address.startsWith(basePath) ? address : basePath + address.replace(/^\//, '');
}

/** As the configuration wants it; addresses that name a file keep theirs. */
export function withTrailingSlash(path: string, wanted: boolean | undefined): string {
  if (wanted === undefined || path === '/') return path;
  const bare = path.replace(/\/$/, '');
  return wanted ? `${bare}/` : bare;
}

/** The same for a link: what is no page of the site, and a file by its ending, stays as it is. */
export function withLinkSlash(address: string, wanted: boolean | undefined): string {
  if (!/^\/(?!\/)/.test(address)) return address;
  const [, path = address, rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  return /\.[a-z]\w*$/i.test(path) ? address : withTrailingSlash(path, wanted) + rest;
}

/** With a slash at its end, or without: people write either. */
export function otherEnd(path: string): string {
  return path.endsWith('/') && path !== '/' ? path.slice(0, -1) : `${path}/`;
}

/** A file at an address of somebody else's, where it is edited. */
export function joinUrl(base: string, file: string): string {
  return new URL(encodeURI(file), base.endsWith('/') ? base : `${base}/`).href;
}

/** A link as its author wrote it, encoded as far as it is not encoded yet. */
export function writtenHref(href: string): string {
  return encodeURI(href).replace(/%25([0-9a-f]{2})/gi, '%$1');
}
