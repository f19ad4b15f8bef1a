import type { SidebarCategory, SidebarItem, SidebarLink } from '../model/site.ts';
import type { BaseDoc } from './base-doc.ts';
import type { ProcessedCategory, ProcessedItem } from './process-sidebars.ts';
import type { ConfigDoc } from './sidebar-config.ts';

/** Sidebar items with the addresses and labels that a reader sees. */
export function resolveItems(
  items: readonly ProcessedItem[],
  docs: ReadonlyMap<string, BaseDoc>,
): SidebarItem[] {
  return items.flatMap((item) => resolveItem(item, docs));
}

function resolveItem(item: ProcessedItem, docs: ReadonlyMap<string, BaseDoc>): SidebarItem[] {
  switch (item.type) {
    case 'category':
      return [resolveCategory(item, docs)];
    case 'doc':
    case 'ref': {
      const doc = docs.get(item.id);
      return doc ? [resolveDoc(item, doc)] : [];
    }
    case 'link':
    case 'html':
      return [item];
  }
}

/** Front matter goes before what the sidebars file says. */
function resolveDoc(item: ConfigDoc, doc: BaseDoc): SidebarLink {
  const {
    sidebar_label: label,
    sidebar_class_name: ownClass,
    sidebar_custom_props: ownProps,
  } = doc.frontMatter;
  const className = ownClass ?? item.className;
  const customProps = ownProps ?? item.customProps;
  return {
    type: 'link',
    label: label ?? item.label ?? doc.title,
    href: doc.path,
    docId: doc.id,
    ...(doc.unlisted && { unlisted: true }),
    ...(className !== undefined && { className }),
    ...(customProps !== undefined && { customProps }),
  };
}

function resolveCategory(category: ProcessedCategory, docs: ReadonlyMap<string, BaseDoc>): SidebarCategory {
  const { link, items, ...rest } = category;
  const doc = link?.type === 'doc' ? docs.get(link.id) : undefined;
  const href = link?.type === 'generated-index' ? link.path : doc?.path;
  const customProps = category.customProps ?? doc?.frontMatter.sidebar_custom_props;
  return {
    ...rest,
    ...(href !== undefined && { href }),
    ...(doc && { docId: doc.id }),
    ...(doc?.unlisted && { linkUnlisted: true }),
    ...(customProps !== undefined && { customProps }),
    items: resolveItems(items, docs),
  };
}
