/** A module of its own, because article pages without live components don't load it. */

/** How a site in one language ends its addresses. */
export interface SlashRule {
  /** Undefined leaves addresses as they are. */
  trailingSlash?: boolean | undefined;
  /** Address of the home page. It keeps its slash. */
  basePath: string;
}

/** Adds or removes the trailing slash, as configured. The home page keeps it: `/book/`. Follows Docusaurus. */
export function applyTrailingSlash(path: string, { trailingSlash, basePath }: SlashRule): string {
  if (trailingSlash === undefined || path === '/' || path === basePath) return path;
  const barePath = path.replace(/\/$/, '');
  return trailingSlash ? `${barePath}/` : barePath;
}

/**
 * Adds or removes the trailing slash of a link. Links that leave the site, and those with a file extension, stay
 * unchanged.
 */
export function applyLinkSlash(address: string, rule: SlashRule): string {
  if (!/^\/(?!\/)/.test(address)) return address;
  const [, path = address, rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  return /\.[a-z]\w*$/i.test(path) ? address : applyTrailingSlash(path, rule) + rest;
}
