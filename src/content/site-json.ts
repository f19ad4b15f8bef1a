import type { Category, Doc, DocSet, SidebarItem, Site, Version } from '../model/site.ts';
import { plainName, qualified } from './qualify-set.ts';

interface SiteJsonHeading {
  id: string | null;
  level: number;
  text: string;
}

/** What `dist/site.json` holds: the site in the terms of the specification, for other programs. */
export interface SiteJson {
  version: Version;
  docs: SiteJsonDoc[];
  categories: SiteJsonCategory[];
  sidebars: Record<string, SidebarItem[]>;
  /** Every version of the main documentation, ids and names as its authors know them. */
  versions: SiteJsonVersion[];
  tags: { path: string; label: string; docIds: string[] }[];
  routes: string[];
  locale: { label: string; direction: 'ltr'; htmlLang: string; calendar: string; path: string };
}

interface SiteJsonVersion extends Omit<Version, 'draftIds'> {
  docs: SiteJsonDoc[];
  categories: SiteJsonCategory[];
  sidebars: Record<string, SidebarItem[]>;
}

interface SiteJsonCategory extends Pick<Category, 'path' | 'label' | 'title' | 'items'> {
  description: string;
}

type DocKey =
  | 'id'
  | 'path'
  | 'source'
  | 'title'
  | 'description'
  | 'unlisted'
  | 'sidebar'
  | 'previous'
  | 'next';

interface SiteJsonDoc extends Pick<Doc, DocKey | 'tags'> {
  headings: SiteJsonHeading[];
}

/** `headings`: those of each document, by its file relative to the docs folder. */
export function siteJson(
  site: Site,
  headings: ReadonlyMap<string, readonly SiteJsonHeading[]>,
  routes: readonly string[],
): SiteJson {
  const docOf = (doc: Doc): SiteJsonDoc => ({
    id: doc.id,
    path: doc.path,
    source: doc.source,
    title: doc.title,
    description: doc.description,
    sidebar: doc.sidebar,
    unlisted: doc.unlisted,
    previous: doc.previous,
    next: doc.next,
    tags: doc.tags,
    headings: (headings.get(doc.file) ?? []).map(({ id, level, text }) => ({ id, level, text })),
  });
  const [main] = site.sets;
  return {
    version: site.version,
    docs: site.docs.map(docOf),
    categories: site.categories.map(categoryOf),
    sidebars: site.sidebars,
    versions: site.sets
      .filter(({ instance }) => instance === main?.instance)
      .map((set) => versionOf(set, site, docOf)),
    tags: site.tags.map(({ path, label, docIds }) => ({ path, label, docIds })),
    routes: [...routes],
    locale: { label: 'English', direction: 'ltr', htmlLang: 'en', calendar: 'gregory', path: 'en' },
  };
}

function versionOf({ key, version }: DocSet, site: Site, docOf: (doc: Doc) => SiteJsonDoc): SiteJsonVersion {
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
        ...docOf(doc),
        id: plainName(doc.id),
        sidebar: doc.sidebar && plainName(doc.sidebar),
      })),
    categories: site.categories
      .filter(({ set }) => set === key)
      .map((category) => ({ ...categoryOf(category), items: plainItems(category.items) })),
    sidebars: Object.fromEntries(sidebars.map(([sidebar, items]) => [plainName(sidebar), plainItems(items)])),
  };
}

function categoryOf({ path, label, title, description = '', items }: Category): SiteJsonCategory {
  return { path, label, title, description, items };
}

function plainItems(items: readonly SidebarItem[]): SidebarItem[] {
  return items.map((item) => {
    if (item.type === 'html') return item;
    const named = item.docId === undefined ? item : { ...item, docId: plainName(item.docId) };
    return named.type === 'category' ? { ...named, items: plainItems(named.items) } : named;
  });
}
