import { normalize } from 'node:path/posix';
import { qualifyName, unqualifyName } from '../../content/qualify-set.ts';
import type { SidebarItem, Site } from '../../model/site.ts';
import { addBasePath } from '../../model/written-links.ts';
import { decodePath } from '../../shared/decode.ts';

/** One version of one documentation: what links of the navbar lead to in it. */
export interface NavigationSet {
  /** As `page.set` has it. */
  key: string;
  /** Id of the documentation (`docsPluginId`). */
  instance: string;
  label: string;
  isLast: boolean;
  /** Of its main document. */
  path: string;
  /** Paths of the documents, by id. */
  docs: Readonly<Record<string, string>>;
  sidebars: Readonly<Record<string, readonly SidebarItem[]>>;
}

export interface Addresses {
  /** Where this language of the site lies: `/`, `/docs/`, `/docs/es/`. */
  base: string;
  /** The page that answers an address, base included; `undefined`: none that is known. */
  target: (path: string) => string | undefined;
  sets: readonly NavigationSet[];
  /** Whether an address leads to a page that is not there for whom this is made. */
  isHidden?: ((path: string) => boolean) | undefined;
}

/** What there is to lead into. */
export function navigationSets({ sets, docs, sidebars }: Site): NavigationSet[] {
  const ofSet = Map.groupBy(docs, ({ set }) => set);
  return sets.map(({ key, instance, version }) => {
    const own = ofSet.get(key) ?? [];
    const paths = Object.fromEntries(own.map(({ id, path }) => [unqualifyName(id), path]));
    const ownSidebars = Object.entries(sidebars).filter(
      ([name]) => qualifyName(key, unqualifyName(name)) === name,
    );
    return {
      key,
      instance,
      label: version.label,
      isLast: version.isLast,
      path: paths[unqualifyName(version.mainDocId)] ?? version.path,
      docs: paths,
      sidebars: Object.fromEntries(ownSidebars.map(([name, items]) => [unqualifyName(name), items])),
    };
  });
}

export function latestOf(sets: readonly NavigationSet[]): NavigationSet | undefined {
  return sets.find(({ isLast }) => isLast) ?? sets[0];
}

/** A link as the configuration has it, in the words of Docusaurus. */
export interface ConfigLink {
  to?: string | undefined;
  href?: string | undefined;
  prependBaseUrlToHref?: boolean | undefined;
  autoAddBaseUrl?: boolean | undefined;
}

interface ResolvedLink {
  href: string;
  /** The address that redirects to `href`, where the configuration names that one. */
  covers?: string;
  /** Served as a file: the shell stays out of it. */
  file?: true;
}

const OUTSIDE_SHELL = 'pathname://';

/**
 * The address of a link, as `NavbarNavLink`, `FooterLinkItem` and `Link` of Docusaurus 3.10 find it: `to` is below the
 * base path with or without a slash in front, `href` only with one, and a base path that is there already stays alone.
 */
export function writtenAddress(link: ConfigLink, base: string): string {
  const { to, href, prependBaseUrlToHref = false, autoAddBaseUrl = true } = link;
  const written = href
    ? prependBaseUrlToHref
      ? addBasePath(href, base, true)
      : href
    : addBasePath(to ?? '/', base);
  const address = written.replace(OUTSIDE_SHELL, '');
  const isBased = address.startsWith('/') && (autoAddBaseUrl || !href);
  return withoutDots(isBased ? addBasePath(address, base) : address);
}

/** `/docs/../x` as a browser asks for it. */
function withoutDots(address: string): string {
  if (!/^\/(?!\/)[^?#]*\/\.{1,2}(?:[/?#]|$)/.test(address)) return address;
  const [, path = address, rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  return normalize(path) + rest;
}

/** The path of an address of this site; undefined for any other address. */
export function sitePath(address: string): string | undefined {
  if (!address.startsWith('/') || address.startsWith('//')) return undefined;
  return address.replace(/[?#].*$/s, '');
}

/**
 * Where a link of the configuration leads; undefined where that page is hidden. A link to an address that redirects
 * leads to the page itself, because the shell fetches pages, and a redirect is none.
 */
export function resolveLink(
  link: ConfigLink,
  { base, target, isHidden }: Addresses,
): ResolvedLink | undefined {
  const href = writtenAddress(link, base);
  const path = sitePath(href);
  if (path === undefined) return { href };
  const decodedPath = decodePath(path) ?? path;
  if (isHidden?.(decodedPath)) return undefined;
  if ((link.href || link.to)?.startsWith(OUTSIDE_SHELL)) return { href, file: true };
  const page = target(path) ?? target(decodedPath) ?? path;
  return page === path || page === decodedPath
    ? { href }
    : { href: page + href.slice(path.length), covers: path };
}
