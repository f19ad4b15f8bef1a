import type { SidebarItem } from '../../model/site.ts';
import { hasProtocol } from '../../model/written-links.ts';

/**
 * Attributes of a link that leaves the site, as Docusaurus' `Link` adds them: the page opens in a new tab and learns
 * nothing of where the reader came from. Empty for a link to a page of the site.
 */
export function getOutsideLinkAttributes(writtenAddress: string): Readonly<Record<string, string>> {
  return hasProtocol(writtenAddress) ? { target: '_blank', rel: 'noopener noreferrer' } : {};
}

/** Gives the links of a sidebar that leave the site these attributes, if `opensTabs` is true. */
export function markOutsideLinks(items: readonly SidebarItem[], opensTabs: boolean): readonly SidebarItem[] {
  if (!opensTabs) return items;
  return items.map((item): SidebarItem => {
    if (item.type === 'category') return { ...item, items: [...markOutsideLinks(item.items, opensTabs)] };
    if (item.type !== 'link' || !hasProtocol(item.href)) return item;
    return { ...item, attributes: getOutsideLinkAttributes(item.href) };
  });
}
