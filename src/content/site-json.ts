import type { Doc, PageRef, SidebarItem, Site } from '../model/site.ts';

interface SiteJsonHeading {
  id: string | null;
  level: number;
  text: string;
}

/** What `dist/site.json` holds: the site in the terms of the specification, for other programs. */
export interface SiteJson {
  version: {
    name: string;
    label: string;
    isLast: boolean;
    path: string;
    mainDocId: string;
    draftIds: string[];
  };
  docs: SiteJsonDoc[];
  categories: { path: string; label: string; title: string; description: string; items: SidebarItem[] }[];
  sidebars: Record<string, SidebarItem[]>;
  tags: { path: string; label: string; docIds: string[] }[];
  routes: string[];
  locale: { label: string; direction: 'ltr'; htmlLang: string; calendar: string; path: string };
}

interface SiteJsonDoc
  extends Pick<Doc, 'id' | 'path' | 'source' | 'title' | 'description' | 'unlisted' | 'sidebar'> {
  previous?: PageRef | undefined;
  next?: PageRef | undefined;
  tags: PageRef[];
  headings: SiteJsonHeading[];
}

/** `headings`: those of each document, by its file relative to the docs folder. */
export function siteJson(
  site: Site,
  headings: ReadonlyMap<string, readonly SiteJsonHeading[]>,
  routes: readonly string[],
): SiteJson {
  return {
    version: site.version,
    docs: site.docs.map((doc) => ({
      id: doc.id,
      path: doc.path,
      source: doc.source,
      title: doc.title,
      description: doc.description,
      sidebar: doc.sidebar,
      unlisted: doc.unlisted,
      previous: doc.previous,
      next: doc.next,
      tags: doc.tags,
      headings: (headings.get(doc.file) ?? []).map(({ id, level, text }) => ({ id, level, text })),
    })),
    categories: site.categories.map(({ path, label, title, description = '', items }) => ({
      path,
      label,
      title,
      description,
      items,
    })),
    sidebars: site.sidebars,
    tags: site.tags.map(({ path, label, docIds }) => ({ path, label, docIds })),
    routes: [...routes],
    locale: { label: 'English', direction: 'ltr', htmlLang: 'en', calendar: 'gregory', path: 'en' },
  };
}
