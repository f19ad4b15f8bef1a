import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import type { Category, Doc, PageRef } from '../../model/site.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { BaseDoc } from '../documents/base-doc.ts';
import { createTagRef, type DefinedTag } from '../documents/tags.ts';
import { type ProcessedItem, resolveItems } from '../sidebars/process-sidebars.ts';
import { createPageRef, type Neighbours, type ReadingOrder } from '../sidebars/reading-order.ts';

interface DocSurroundings {
  docs: ReadonlyMap<string, BaseDoc>;
  /** Reading order of each sidebar. */
  orders: ReadonlyMap<string, ReadingOrder>;
  /** The sidebar that each document belongs to. */
  sidebars: ReadonlyMap<string, string>;
  draftIds: ReadonlySet<string>;
  /** Reports a front matter key that names something that doesn't exist. */
  report(doc: BaseDoc, key: string, message: string): void;
}

/** Adds what a document gets from its place in the set: sidebar, neighbours, tags. */
export function finishDoc(
  doc: BaseDoc,
  source: string,
  tags: readonly DefinedTag[],
  around: DocSurroundings,
): Omit<Doc, 'set'> {
  const { frontMatter } = doc;
  const sidebar = findSidebar(doc, around);
  const foundNeighbours =
    sidebar === undefined ? undefined : around.orders.get(sidebar)?.findNeighboursOfDoc(doc.id);
  const neighbours = chooseNeighbours(doc, foundNeighbours ?? {}, around);
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
    tags: tags.map(createTagRef),
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

function findSidebar(doc: BaseDoc, { orders, sidebars, report }: DocSurroundings): string | undefined {
  const displayedSidebar = doc.frontMatter.displayed_sidebar;
  if (displayedSidebar === undefined) return sidebars.get(doc.id);
  if (displayedSidebar === null) return undefined;
  if (orders.has(displayedSidebar)) return displayedSidebar;
  report(
    doc,
    'displayed_sidebar',
    `No sidebar is called "${displayedSidebar}".${didYouMean(displayedSidebar, orders.keys())}`,
  );
  return undefined;
}

/** Applies `pagination_prev` and `pagination_next`: the id of another document, or `null` for no link. */
function chooseNeighbours(doc: BaseDoc, neighbours: Neighbours, around: DocSurroundings): Neighbours {
  const { pagination_prev: previousId, pagination_next: nextId } = doc.frontMatter;
  const previous =
    previousId === undefined
      ? neighbours.previous
      : findNamedPage(doc, 'pagination_prev', previousId, around);
  const next = nextId === undefined ? neighbours.next : findNamedPage(doc, 'pagination_next', nextId, around);
  return { previous, next };
}

function findNamedPage(
  doc: BaseDoc,
  key: string,
  id: string | null,
  around: DocSurroundings,
): PageRef | undefined {
  if (id === null) return undefined;
  const namedPage = around.docs.get(id);
  if (namedPage) return namedPage.unlisted ? undefined : createPageRef(namedPage);
  const reason = around.draftIds.has(id)
    ? `The document "${id}" is a draft and has no page.`
    : `No document has the id "${id}".${didYouMean(id, around.docs.keys())}`;
  around.report(doc, key, reason);
  return undefined;
}

/** Builds the generated index pages of all sidebars, in sidebar order. */
export function buildCategories(
  sidebars: Readonly<Record<string, readonly ProcessedItem[]>>,
  orders: ReadonlyMap<string, ReadingOrder>,
  docs: ReadonlyMap<string, BaseDoc>,
): Omit<Category, 'set'>[] {
  return Object.entries(sidebars).flatMap(([sidebar, items]) =>
    listCategories(items, sidebar, orders.get(sidebar), docs),
  );
}

function listCategories(
  items: readonly ProcessedItem[],
  sidebar: string,
  order: ReadingOrder | undefined,
  docs: ReadonlyMap<string, BaseDoc>,
): Omit<Category, 'set'>[] {
  return items.flatMap((item): Omit<Category, 'set'>[] => {
    if (item.type !== 'category') return [];
    const categoriesBelow = listCategories(item.items, sidebar, order, docs);
    if (item.link?.type !== 'generated-index') return categoriesBelow;
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
      ...order?.findNeighboursOfIndex(path),
    };
    return [page, ...categoriesBelow];
  });
}
