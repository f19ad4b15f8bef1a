import { getOutsideLinkAttributes } from '../../model/outside-link.ts';
import type { SidebarItem } from '../../model/site.ts';
import { hasProtocol } from '../../model/written-links.ts';

/** Gives the links of a sidebar that leave the site these attributes, if `opensTabs` is true. */
export function markOutsideLinks(items: readonly SidebarItem[], opensTabs: boolean): readonly SidebarItem[] {
  if (!opensTabs) return items;
  return items.map((item): SidebarItem => {
    if (item.type === 'category') return { ...item, items: [...markOutsideLinks(item.items, opensTabs)] };
    if (item.type !== 'link' || !hasProtocol(item.href)) return item;
    return { ...item, attributes: getOutsideLinkAttributes(item.href) };
  });
}
