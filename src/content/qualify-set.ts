import type { PageRef, SidebarItem, Site } from '../model/site.ts';
import { withBasePath, withLinkSlash, withTrailingSlash } from '../model/written-links.ts';
import type { SetContent } from './build-set.ts';

type QualifiedSet = Pick<Site, 'docs' | 'categories' | 'sidebars' | 'tags'> & { version: Site['version'] };

/** Between a set's key and the name that its authors know. */
const SEPARATOR = '::';

/** The id or the name of a sidebar as it is unique in the Site. */
export function qualified(key: string, name: string): string {
  return key === '' ? name : `${key}${SEPARATOR}${name}`;
}

/** As the authors know it. */
export function plainName(name: string): string {
  const at = name.lastIndexOf(SEPARATOR);
  return at === -1 ? name : name.slice(at + SEPARATOR.length);
}

/** A set as a part of the Site: its names made unique, its addresses with or without a slash at their ends. */
export function qualifySet(
  content: SetContent,
  key: string,
  { basePath, trailingSlash }: Pick<Site, 'basePath' | 'trailingSlash'>,
): QualifiedSet {
  const name = (id: string) => qualified(key, id);
  const address = (path: string) => withTrailingSlash(path, trailingSlash);
  const ref = (page: PageRef | undefined) => page && { ...page, path: address(page.path) };
  const pages = new Set([
    ...content.docs.map(({ path }) => path),
    ...content.categories.map(({ path }) => path),
  ]);
  const linked = (item: SidebarItem, href: string): string => {
    if (pages.has(href)) return address(href);
    const plain = item.type === 'link' && item.autoAddBaseUrl === false;
    return plain ? href : withLinkSlash(withBasePath(href, basePath), trailingSlash);
  };
  const items = (list: readonly SidebarItem[]): SidebarItem[] =>
    list.map((item) => {
      if (item.type === 'html') return item;
      const { href, docId } = item;
      const own = {
        ...(href === undefined ? {} : { href: linked(item, href) }),
        ...(docId === undefined ? {} : { docId: name(docId) }),
      };
      return item.type === 'category' ? { ...item, ...own, items: items(item.items) } : { ...item, ...own };
    });
  return {
    version: {
      ...content.version,
      mainDocId: name(content.version.mainDocId),
      draftIds: content.version.draftIds.map(name),
    },
    docs: content.docs.map((doc) => ({
      ...doc,
      set: key,
      id: name(doc.id),
      path: address(doc.path),
      sidebar: doc.sidebar === undefined ? undefined : name(doc.sidebar),
      tags: doc.tags.map((tag) => ({ ...tag, path: address(tag.path) })),
      previous: ref(doc.previous),
      next: ref(doc.next),
    })),
    categories: content.categories.map((category) => ({
      ...category,
      set: key,
      path: address(category.path),
      sidebar: name(category.sidebar),
      items: items(category.items),
      previous: ref(category.previous),
      next: ref(category.next),
    })),
    sidebars: Object.fromEntries(
      Object.entries(content.sidebars).map(([sidebar, list]) => [name(sidebar), items(list)]),
    ),
    tags: content.tags.map((tag) => ({
      ...tag,
      set: key,
      path: address(tag.path),
      docIds: tag.docIds.map(name),
    })),
  };
}
