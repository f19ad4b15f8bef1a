import type { Blog } from '../model/blog.ts';
import type { Doc, DocSet, SidebarItem, Site, StandalonePage } from '../model/site.ts';
import { atBasePath, SEARCH_PATH, tagsPath } from '../model/urls.ts';

/** Every address that answers with a page, each once, in code-unit order. */
export function routesOf(
  site: Pick<Site, 'basePath' | 'docs' | 'categories' | 'tags' | 'pages' | 'sets' | 'blogs'>,
): string[] {
  const routes = [
    ...showing(site.docs).map(({ path }) => path),
    ...site.categories.map(({ path }) => path),
    ...site.tags.map(({ path }) => path),
    ...tagLists(site).map(({ path }) => path),
    ...showing(site.pages).map(({ path }) => path),
    ...site.blogs.flatMap(blogRoutes),
    atBasePath(SEARCH_PATH, site.basePath),
  ];
  return [...new Set(routes)].sort();
}

/** Those that show something: the others send their readers to another page. */
export function showing<Page extends Pick<Doc | StandalonePage, 'redirect'>>(pages: readonly Page[]): Page[] {
  return pages.filter(({ redirect }) => redirect === undefined);
}

export function blogRoutes(blog: Blog): string[] {
  return [...blog.posts.map(({ path }) => path), ...blogLists(blog)];
}

/** All of its pages that are no posts. */
export function blogLists({ lists, tagsPath, authorsPath, archivePath }: Blog): string[] {
  const single = [tagsPath, authorsPath, archivePath].filter((path) => path !== undefined);
  return [...lists.map(({ path }) => path), ...single];
}

/** The pages that list all tags of a set; there is none without tags. */
export function tagLists({ sets, tags }: Pick<Site, 'sets' | 'tags'>): { path: string; set: DocSet }[] {
  return sets.flatMap((set) => {
    const listed = tags.find((tag) => tag.set === set.key && !tag.unlisted);
    if (!listed) return [];
    const path = tagsPath(set.version.path);
    return [{ path: listed.path.endsWith('/') ? `${path}/` : path, set }];
  });
}

/** Of a sidebar, in its order. */
export function docIdsIn(items: readonly SidebarItem[]): string[] {
  return items.flatMap((item) => {
    if (item.type === 'html') return [];
    const own = item.docId === undefined ? [] : [item.docId];
    return item.type === 'category' ? [...own, ...docIdsIn(item.items)] : own;
  });
}
