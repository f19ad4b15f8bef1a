import type { SidebarItem } from '../../content/site.ts';

/** Address of the item's own page, if it leads to one. */
export function itemHref(item: SidebarItem): string | undefined {
  return item.type === 'html' ? undefined : item.href;
}

/** True for the item of this page and for the categories around it. */
export function isActive(item: SidebarItem, path: string): boolean {
  if (itemHref(item) === path) return true;
  return item.type === 'category' && item.items.some((child) => isActive(child, path));
}

/** An unlisted document shows in the sidebar of its own page only; a category without anything to show goes. */
export function isVisible(item: SidebarItem, path: string | undefined): boolean {
  switch (item.type) {
    case 'html':
      return true;
    case 'link':
      return !item.unlisted || item.href === path;
    case 'category': {
      if (path !== undefined && isActive(item, path)) return true;
      const ownPage = item.href !== undefined && !item.linkUnlisted;
      return ownPage || item.items.some((child) => isVisible(child, path));
    }
  }
}

/** The way from the top of a sidebar down to the item of this page; undefined when it is not in it. */
export function trail(items: readonly SidebarItem[], path: string): SidebarItem[] | undefined {
  for (const item of items) {
    if (item.type === 'category') {
      if (item.href === path) return [item];
      const below = trail(item.items, path);
      if (below) return [item, ...below];
    } else if (itemHref(item) === path) return [item];
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
