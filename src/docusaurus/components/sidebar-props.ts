import { unqualifyName } from '../../content/versions/qualify-set.ts';
import type { SidebarItem } from '../../model/site.ts';
import type { PropItem } from '../theme/sidebar-facts.ts';

/** A sidebar as Docusaurus gives it to components: `toSidebarsProp` of its docs plugin. */
export function toSidebarProps(items: readonly SidebarItem[]): PropItem[] {
  return items.map(toSidebarProp);
}

function toSidebarProp(item: SidebarItem): PropItem {
  const { className, customProps } = item;
  switch (item.type) {
    case 'html':
      return { type: 'html', value: item.value, defaultStyle: item.defaultStyle, className, customProps };
    case 'link': {
      const { label, href, docId, unlisted = false, description, autoAddBaseUrl } = item;
      const base = { type: 'link', href, label, className, customProps } as const;
      return docId === undefined
        ? { ...base, description, autoAddBaseUrl }
        : { ...base, docId: unqualifyName(docId), unlisted };
    }
    case 'category': {
      const { label, href, description, collapsible, collapsed } = item;
      const linkUnlisted = item.linkUnlisted || undefined;
      const items = toSidebarProps(item.items);
      return {
        type: 'category',
        label,
        description,
        collapsible,
        collapsed,
        className,
        items,
        href,
        linkUnlisted,
        customProps,
      };
    }
  }
}
