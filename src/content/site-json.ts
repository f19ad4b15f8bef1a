import type { Category, Doc, DocSet, SidebarItem, Site } from '../model/site.ts';
import { plainName, qualified } from './qualify-set.ts';

type Headings = ReadonlyMap<string, readonly { id: string | null; level: number; text: string }[]>;

/** What `dist/site.json` holds: the site in the terms of the specification, for other programs. */
export type SiteJson = ReturnType<typeof siteJson>;

/** `headings`: those of each document, by its file relative to the docs folder. */
export function siteJson(site: Site, headings: Headings, routes: readonly string[]) {
  const [main] = site.sets;
  return {
    version: site.version,
    docs: site.docs.map((doc) => docOf(doc, headings)),
    categories: site.categories.map(categoryOf),
    sidebars: site.sidebars,
    /** Every version of the main documentation, ids and names as its authors know them. */
    versions: site.sets
      .filter(({ instance }) => instance === main?.instance)
      .map((set) => versionOf(set, site, headings)),
    tags: site.tags.map(({ path, label, docIds }) => ({ path, label, docIds })),
    routes: [...routes],
    locale: { label: 'English', direction: 'ltr', htmlLang: 'en', calendar: 'gregory', path: 'en' },
  };
}

function docOf(doc: Doc, headings: Headings) {
  const { id, path, source, title, description, sidebar, unlisted, previous, next, tags } = doc;
  const own = (headings.get(doc.file) ?? []).map(({ id, level, text }) => ({ id, level, text }));
  return { id, path, source, title, description, sidebar, unlisted, previous, next, tags, headings: own };
}

function versionOf({ key, version }: DocSet, site: Site, headings: Headings) {
  const { name, label, isLast, path, mainDocId } = version;
  const sidebars = Object.entries(site.sidebars).filter(
    ([sidebar]) => qualified(key, plainName(sidebar)) === sidebar,
  );
  return {
    name,
    label,
    isLast,
    path,
    mainDocId: plainName(mainDocId),
    docs: site.docs
      .filter(({ set }) => set === key)
      .map((doc) => ({
        ...docOf(doc, headings),
        id: plainName(doc.id),
        sidebar: doc.sidebar && plainName(doc.sidebar),
      })),
    categories: site.categories
      .filter(({ set }) => set === key)
      .map((category) => ({ ...categoryOf(category), items: plainItems(category.items) })),
    sidebars: Object.fromEntries(sidebars.map(([sidebar, items]) => [plainName(sidebar), plainItems(items)])),
  };
}

function categoryOf({ path, label, title, description = '', items }: Category) {
  return { path, label, title, description, items };
}

function plainItems(items: readonly SidebarItem[]): SidebarItem[] {
  return items.map((item) => {
    if (item.type === 'html') return item;
    const named = item.docId === undefined ? item : { ...item, docId: plainName(item.docId) };
    return named.type === 'category' ? { ...named, items: plainItems(named.items) } : named;
  });
}
