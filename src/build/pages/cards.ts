import type { Texts } from '../../config/texts.ts';
import type { SidebarViews } from '../../content/site-view.ts';
import type { ArticleCard, CardsOfSome } from '../../markdown/context.ts';
import { type Audience, covers } from '../../model/audience.ts';
import { buildFullVariant, listVariants, type VariantKey } from '../../model/parts.ts';
import type { Doc, SidebarItem, Site } from '../../model/site.ts';
import { countText } from '../../shared/count-text.ts';
import { sidebarProps } from '../components/sidebar-props.ts';
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

/** A page is compiled for each: of more than these, everybody sees the cards that all of its readers do. */
const WAYS_OF_CARDS_MAX = 16;

/** The cards of `cardsForDoc` by who sees the document, where some of them see more than all. */
export function cardsOfSome(
  { site, docs, texts, views }: Parameters<typeof cardsForDoc>[0] & { views: SidebarViews },
  docId: string,
): CardsOfSome | undefined {
  const doc = docs.get(docId);
  const sidebar = doc?.sidebar === undefined ? undefined : site.sidebars[doc.sidebar];
  if (!doc || !sidebar) return undefined;
  const isForAll = (audience: Audience | undefined) => covers(audience, doc.audience);
  const around = audiencesIn(childrenAround(sidebar, docId) ?? sidebar, docs, views);
  const narrower = new Map(
    around.filter((audience) => !isForAll(audience)).map((audience) => [JSON.stringify(audience), audience]),
  );
  const audiences = [...narrower.values()];
  const ways = listVariants(audiences);
  if (audiences.length === 0 || !ways || ways.length > WAYS_OF_CARDS_MAX) return undefined;
  const itemsIn = (way: VariantKey): readonly SidebarItem[] => {
    const seen = new Set([...narrower.keys()].filter((_, at) => way[at] === '1'));
    const items = views.of(
      sidebar,
      (audience = 'readers') => isForAll(audience) || seen.has(JSON.stringify(audience)),
    );
    return childrenAround(items, docId) ?? items;
  };
  const all = [buildFullVariant(audiences), ...ways].map((way) => [way, itemsIn(way)] as const);
  return {
    audiences,
    cards: Object.fromEntries(all.map(([way, items]) => [way, cardsOf(items, docs, texts)])),
    items: Object.fromEntries(all.map(([way, items]) => [way, sidebarProps(items)])),
  };
}

function audiencesIn(
  items: readonly SidebarItem[],
  docs: ReadonlyMap<string, Doc>,
  views: SidebarViews,
): Audience[] {
  return items.flatMap((item): Audience[] => {
    const own = item.type === 'category' ? [] : [item.audience ?? 'readers'];
    if (item.type === 'html') return own;
    const below = item.type === 'category' ? audiencesIn(item.items, docs, views) : own;
    if (item.docId !== undefined) return [docs.get(item.docId)?.audience ?? 'readers', ...below];
    const page = item.href === undefined ? undefined : views.audienceAt(item.href);
    return page === undefined ? below : [page, ...below];
  });
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
