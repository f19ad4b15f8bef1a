import { unqualifyName } from '../../content/qualify-set.ts';
import type { PropItem } from '../../markdown/modules/sidebar-facts.ts';
import type { SidebarItem } from '../../model/site.ts';

/** A sidebar as Docusaurus hands it to components: `toSidebarsProp` of its docs plugin. */
export function sidebarProps(items: readonly SidebarItem[]): PropItem[] {
  return items.map(propOf);
}

function propOf(item: SidebarItem): PropItem {
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
      const items = sidebarProps(item.items);
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
