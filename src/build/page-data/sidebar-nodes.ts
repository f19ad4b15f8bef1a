import type { SidebarItem } from '../../content/site.ts';
import type { SidebarNode } from '../../ui/page-data.ts';
import { firstPage, isActive, isVisible } from './sidebar-tree.ts';

/**
 * A sidebar as one page carries it: the branches that are open there, and of the closed ones the heads only,
 * so that a page does not grow with the site.
 */
export function openBranches(items: readonly SidebarItem[], path: string): SidebarNode[] {
  return items.filter((item) => isVisible(item, path)).map((item) => openNode(item, path));
}

function openNode(item: SidebarItem, path: string): SidebarNode {
  const current = item.type !== 'html' && item.href === path ? { current: true as const } : {};
  if (item.type !== 'category') return { ...bare(item), ...current };
  if (item.collapsed && item.items.length > 0 && !isActive(item, path)) {
    return { ...bare(item), ...current, items: [], more: true };
  }
  return { ...bare(item), ...current, items: openBranches(item.items, path) };
}

/** The whole sidebar, for the file that is asked for when a closed branch is opened. */
export function wholeSidebar(items: readonly SidebarItem[]): SidebarNode[] {
  return items
    .filter((item) => isVisible(item, undefined))
    .map((item) =>
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
      const href = item.linkUnlisted ? undefined : item.href;
      const firstHref = href === undefined ? firstPage(item) : undefined;
      return {
        type: 'category',
        label: item.label,
        ...(href === undefined ? {} : { href }),
        ...(firstHref === undefined ? {} : { firstHref }),
        collapsible: item.collapsible,
        collapsed: item.collapsed,
        items: [],
        ...className,
      };
    }
  }
}
