import { type Audience, uniteAudiences } from '../model/audience.ts';
import type { SidebarItem, Site } from '../model/site.ts';
import { blogRoutes, docIdsIn, tagLists } from './routes.ts';

/** By path: whom each page is there for that is not there for every reader. */
export function pageAudiences(site: Site): Map<string, Audience> {
  const found = new Map<string, Audience>();
  const add = (path: string, audience: Audience | undefined) => {
    // Where two pages want one address the first one has it, as everywhere.
    if (audience !== undefined && !found.has(path)) found.set(path, audience);
  };
  for (const { path, audience } of [...site.docs, ...site.pages, ...site.categories, ...site.tags])
    add(path, audience);
  for (const blog of site.blogs) {
    for (const post of blog.posts) add(post.path, post.audience);
    for (const path of blogRoutes(blog)) add(path, blog.audience);
  }
  for (const { path, set } of tagLists(site)) {
    const listed = site.tags.filter((tag) => tag.set === set.key && !tag.unlisted);
    const audience = uniteAudiences(listed.map((tag) => tag.audience));
    if (audience !== 'readers') add(path, audience);
  }
  return found;
}

/** By name: whom anything in a sidebar is there for, where that is not every reader. */
export function sidebarAudiences({ sidebars, docs }: Pick<Site, 'sidebars' | 'docs'>): Map<string, Audience> {
  const ofDocs = new Map(docs.map(({ id, audience }) => [id, audience]));
  return new Map(
    Object.entries(sidebars).flatMap(([name, items]) => {
      const inside = docIdsIn(items).map((id) => ofDocs.get(id));
      const audience = uniteAudiences(inside);
      return inside.length === 0 || audience === 'readers' ? [] : [[name, audience] as const];
    }),
  );
}

/** Whether anything of the site is not there for every reader. */
export function hasAudiences(site: Site): boolean {
  return pageAudiences(site).size > 0 || hasNarrowItems(Object.values(site.sidebars).flat());
}

function hasNarrowItems(items: readonly SidebarItem[]): boolean {
  return items.some(
    (item) => item.audience !== undefined || (item.type === 'category' && hasNarrowItems(item.items)),
  );
}
