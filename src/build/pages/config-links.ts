import { normalize } from 'node:path/posix';
import { qualifyName, unqualifyName } from '../../content/versions/qualify-set.ts';
import type { SidebarItem, Site } from '../../model/site.ts';
import { addBasePath, hasProtocol, joinLinkEnds } from '../../model/written-links.ts';
import { toCanonicalUrl } from '../../shared/canonical-text.ts';
import { decodePath } from '../../shared/decode.ts';

/** A version of a documentation, with the targets that links of the navbar may have in it. */
export interface NavigationSet {
  /** Key of the document set, as in `page.set`. */
  key: string;
  /** Id of the documentation (`docsPluginId`). */
  instance: string;
  /** Name of the version, such as `current` or `1.0`. */
  name: string;
  label: string;
  isLast: boolean;
  /** Path of the set's main document. */
  path: string;
  /** Paths of the documents by id, and the sidebars that they show, as pages name them (`SidebarData.name`). */
  docs: Readonly<Record<string, { path: string; sidebar?: string | undefined }>>;
  sidebars: Readonly<Record<string, readonly SidebarItem[]>>;
}

export interface Addresses {
  /** Path of this language's home page: `/`, `/docs/`, `/docs/es/`. */
  base: string;
  /** Returns the page at a path that includes the base path. Undefined if there is none. */
  findTarget: (path: string) => string | undefined;
  sets: readonly NavigationSet[];
  /** Whether a path leads to a page that the readers of this navigation may not see. */
  isHidden?: ((path: string) => boolean) | undefined;
  /** Whether links that leave the site open in a new tab, as on every Docusaurus site. */
  opensTabs?: boolean | undefined;
}

/** The part of a site that links of the navbar can name by id. */
export type NavigationSource = Pick<Site, 'sets' | 'docs' | 'sidebars'>;

/** Lists the versions of all documentations with the targets of links. */
export function listNavigationSets({ sets, docs, sidebars }: NavigationSource): NavigationSet[] {
  const docsBySet = Map.groupBy(docs, ({ set }) => set);
  return sets.map(({ key, instance, version }) => {
    const setDocs = docsBySet.get(key) ?? [];
    const docsById = Object.fromEntries(
      setDocs.map(({ id, path, sidebar }) => [unqualifyName(id), { path, sidebar }]),
    );
    const setSidebars = Object.entries(sidebars).filter(
      ([name]) => qualifyName(key, unqualifyName(name)) === name,
    );
    return {
      key,
      instance,
      name: version.name,
      label: version.label,
      isLast: version.isLast,
      path: docsById[unqualifyName(version.mainDocId)]?.path ?? version.path,
      docs: docsById,
      sidebars: Object.fromEntries(setSidebars.map(([name, items]) => [unqualifyName(name), items])),
    };
  });
}

export function findLatest(sets: readonly NavigationSet[]): NavigationSet | undefined {
  return sets.find(({ isLast }) => isLast) ?? sets[0];
}

/** A link of the configuration, with Docusaurus' keys. */
export interface ConfigLink {
  to?: string | undefined;
  href?: string | undefined;
  prependBaseUrlToHref?: boolean | undefined;
  autoAddBaseUrl?: boolean | undefined;
}

interface ResolvedLink {
  href: string;
  /** The path that redirects to `href`, if the configuration names that path. */
  covers?: string;
  /** Whether the target is a file that the shell must not open as a page. */
  file?: true;
}

const OUTSIDE_SHELL = 'pathname://';

/**
 * The address of a link, computed as `NavbarNavLink`, `FooterLinkItem` and `Link` of Docusaurus 3.10 do: `to` is below
 * the base path with or without a leading slash, `href` only with one, and a base path that is there already isn't
 * repeated.
 */
export function resolveAddress(link: ConfigLink, base: string): string {
  const { to, href, prependBaseUrlToHref = false, autoAddBaseUrl = true } = link;
  const basedAddress = href
    ? prependBaseUrlToHref
      ? addBasePath(href, base, true)
      : href
    : addBasePath(to ?? '/', base);
  const address = basedAddress.replace(OUTSIDE_SHELL, '');
  const isBased = address.startsWith('/') && (autoAddBaseUrl || !href);
  const resolvedAddress = removeDotSegments(isBased ? addBasePath(address, base) : address);
  return hasProtocol(resolvedAddress) ? resolvedAddress : toCanonicalUrl(resolvedAddress);
}

/** Resolves `.` and `..` as a browser does. */
function removeDotSegments(address: string): string {
  if (!/^\/(?!\/)[^?#]*\/\.{1,2}(?:[/?#]|$)/.test(address)) return address;
  const [, path = address, rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  return normalize(path) + rest;
}

/** The path of an address of this site; undefined for other addresses. */
export function getSitePath(address: string): string | undefined {
  if (!address.startsWith('/') || address.startsWith('//')) return undefined;
  return address.replace(/[?#].*$/s, '');
}

/**
 * Returns the page that a link of the configuration leads to, or undefined if that page is hidden. A link to a path
 * that redirects gets the target of the redirect, because the shell fetches pages and can't follow a redirect to one.
 */
export function resolveConfigLink(
  link: ConfigLink,
  { base, findTarget, isHidden }: Addresses,
): ResolvedLink | undefined {
  const href = resolveAddress(link, base);
  const path = getSitePath(href);
  if (path === undefined) return { href };
  const decodedPath = decodePath(path) ?? path;
  if (isHidden?.(decodedPath)) return undefined;
  if ((link.href || link.to)?.startsWith(OUTSIDE_SHELL)) return { href, file: true };
  const page = findTarget(path) ?? findTarget(decodedPath) ?? path;
  return page === path || page === decodedPath
    ? { href }
    : { href: joinLinkEnds(page, href.slice(path.length)), covers: path };
}
