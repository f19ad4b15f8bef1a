import type { Category } from '../model/site.ts';
import type { BaseDoc } from './base-doc.ts';
import type { ReadingOrder } from './navigation.ts';
import type { ProcessedItem } from './process-sidebars.ts';
import { resolveItems } from './resolve-sidebars.ts';

/** The generated index pages of all sidebars, in sidebar order. */
export function buildCategories(
  sidebars: Readonly<Record<string, readonly ProcessedItem[]>>,
  orders: ReadonlyMap<string, ReadingOrder>,
  docs: ReadonlyMap<string, BaseDoc>,
): Category[] {
  return Object.entries(sidebars).flatMap(([sidebar, items]) =>
    categoriesIn(items, sidebar, orders.get(sidebar), docs),
  );
}

function categoriesIn(
  items: readonly ProcessedItem[],
  sidebar: string,
  order: ReadingOrder | undefined,
  docs: ReadonlyMap<string, BaseDoc>,
): Category[] {
  return items.flatMap((item): Category[] => {
    if (item.type !== 'category') return [];
    const below = categoriesIn(item.items, sidebar, order, docs);
    if (item.link?.type !== 'generated-index') return below;
    const { path, slug, title, description, image, keywords } = item.link;
    const page: Category = {
      path,
      slug,
      label: item.label,
      title: title ?? item.label,
      ...(description !== undefined && { description }),
      keywords: keywords ?? [],
      ...(image !== undefined && { image }),
      sidebar,
      items: resolveItems(item.items, docs),
      ...order?.aroundIndex(path),
    };
    return [page, ...below];
  });
}
