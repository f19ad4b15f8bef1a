import type { SidebarItem } from '../../model/site.ts';

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
    if (isPlace(item) && !trails.has(item.href)) trails.set(item.href, way);
    const shown = isListed(item, () => visitAll(item.type === 'category' ? item.items : [], way));
    if (shown) listed.add(item);
    return shown;
  };
  const visitAll = (children: readonly SidebarItem[], above: readonly SidebarItem[]): boolean =>
    children.filter((child) => visit(child, above)).length > 0;
  visitAll(items, []);
  return { items, trail: (path) => trails.get(path) ?? [], listed: (item) => listed.has(item) };
}

/** A hand-made link to a page is no place of that page. */
function isPlace(item: SidebarItem): item is SidebarItem & { href: string } {
  return item.type === 'category'
    ? item.href !== undefined
    : item.type === 'link' && item.docId !== undefined;
}

/** An unlisted document is left out, and so is a category that has nothing else to show. */
function isListed(item: SidebarItem, hasListedItems: () => boolean): boolean {
  switch (item.type) {
    case 'html':
      return true;
    case 'link':
      return !item.unlisted;
    case 'category': {
      const below = hasListedItems();
      return below || (item.href !== undefined && !item.linkUnlisted);
    }
  }
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
