/** Sidebars as Docusaurus passes them to components (`PropSidebar`), and its helpers for them. */

interface PropItemBase {
  className?: string | undefined;
  customProps?: Readonly<Record<string, unknown>> | undefined;
}

export interface PropCategory extends PropItemBase {
  type: 'category';
  label: string;
  href?: string | undefined;
  linkUnlisted?: boolean | undefined;
  description?: string | undefined;
  collapsible: boolean;
  collapsed: boolean;
  items: readonly PropItem[];
}

interface PropLink extends PropItemBase {
  type: 'link';
  label: string;
  href: string;
  /** Id of a document without its version. Undefined for other links. */
  docId?: string | undefined;
  unlisted?: boolean | undefined;
  description?: string | undefined;
  autoAddBaseUrl?: boolean | undefined;
}

interface PropHtml extends PropItemBase {
  type: 'html';
  value: string;
  defaultStyle?: boolean | undefined;
}

export type PropItem = PropCategory | PropLink | PropHtml;

/** The place of a page in a sidebar: its category, if it has one, and the items beside it. */
export interface SidebarPlace {
  category?: PropCategory | undefined;
  siblings: readonly PropItem[];
}

/** As in Docusaurus, case and a trailing slash don't matter. */
function isSamePath(one: string | undefined, other: string): boolean {
  const normalizePath = (path: string) => (path.endsWith('/') ? path : `${path}/`).toLowerCase();
  return one !== undefined && normalizePath(one) === normalizePath(other);
}

/** Finds the path to a page: categories, then the page's own item unless it is the page of a category. */
export function findBreadcrumbs(items: readonly PropItem[], path: string): PropItem[] {
  for (const item of items) {
    if (item.type === 'category') {
      if (isSamePath(item.href, path)) return [item];
      const breadcrumbsBelow = findBreadcrumbs(item.items, path);
      if (breadcrumbsBelow.length > 0) return [item, ...breadcrumbsBelow];
    } else if (item.type === 'link' && item.docId && isSamePath(item.href, path)) return [item];
  }
  return [];
}

export function findPlace(items: readonly PropItem[], path: string): SidebarPlace {
  const category = findBreadcrumbs(items, path).findLast((item) => item.type === 'category');
  return { category, siblings: category?.items ?? items };
}

export function findSidebarCategory(
  items: readonly PropItem[],
  predicate: (category: PropCategory) => boolean,
): PropCategory | undefined {
  for (const item of items) {
    if (item.type !== 'category') continue;
    const matching = predicate(item) ? item : findSidebarCategory(item.items, predicate);
    if (matching) return matching;
  }
  return undefined;
}

/** The link of an item. A category leads to its own page, otherwise to the first page in it. */
export function findFirstSidebarItemLink(item: PropItem): string | undefined {
  if (item.type === 'link') return item.unlisted ? undefined : item.href;
  if (item.type !== 'category') return undefined;
  if (item.href && !item.linkUnlisted) return item.href;
  return (item.items ?? []).map(findFirstSidebarItemLink).find((href) => href !== undefined);
}

export function filterDocCardListItems(items: readonly PropItem[]): PropItem[] {
  return items.filter((item) => {
    const mayHaveLink = item.type === 'category' || item.type === 'link';
    return !mayHaveLink || findFirstSidebarItemLink(item) !== undefined;
  });
}

export function isActiveSidebarItem(item: PropItem, path: string): boolean {
  if (item.type === 'link') return isSamePath(item.href, path);
  if (item.type !== 'category') return false;
  return isSamePath(item.href, path) || item.items.some((below) => isActiveSidebarItem(below, path));
}

export function isVisibleSidebarItem(item: PropItem, path: string): boolean {
  switch (item.type) {
    case 'category':
      return (
        isActiveSidebarItem(item, path) ||
        (item.href !== undefined && !item.linkUnlisted) ||
        item.items.some((below) => isVisibleSidebarItem(below, path))
      );
    case 'link':
      return !item.unlisted || isActiveSidebarItem(item, path);
    case 'html':
      return true;
  }
}
