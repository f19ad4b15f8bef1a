import type { PageRef, SidebarItem, Site } from '../../model/site.ts';
import { applyLinkSlash, applyTrailingSlash, type SlashRule } from '../../model/trailing-slash.ts';
import { ensureBasePath } from '../../model/written-links.ts';
import type { SetContent } from './build-set.ts';

type QualifiedSet = Pick<Site, 'docs' | 'categories' | 'sidebars' | 'tags'> & { version: Site['version'] };

/** Separates the key of a set from the name that authors write. */
const SEPARATOR = '::';

/** Makes an id or a name of a sidebar unique in the Site. */
export function qualifyName(key: string, name: string): string {
  return key === '' ? name : `${key}${SEPARATOR}${name}`;
}

/** Returns the name that authors write. */
export function unqualifyName(name: string): string {
  const index = name.lastIndexOf(SEPARATOR);
  return index === -1 ? name : name.slice(index + SEPARATOR.length);
}

/** Turns a set into a part of the Site: makes names unique and adjusts trailing slashes of addresses. */
export function qualifySet(content: SetContent, key: string, rule: SlashRule): QualifiedSet {
  const qualify = (id: string) => qualifyName(key, id);
  const applySlash = (path: string) => applyTrailingSlash(path, rule);
  const qualifyRef = (page: PageRef | undefined) => page && { ...page, path: applySlash(page.path) };
  const pages = new Set([
    ...content.docs.map(({ path }) => path),
    ...content.categories.map(({ path }) => path),
  ]);
  const qualifyHref = (item: SidebarItem, href: string): string => {
    if (pages.has(href)) return applySlash(href);
    const isPlain = item.type === 'link' && item.autoAddBaseUrl === false;
    return isPlain ? href : applyLinkSlash(ensureBasePath(href, rule.basePath), rule);
  };
  const qualifyItems = (list: readonly SidebarItem[]): SidebarItem[] =>
    list.map((item) => {
      if (item.type === 'html') return item;
      const { href, docId } = item;
      const qualifiedLink = {
        ...(href === undefined ? {} : { href: qualifyHref(item, href) }),
        ...(docId === undefined ? {} : { docId: qualify(docId) }),
      };
      return item.type === 'category'
        ? { ...item, ...qualifiedLink, items: qualifyItems(item.items) }
        : { ...item, ...qualifiedLink };
    });
  return {
    version: {
      ...content.version,
      mainDocId: qualify(content.version.mainDocId),
      draftIds: content.version.draftIds.map(qualify),
    },
    docs: content.docs.map((doc) => ({
      ...doc,
      set: key,
      id: qualify(doc.id),
      path: applySlash(doc.path),
      sidebar: doc.sidebar === undefined ? undefined : qualify(doc.sidebar),
      tags: doc.tags.map((tag) => ({ ...tag, path: applySlash(tag.path) })),
      previous: qualifyRef(doc.previous),
      next: qualifyRef(doc.next),
    })),
    categories: content.categories.map((category) => ({
      ...category,
      set: key,
      path: applySlash(category.path),
      sidebar: qualify(category.sidebar),
      items: qualifyItems(category.items),
      previous: qualifyRef(category.previous),
      next: qualifyRef(category.next),
    })),
    sidebars: Object.fromEntries(
      Object.entries(content.sidebars).map(([sidebar, list]) => [qualify(sidebar), qualifyItems(list)]),
    ),
    tags: content.tags.map((tag) => ({
      ...tag,
      set: key,
      path: applySlash(tag.path),
      docIds: tag.docIds.map(qualify),
    })),
  };
}
