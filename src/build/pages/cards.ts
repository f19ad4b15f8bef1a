import type { Texts } from '../../config/texts.ts';
import type { ArticleCard } from '../../markdown/context.ts';
import type { Doc, SidebarItem, Site } from '../../model/site.ts';
import { countText } from '../../shared/count-text.ts';
import { firstPage } from './sidebar.ts';

type CardTexts = Pick<Texts, 'oneItem' | 'manyItems'>;

/** One card for each child of a category; unlisted documents and empty categories have none. */
export function cardsOf(
  items: readonly SidebarItem[],
  docs: ReadonlyMap<string, Doc>,
  texts: CardTexts,
): ArticleCard[] {
  return items.flatMap((item) => cardOf(item, docs, texts) ?? []);
}

function cardOf(
  item: SidebarItem,
  docs: ReadonlyMap<string, Doc>,
  texts: CardTexts,
): ArticleCard | undefined {
  switch (item.type) {
    case 'html':
      return undefined;
    case 'link': {
      if (item.unlisted) return undefined;
      const doc = item.docId === undefined ? undefined : docs.get(item.docId);
      const description = item.description ?? doc?.description ?? '';
      return { href: item.href, title: item.label, description, kind: doc ? 'doc' : 'link' };
    }
    case 'category': {
      const href = firstPage(item);
      if (href === undefined) return undefined;
      return {
        href,
        title: item.label,
        description: item.description ?? countText(item.items.length, texts.oneItem, texts.manyItems),
        kind: 'category',
      };
    }
  }
}

/**
 * For `<DocCardList />`: the children of the category whose page this document is, else of the category that it
 * stands in, else all of the sidebar.
 */
export function cardsForDoc(
  { site, docs, texts }: { site: Site; docs: ReadonlyMap<string, Doc>; texts: CardTexts },
  docId: string,
): ArticleCard[] {
  const doc = docs.get(docId);
  const sidebar = doc?.sidebar === undefined ? undefined : site.sidebars[doc.sidebar];
  return sidebar ? cardsOf(childrenAround(sidebar, docId) ?? sidebar, docs, texts) : [];
}

function childrenAround(items: readonly SidebarItem[], docId: string): readonly SidebarItem[] | undefined {
  for (const item of items) {
    if (item.type === 'category') {
      if (item.docId === docId) return item.items;
      const below = childrenAround(item.items, docId);
      if (below) return below;
    } else if (item.type === 'link' && item.docId === docId) return items;
  }
  return undefined;
}
