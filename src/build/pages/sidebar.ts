import type { SidebarItem } from '../../model/site.ts';
import type { SidebarNode } from '../../ui/page-data.ts';

/** A sidebar, indexed for lookups by page: searching it for each of n pages would take n² time. */
export interface SidebarIndex {
  items: readonly SidebarItem[];
  /** The items from the top of the sidebar down to a page; empty if the page isn't in it. */
  getTrail(path: string): readonly SidebarItem[];
  /** Whether the item is shown on all pages, and not only on its own. */
  isListed(item: SidebarItem): boolean;
}

export function indexSidebar(items: readonly SidebarItem[]): SidebarIndex {
  const trails = new Map<string, readonly SidebarItem[]>();
  const listedItems = new Set<SidebarItem>();
  const visit = (item: SidebarItem, above: readonly SidebarItem[]): boolean => {
    const trail = [...above, item];
    if (isPage(item) && !trails.has(item.href)) trails.set(item.href, trail);
    const isFoundBelow = item.type === 'category' && visitAll(item.items, trail);
    if (isFoundBelow || isVisibleItself(item)) listedItems.add(item);
    return listedItems.has(item);
  };
  const visitAll = (children: readonly SidebarItem[], above: readonly SidebarItem[]): boolean =>
    children.filter((child) => visit(child, above)).length > 0;
  visitAll(items, []);
  return { items, getTrail: (path) => trails.get(path) ?? [], isListed: (item) => listedItems.has(item) };
}

/** A hand-written link to a page doesn't determine that page's place in the sidebar. */
function isPage(item: SidebarItem): item is SidebarItem & { href: string } {
  return item.type === 'category'
    ? item.href !== undefined
    : item.type === 'link' && item.docId !== undefined;
}

/** Unlisted documents are hidden, and so are categories without anything else to show. */
function isVisibleItself(item: SidebarItem): boolean {
  if (item.type === 'category') return item.href !== undefined && !item.linkUnlisted;
  return item.type === 'html' || !item.unlisted;
}

/** The first link of a sidebar, in reading order. */
export function findFirstLink(items: readonly SidebarItem[]): { label: string; href: string } | undefined {
  for (const item of items) {
    if (item.type === 'html') continue;
    if (item.href !== undefined) return { label: item.label, href: item.href };
    const linkInside = item.type === 'category' ? findFirstLink(item.items) : undefined;
    if (linkInside) return linkInside;
  }
  return undefined;
}

/** The first page that a reader who opens this item gets to. */
export function findFirstPage(item: SidebarItem): string | undefined {
  if (item.type === 'html') return undefined;
  if (item.type === 'link') return item.unlisted ? undefined : item.href;
  if (item.href !== undefined && !item.linkUnlisted) return item.href;
  for (const child of item.items) {
    const href = findFirstPage(child);
    if (href !== undefined) return href;
  }
  return undefined;
}

/**
 * The sidebar as it is part of a page: open branches completely, closed branches without their content, so that a page
 * doesn't grow with the site. An unlisted document appears on its own page.
 */
export function selectOpenBranches(sidebar: SidebarIndex, path: string): SidebarNode[] {
  const openItems = new Set(sidebar.getTrail(path));
  const toNodes = (items: readonly SidebarItem[]): SidebarNode[] =>
    items.filter((item) => sidebar.isListed(item) || openItems.has(item)).map(toNode);
  const toNode = (item: SidebarItem): SidebarNode => {
    const current = item.type !== 'html' && item.href === path ? ({ current: true } as const) : {};
    if (item.type !== 'category') return { ...toSidebarNode(item), ...current };
    const isClosed = item.collapsed && item.items.length > 0 && !openItems.has(item);
    return {
      ...toSidebarNode(item),
      ...current,
      ...(isClosed ? { more: true } : { items: toNodes(item.items) }),
    };
  };
  return toNodes(sidebar.items);
}

/**
 * The whole sidebar, for the file that is fetched when a reader opens a closed branch. It is the same for all pages, so
 * it contains unlisted documents with a mark, and the shell shows each of them only on its own page.
 */
export function writeFullSidebar(items: readonly SidebarItem[]): SidebarNode[] {
  return items.map((item) =>
    item.type === 'category'
      ? { ...toSidebarNode(item), items: writeFullSidebar(item.items) }
      : toSidebarNode(item),
  );
}

/** Contains only what the shell shows. Ids and descriptions would make every page a third larger. */
function toSidebarNode(item: SidebarItem): SidebarNode {
  const { className } = item;
  switch (item.type) {
    case 'html':
      return { type: 'html', value: item.value, defaultStyle: item.defaultStyle, className };
    case 'link': {
      const { label, href, autoAddBaseUrl, attributes } = item;
      const unlisted = item.unlisted || undefined;
      return { type: 'link', label, href, unlisted, autoAddBaseUrl, className, attributes };
    }
    case 'category': {
      const { label, href, collapsible, collapsed } = item;
      const linkUnlisted = item.linkUnlisted || undefined;
      const firstHref = href === undefined || linkUnlisted ? findFirstPage(item) : undefined;
      return {
        type: 'category',
        label,
        href,
        linkUnlisted,
        firstHref,
        collapsible,
        collapsed,
        items: [],
        className,
      };
    }
  }
}
