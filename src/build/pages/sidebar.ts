import type { SidebarItem } from '../../model/site.ts';
import type { SidebarNode } from '../../ui/page-data.ts';

/** A sidebar with what every page asks of it worked out once: a walk for each page would be n² for n pages. */
export interface SidebarIndex {
  items: readonly SidebarItem[];
  /** The way from the top down to the item of this page; empty when it is not in the sidebar. */
  trail(path: string): readonly SidebarItem[];
  /** Whether readers of any page see this item. */
  listed(item: SidebarItem): boolean;
}

export function indexSidebar(items: readonly SidebarItem[]): SidebarIndex {
  const trails = new Map<string, readonly SidebarItem[]>();
  const listed = new Set<SidebarItem>();
  const visit = (item: SidebarItem, above: readonly SidebarItem[]): boolean => {
    const way = [...above, item];
    if (isPage(item) && !trails.has(item.href)) trails.set(item.href, way);
    const below = item.type === 'category' && visitAll(item.items, way);
    if (below || showsItself(item)) listed.add(item);
    return listed.has(item);
  };
  const visitAll = (children: readonly SidebarItem[], above: readonly SidebarItem[]): boolean =>
    children.filter((child) => visit(child, above)).length > 0;
  visitAll(items, []);
  return { items, trail: (path) => trails.get(path) ?? [], listed: (item) => listed.has(item) };
}

/** A hand-made link to a page does not say where in the sidebar that page is. */
function isPage(item: SidebarItem): item is SidebarItem & { href: string } {
  return item.type === 'category'
    ? item.href !== undefined
    : item.type === 'link' && item.docId !== undefined;
}

/** An unlisted document is left out, and so is a category that has nothing else to show. */
function showsItself(item: SidebarItem): boolean {
  if (item.type === 'category') return item.href !== undefined && !item.linkUnlisted;
  return item.type === 'html' || !item.unlisted;
}

/** The first link of a sidebar, by the order in which it is read. */
export function firstLink(items: readonly SidebarItem[]): { label: string; href: string } | undefined {
  for (const item of items) {
    if (item.type === 'html') continue;
    if (item.href !== undefined) return { label: item.label, href: item.href };
    const inside = item.type === 'category' ? firstLink(item.items) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

/** The first page that a reader who opens this category comes to. */
export function firstPage(item: SidebarItem): string | undefined {
  if (item.type === 'html') return undefined;
  if (item.type === 'link') return item.unlisted ? undefined : item.href;
  if (item.href !== undefined && !item.linkUnlisted) return item.href;
  for (const child of item.items) {
    const href = firstPage(child);
    if (href !== undefined) return href;
  }
  return undefined;
}

/**
 * A sidebar as one page carries it: the branches that are open there, and of the closed ones the heads only,
 * so that a page does not grow with the site. An unlisted document shows on its own page.
 */
export function openBranches(sidebar: SidebarIndex, path: string): SidebarNode[] {
  const way = new Set(sidebar.trail(path));
  const nodes = (items: readonly SidebarItem[]): SidebarNode[] =>
    items.filter((item) => sidebar.listed(item) || way.has(item)).map(node);
  const node = (item: SidebarItem): SidebarNode => {
    const current = item.type !== 'html' && item.href === path ? ({ current: true } as const) : {};
    if (item.type !== 'category') return { ...nodeOf(item), ...current };
    const closed = item.collapsed && item.items.length > 0 && !way.has(item);
    return { ...nodeOf(item), ...current, ...(closed ? { more: true } : { items: nodes(item.items) }) };
  };
  return nodes(sidebar.items);
}

/**
 * The whole sidebar, for the file that is asked for when a closed branch is opened. It serves every page, so
 * unlisted documents are in it, marked, and the shell shows them where they belong.
 */
export function fullSidebar(items: readonly SidebarItem[]): SidebarNode[] {
  return items.map((item) =>
    item.type === 'category' ? { ...nodeOf(item), items: fullSidebar(item.items) } : nodeOf(item),
  );
}

/** Only what the shell shows: ids and descriptions would make every page a third larger. */
function nodeOf(item: SidebarItem): SidebarNode {
  const { className } = item;
  switch (item.type) {
    case 'html':
      return { type: 'html', value: item.value, defaultStyle: item.defaultStyle, className };
    case 'link': {
      const { label, href, autoAddBaseUrl } = item;
      return { type: 'link', label, href, unlisted: item.unlisted || undefined, autoAddBaseUrl, className };
    }
    case 'category': {
      const { label, href, collapsible, collapsed } = item;
      const linkUnlisted = item.linkUnlisted || undefined;
      const firstHref = href === undefined || linkUnlisted ? firstPage(item) : undefined;
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
