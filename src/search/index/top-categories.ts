import type { Category, Doc, SidebarItem, Site } from '../../model/site.ts';

/** Label of the top-level sidebar category that a page stands in, or none. */
export function sectionsOf(site: Site): {
  ofDoc(doc: Doc): string | undefined;
  ofCategory(category: Category): string | undefined;
} {
  const found = new Map<string, string>();
  const walk = (sidebar: string, items: readonly SidebarItem[], section: string | undefined) => {
    for (const item of items) {
      if (item.type === 'html') continue;
      const own = section ?? (item.type === 'category' ? item.label : undefined);
      if (own !== undefined) {
        if (item.docId !== undefined) note(`${sidebar}\0doc\0${item.docId}`, own);
        if (item.href !== undefined) note(`${sidebar}\0href\0${item.href}`, own);
      }
      if (item.type === 'category') walk(sidebar, item.items, own);
    }
  };
  const note = (key: string, section: string) => {
    if (!found.has(key)) found.set(key, section);
  };
  for (const [name, items] of Object.entries(site.sidebars)) walk(name, items, undefined);
  return {
    ofDoc: (doc) =>
      found.get(`${doc.sidebar}\0doc\0${doc.id}`) ?? found.get(`${doc.sidebar}\0href\0${doc.path}`),
    ofCategory: (category) => found.get(`${category.sidebar}\0href\0${category.path}`),
  };
}
