import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../config/constants.ts';
import type { Category, Doc, PageRef } from '../model/site.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { BaseDoc } from './base-doc.ts';
import { type ProcessedItem, resolveItems } from './process-sidebars.ts';
import { type Neighbours, pageRef, type ReadingOrder } from './reading-order.ts';
import { type DefinedTag, tagRef } from './tags.ts';

interface DocSurroundings {
  docs: ReadonlyMap<string, BaseDoc>;
  /** Reading order of each sidebar. */
  orders: ReadonlyMap<string, ReadingOrder>;
  /** Sidebar that each document stands in. */
  sidebars: ReadonlyMap<string, string>;
  draftIds: ReadonlySet<string>;
  /** A front matter key of this document names what does not exist. */
  report(doc: BaseDoc, key: string, message: string): void;
}

/** A document with everything that its place among the others adds. */
export function finishDoc(
  doc: BaseDoc,
  source: string,
  tags: readonly DefinedTag[],
  around: DocSurroundings,
): Omit<Doc, 'set'> {
  const { frontMatter } = doc;
  const sidebar = sidebarOf(doc, around);
  const found = sidebar === undefined ? undefined : around.orders.get(sidebar)?.aroundDoc(doc.id);
  const neighbours = withOwnNeighbours(doc, found ?? {}, around);
  const editUrl = frontMatter.custom_edit_url;
  return {
    id: doc.id,
    path: doc.path,
    slug: doc.slug,
    source,
    file: doc.file,
    title: doc.title,
    description: doc.description,
    sidebar,
    unlisted: doc.unlisted,
    sidebarPosition: doc.sidebarPosition,
    tags: tags.map(tagRef),
    ...neighbours,
    hash: doc.hash,
    hideTitle: frontMatter.hide_title === true || doc.title === '',
    hideTableOfContents: frontMatter.hide_table_of_contents ?? false,
    tocMinHeadingLevel: frontMatter.toc_min_heading_level ?? TOC_MIN_HEADING_LEVEL,
    tocMaxHeadingLevel: frontMatter.toc_max_heading_level ?? TOC_MAX_HEADING_LEVEL,
    keywords: frontMatter.keywords ?? [],
    editUrl: editUrl === '' ? null : editUrl,
    lastUpdate: frontMatter.last_update,
    sidebarLabel: frontMatter.sidebar_label,
    frontMatter,
  };
}

function sidebarOf(doc: BaseDoc, { orders, sidebars, report }: DocSurroundings): string | undefined {
  const displayed = doc.frontMatter.displayed_sidebar;
  if (displayed === undefined) return sidebars.get(doc.id);
  if (displayed === null) return undefined;
  if (orders.has(displayed)) return displayed;
  report(
    doc,
    'displayed_sidebar',
    `No sidebar is called "${displayed}".${didYouMean(displayed, orders.keys())}`,
  );
  return undefined;
}

/** `pagination_prev` and `pagination_next`: another document's id, or `null` for none. */
function withOwnNeighbours(doc: BaseDoc, found: Neighbours, around: DocSurroundings): Neighbours {
  const { pagination_prev: previousId, pagination_next: nextId } = doc.frontMatter;
  const previous =
    previousId === undefined ? found.previous : namedDoc(doc, 'pagination_prev', previousId, around);
  const next = nextId === undefined ? found.next : namedDoc(doc, 'pagination_next', nextId, around);
  return { previous, next };
}

function namedDoc(
  doc: BaseDoc,
  key: string,
  id: string | null,
  around: DocSurroundings,
): PageRef | undefined {
  if (id === null) return undefined;
  const named = around.docs.get(id);
  if (named) return named.unlisted ? undefined : pageRef(named);
  const reason = around.draftIds.has(id)
    ? `The document "${id}" is a draft and has no page.`
    : `No document has the id "${id}".${didYouMean(id, around.docs.keys())}`;
  around.report(doc, key, reason);
  return undefined;
}

/** The generated index pages of all sidebars, in sidebar order. */
export function buildCategories(
  sidebars: Readonly<Record<string, readonly ProcessedItem[]>>,
  orders: ReadonlyMap<string, ReadingOrder>,
  docs: ReadonlyMap<string, BaseDoc>,
): Omit<Category, 'set'>[] {
  return Object.entries(sidebars).flatMap(([sidebar, items]) =>
    categoriesIn(items, sidebar, orders.get(sidebar), docs),
  );
}

function categoriesIn(
  items: readonly ProcessedItem[],
  sidebar: string,
  order: ReadingOrder | undefined,
  docs: ReadonlyMap<string, BaseDoc>,
): Omit<Category, 'set'>[] {
  return items.flatMap((item): Omit<Category, 'set'>[] => {
    if (item.type !== 'category') return [];
    const below = categoriesIn(item.items, sidebar, order, docs);
    if (item.link?.type !== 'generated-index') return below;
    const { path, slug, title, description, keywords } = item.link;
    const page: Omit<Category, 'set'> = {
      path,
      slug,
      label: item.label,
      title: title ?? item.label,
      description,
      keywords: keywords ?? [],
      sidebar,
      items: resolveItems(item.items, docs),
      ...order?.aroundIndex(path),
    };
    return [page, ...below];
  });
}
