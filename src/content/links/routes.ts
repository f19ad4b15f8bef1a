import type { Blog } from '../../model/blog.ts';
import type { Doc, DocSet, SidebarItem, Site, StandalonePage } from '../../model/site.ts';
import { buildTagsPath, joinBasePath, SEARCH_PATH } from '../../model/urls.ts';

/** Every address that answers with a page, without duplicates, sorted by code unit. */
export function listRoutes(
  site: Pick<Site, 'basePath' | 'docs' | 'categories' | 'tags' | 'pages' | 'sets' | 'blogs'>,
): string[] {
  const routes = [
    ...removeRedirects(site.docs).map(({ path }) => path),
    ...site.categories.map(({ path }) => path),
    ...site.tags.map(({ path }) => path),
    ...listTagPages(site).map(({ path }) => path),
    ...removeRedirects(site.pages).map(({ path }) => path),
    ...site.blogs.flatMap(listBlogRoutes),
    joinBasePath(SEARCH_PATH, site.basePath),
  ];
  return [...new Set(routes)].sort();
}

/** Leaves out pages that only redirect to another page. */
export function removeRedirects<Page extends Pick<Doc | StandalonePage, 'redirect'>>(
  pages: readonly Page[],
): Page[] {
  return pages.filter(({ redirect }) => redirect === undefined);
}

export function listBlogRoutes(blog: Blog): string[] {
  return [...blog.posts.map(({ path }) => path), ...listBlogLists(blog)];
}

/** All pages of a blog except its posts. */
export function listBlogLists({ lists, tagsPath, authorsPath, archivePath }: Blog): string[] {
  const single = [tagsPath, authorsPath, archivePath].filter((path) => path !== undefined);
  return [...lists.map(({ path }) => path), ...single];
}

/** The pages that list all tags of a set. A set without tags has none. */
export function listTagPages({ sets, tags }: Pick<Site, 'sets' | 'tags'>): { path: string; set: DocSet }[] {
  return sets.flatMap((set) => {
    const listedTag = tags.find((tag) => tag.set === set.key && !tag.unlisted);
    if (!listedTag) return [];
    const path = buildTagsPath(set.version.path);
    return [{ path: listedTag.path.endsWith('/') ? `${path}/` : path, set }];
  });
}

/** Ids of the documents in a sidebar, in its order. */
export function collectDocIds(items: readonly SidebarItem[]): string[] {
  return items.flatMap((item) => {
    if (item.type === 'html') return [];
    const ownIds = item.docId === undefined ? [] : [item.docId];
    return item.type === 'category' ? [...ownIds, ...collectDocIds(item.items)] : ownIds;
  });
}
