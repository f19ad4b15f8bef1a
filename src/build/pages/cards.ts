import type { Texts } from '../../config/texts.ts';
import type { SidebarViews } from '../../content/site-view.ts';
import { toSidebarProps } from '../../docusaurus/components/sidebar-props.ts';
import type { ArticleCard, CardsOfSome } from '../../markdown/context.ts';
import { type Audience, covers } from '../../model/audience.ts';
import { buildFullVariant, listVariants, type VariantKey } from '../../model/parts.ts';
import type { Doc, SidebarItem, Site } from '../../model/site.ts';
import { hasProtocol } from '../../model/written-links.ts';
import { countText } from '../../shared/count-text.ts';
import { findFirstPage } from './sidebar.ts';

type CardTexts = Pick<Texts, 'oneItem' | 'manyItems'>;

/** Creates a card for each child of a category, except for unlisted documents and empty categories. */
export function createCards(
  items: readonly SidebarItem[],
  docs: ReadonlyMap<string, Doc>,
  texts: CardTexts,
): ArticleCard[] {
  return items.flatMap((item) => createCard(item, docs, texts) ?? []);
}

function createCard(
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
      const { href, label: title, attributes } = item;
      return {
        href,
        title,
        description,
        kind: doc || !hasProtocol(href) ? 'doc' : 'link',
        ...(attributes && { attributes }),
      };
    }
    case 'category': {
      const href = findFirstPage(item);
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
 * The cards of `<DocCardList />`: children of the category that has this document as its page, or else of the category
 * that contains the document, or else all items of the sidebar.
 */
export function createCardsForDoc(
  { site, docs, texts }: { site: Site; docs: ReadonlyMap<string, Doc>; texts: CardTexts },
  docId: string,
): ArticleCard[] {
  const doc = docs.get(docId);
  const sidebar = doc?.sidebar === undefined ? undefined : site.sidebars[doc.sidebar];
  return sidebar ? createCards(findChildrenAround(sidebar, docId) ?? sidebar, docs, texts) : [];
}

/** Limits how often a page is compiled. With more variants, all readers get the cards that every reader may see. */
const CARD_VARIANTS_MAX = 16;

/** The cards of `createCardsForDoc` for each group of readers, if some of them see more than others. */
export function createCardVariants(
  { site, docs, texts, views }: Parameters<typeof createCardsForDoc>[0] & { views: SidebarViews },
  docId: string,
): CardsOfSome | undefined {
  const doc = docs.get(docId);
  const sidebar = doc?.sidebar === undefined ? undefined : site.sidebars[doc.sidebar];
  if (!doc || !sidebar) return undefined;
  const isForAll = (audience: Audience | undefined) => covers(audience, doc.audience);
  const cardsAround = collectAudiences(findChildrenAround(sidebar, docId) ?? sidebar, docs, views);
  const narrower = new Map(
    cardsAround
      .filter((audience) => !isForAll(audience))
      .map((audience) => [JSON.stringify(audience), audience]),
  );
  const audiences = [...narrower.values()];
  const variantKeys = listVariants(audiences);
  if (audiences.length === 0 || !variantKeys || variantKeys.length > CARD_VARIANTS_MAX) return undefined;
  const selectItems = (variantKey: VariantKey): readonly SidebarItem[] => {
    const visibleAudiences = new Set([...narrower.keys()].filter((_, index) => variantKey[index] === '1'));
    const items = views.filterItems(
      sidebar,
      (audience = 'readers') => isForAll(audience) || visibleAudiences.has(JSON.stringify(audience)),
    );
    return findChildrenAround(items, docId) ?? items;
  };
  const itemsByVariant = [buildFullVariant(audiences), ...variantKeys].map(
    (variant) => [variant, selectItems(variant)] as const,
  );
  return {
    audiences,
    cards: Object.fromEntries(
      itemsByVariant.map(([variant, items]) => [variant, createCards(items, docs, texts)]),
    ),
    items: Object.fromEntries(itemsByVariant.map(([variant, items]) => [variant, toSidebarProps(items)])),
  };
}

function collectAudiences(
  items: readonly SidebarItem[],
  docs: ReadonlyMap<string, Doc>,
  views: SidebarViews,
): Audience[] {
  return items.flatMap((item): Audience[] => {
    const itemAudiences = item.type === 'category' ? [] : [item.audience ?? 'readers'];
    if (item.type === 'html') return itemAudiences;
    const audiencesBelow =
      item.type === 'category' ? collectAudiences(item.items, docs, views) : itemAudiences;
    if (item.docId !== undefined) return [docs.get(item.docId)?.audience ?? 'readers', ...audiencesBelow];
    const page = item.href === undefined ? undefined : views.findAudienceAt(item.href);
    return page === undefined ? audiencesBelow : [page, ...audiencesBelow];
  });
}

function findChildrenAround(
  items: readonly SidebarItem[],
  docId: string,
): readonly SidebarItem[] | undefined {
  for (const item of items) {
    if (item.type === 'category') {
      if (item.docId === docId) return item.items;
      const childrenBelow = findChildrenAround(item.items, docId);
      if (childrenBelow) return childrenBelow;
    } else if (item.type === 'link' && item.docId === docId) return items;
  }
  return undefined;
}
