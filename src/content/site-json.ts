import type { Category, Doc, DocSet, SidebarItem, Site } from '../model/site.ts';
import type { SiteLocale } from './languages/locales.ts';
import { qualifyName, unqualifyName } from './versions/qualify-set.ts';

type Headings = ReadonlyMap<string, readonly { id: string | null; level: number; text: string }[]>;

type JsonDoc = Pick<
  Doc,
  'id' | 'path' | 'source' | 'title' | 'description' | 'sidebar' | 'unlisted' | 'previous' | 'next' | 'tags'
> & { headings: { id: string | null; level: number; text: string }[] };
type JsonCategory = Pick<Category, 'path' | 'label' | 'title' | 'items'> & { description: string };

/** One version of the main documentation, with ids and names as authors write them. */
interface JsonVersion extends Pick<DocSet['version'], 'name' | 'label' | 'isLast' | 'path' | 'mainDocId'> {
  docs: JsonDoc[];
  categories: JsonCategory[];
  sidebars: Site['sidebars'];
}

/** Contents of `dist/site.json`, which describes the site for other programs. */
export interface SiteJson {
  version: Site['version'];
  docs: JsonDoc[];
  categories: JsonCategory[];
  sidebars: Site['sidebars'];
  /** Every version of the main documentation. */
  versions: JsonVersion[];
  tags: Pick<Site['tags'][number], 'path' | 'label' | 'docIds'>[];
  routes: string[];
  locale: { label: string; direction: string; htmlLang: string; calendar: string; path: string };
}

/** Creates `dist/site.json`. `headings` are those of each document, by file relative to the docs folder. */
export function createSiteJson(
  site: Site,
  { name, label, direction, htmlLang }: Pick<SiteLocale, 'name' | 'label' | 'direction' | 'htmlLang'>,
  headings: Headings,
  routes: readonly string[],
): SiteJson {
  const [main] = site.sets;
  return {
    version: site.version,
    docs: site.docs.map((doc) => convertDoc(doc, headings)),
    categories: site.categories.map(convertCategory),
    sidebars: site.sidebars,
    versions: site.sets
      .filter(({ instance }) => instance === main?.instance)
      .map((set) => convertVersion(set, site, headings)),
    tags: site.tags.map(({ path, label, docIds }) => ({ path, label, docIds })),
    routes: [...routes],
    locale: { label, direction, htmlLang, calendar: 'gregory', path: name },
  };
}

function convertDoc(doc: Doc, headings: Headings): JsonDoc {
  const { id, path, source, title, description, sidebar, unlisted, previous, next, tags } = doc;
  const docHeadings = (headings.get(doc.file) ?? []).map(({ id, level, text }) => ({ id, level, text }));
  return {
    id,
    path,
    source,
    title,
    description,
    sidebar,
    unlisted,
    previous,
    next,
    tags,
    headings: docHeadings,
  };
}

function convertVersion({ key, version }: DocSet, site: Site, headings: Headings): JsonVersion {
  const { name, label, isLast, path, mainDocId } = version;
  const sidebars = Object.entries(site.sidebars).filter(
    ([sidebar]) => qualifyName(key, unqualifyName(sidebar)) === sidebar,
  );
  return {
    name,
    label,
    isLast,
    path,
    mainDocId: unqualifyName(mainDocId),
    docs: site.docs
      .filter(({ set }) => set === key)
      .map((doc) => ({
        ...convertDoc(doc, headings),
        id: unqualifyName(doc.id),
        sidebar: doc.sidebar && unqualifyName(doc.sidebar),
      })),
    categories: site.categories
      .filter(({ set }) => set === key)
      .map((category) => ({ ...convertCategory(category), items: unqualifyItems(category.items) })),
    sidebars: Object.fromEntries(
      sidebars.map(([sidebar, items]) => [unqualifyName(sidebar), unqualifyItems(items)]),
    ),
  };
}

function convertCategory({ path, label, title, description = '', items }: Category): JsonCategory {
  return { path, label, title, description, items };
}

function unqualifyItems(items: readonly SidebarItem[]): SidebarItem[] {
  return items.map((item) => {
    if (item.type === 'html') return item;
    const unqualifiedItem = item.docId === undefined ? item : { ...item, docId: unqualifyName(item.docId) };
    return unqualifiedItem.type === 'category'
      ? { ...unqualifiedItem, items: unqualifyItems(unqualifiedItem.items) }
      : unqualifiedItem;
  });
}
