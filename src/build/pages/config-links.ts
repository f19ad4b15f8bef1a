import { plainName, qualified } from '../../content/qualify-set.ts';
import type { SidebarItem, Site } from '../../model/site.ts';

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
    const paths = Object.fromEntries(own.map(({ id, path }) => [plainName(id), path]));
    const ownSidebars = Object.entries(sidebars).filter(([name]) => qualified(key, plainName(name)) === name);
    return {
      key,
      instance,
      label: version.label,
      isLast: version.isLast,
      path: paths[plainName(version.mainDocId)] ?? version.path,
      docs: paths,
      sidebars: Object.fromEntries(ownSidebars.map(([name, items]) => [plainName(name), items])),
    };
  });
}

export function latestOf(sets: readonly NavigationSet[]): NavigationSet | undefined {
  return sets.find(({ isLast }) => isLast) ?? sets[0];
}

/** Of an address as the configuration has it. */
export function isHidden(written: string, { base, isHidden: hides }: Addresses): boolean {
  const path = written.replace(/^pathname:\/\//, '').replace(/[?#].*$/s, '');
  if (!hides || !path.startsWith('/') || path.startsWith('//')) return false;
  return hides(path) || hides(base + path.slice(1));
}

/**
 * Where a link of the configuration leads. A path is one of this site, below `base`; a link to an address that
 * redirects leads to the page itself, because the shell fetches pages, and a redirect is none.
 */
export function hrefOf(
  written: string,
  { base, target }: Pick<Addresses, 'base' | 'target'>,
): { href: string; covers?: string; file?: true } {
  const outsideShell = written.startsWith('pathname://');
  const href = written.replace(/^pathname:\/\//, '');
  if (!href.startsWith('/') || href.startsWith('//')) return { href };
  const based = `${href}/`.startsWith(base) ? href : base + href.slice(1);
  if (outsideShell) return { href: based, file: true };
  const [, path = based, rest = ''] = /^([^?#]*)(.*)$/s.exec(based) ?? [];
  const page = target(path) ?? path;
  return page === path ? { href: based } : { href: page + rest, covers: path };
}
