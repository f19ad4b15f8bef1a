import { type Audience, uniteAudiences } from '../../model/audience.ts';
import type { SidebarItem, Site } from '../../model/site.ts';
import { collectDocIds, listBlogRoutes, listTagPages } from '../links/routes.ts';

/** Audiences by path, for pages that aren't for every reader. */
export function collectPageAudiences(site: Site): Map<string, Audience> {
  const audiences = new Map<string, Audience>();
  const add = (path: string, audience: Audience | undefined) => {
    // If two pages have the same address, the first one is served, so its audience counts.
    if (audience !== undefined && !audiences.has(path)) audiences.set(path, audience);
  };
  for (const { path, audience } of [...site.docs, ...site.pages, ...site.categories, ...site.tags])
    add(path, audience);
  for (const blog of site.blogs) {
    for (const post of blog.posts) add(post.path, post.audience);
    for (const path of listBlogRoutes(blog)) add(path, blog.audience);
  }
  for (const { path, set } of listTagPages(site)) {
    const listedTags = site.tags.filter((tag) => tag.set === set.key && !tag.unlisted);
    const audience = uniteAudiences(listedTags.map((tag) => tag.audience));
    if (audience !== 'readers') add(path, audience);
  }
  return audiences;
}

/** Audiences by name of sidebar, for sidebars that aren't for every reader: anyone who may see one of its documents. */
export function collectSidebarAudiences({
  sidebars,
  docs,
}: Pick<Site, 'sidebars' | 'docs'>): Map<string, Audience> {
  const audienceById = new Map(docs.map(({ id, audience }) => [id, audience]));
  return new Map(
    Object.entries(sidebars).flatMap(([name, items]) => {
      const audiencesInside = collectDocIds(items).map((id) => audienceById.get(id));
      const audience = uniteAudiences(audiencesInside);
      return audiencesInside.length === 0 || audience === 'readers' ? [] : [[name, audience] as const];
    }),
  );
}

/** Whether anything in the site isn't for every reader. */
export function hasAudiences(site: Site): boolean {
  return collectPageAudiences(site).size > 0 || hasNarrowItems(Object.values(site.sidebars).flat());
}

function hasNarrowItems(items: readonly SidebarItem[]): boolean {
  return items.some(
    (item) => item.audience !== undefined || (item.type === 'category' && hasNarrowItems(item.items)),
  );
}
