import type { SidebarItem } from '../../model/site.ts';
import type { SidebarNode } from '../../ui/page-data.ts';
import { firstPage, type SidebarIndex } from './sidebar-index.ts';

/**
 * A sidebar as one page carries it: the branches that are open there, and of the closed ones the heads only,
 * so that a page does not grow with the site. An unlisted document shows on its own page.
 */
export function openBranches(sidebar: SidebarIndex, path: string): SidebarNode[] {
  const way = new Set(sidebar.trail(path));
  const nodes = (items: readonly SidebarItem[]): SidebarNode[] =>
    items.filter((item) => sidebar.listed(item) || way.has(item)).map(node);
  const node = (item: SidebarItem): SidebarNode => {
    const current = item.type !== 'html' && item.href === path ? { current: true as const } : {};
    if (item.type !== 'category') return { ...bare(item), ...current };
    const closed = item.collapsed && item.items.length > 0 && !way.has(item);
    return closed
      ? { ...bare(item), ...current, items: [], more: true }
      : { ...bare(item), ...current, items: nodes(item.items) };
  };
  return nodes(sidebar.items);
}

/**
 * The whole sidebar, for the file that is asked for when a closed branch is opened. It serves every page, so
 * unlisted documents are in it, marked, and the shell shows them where they belong.
 */
export function wholeSidebar(items: readonly SidebarItem[]): SidebarNode[] {
  return items.map((item) =>
    item.type === 'category' ? { ...bare(item), items: wholeSidebar(item.items) } : bare(item),
  );
}

/** Only what the shell shows: ids and descriptions would make every page a third larger. */
function bare(item: SidebarItem): SidebarNode {
  const className = item.className === undefined ? {} : { className: item.className };
  switch (item.type) {
    case 'html':
      return {
        type: 'html',
        value: item.value,
        ...(item.defaultStyle === undefined ? {} : { defaultStyle: item.defaultStyle }),
        ...className,
      };
    case 'link':
      return {
        type: 'link',
        label: item.label,
        href: item.href,
        ...(item.unlisted ? { unlisted: true } : {}),
        ...(item.autoAddBaseUrl === undefined ? {} : { autoAddBaseUrl: item.autoAddBaseUrl }),
        ...className,
      };
    case 'category': {
      const firstHref = item.href === undefined || item.linkUnlisted ? firstPage(item) : undefined;
      return {
        type: 'category',
        label: item.label,
        ...(item.href === undefined ? {} : { href: item.href }),
        ...(item.linkUnlisted ? { linkUnlisted: true } : {}),
        ...(firstHref === undefined ? {} : { firstHref }),
        collapsible: item.collapsible,
        collapsed: item.collapsed,
        items: [],
        ...className,
      };
    }
  }
}
