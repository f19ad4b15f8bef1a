import type { Site } from '../../content/site.ts';

export const SEARCH_PATH = '/search';
export const NOT_FOUND_PATH = '/404';

/** `/docs/tags`: the page that lists all tags; there is none without tags. */
export function tagsPath(site: Site): string | undefined {
  if (site.tags.every((tag) => tag.unlisted)) return undefined;
  return `${site.version.path === '/' ? '' : site.version.path}/tags`;
}

/** Every address that answers with a page, in code-unit order. */
export function routesOf(site: Site): string[] {
  const tags = tagsPath(site);
  const routes = new Set([
    ...site.docs.map((doc) => doc.path),
    ...site.categories.map((category) => category.path),
    ...site.tags.map((tag) => tag.path),
    ...(tags === undefined ? [] : [tags]),
    ...site.pages.map((page) => page.path),
    SEARCH_PATH,
  ]);
  return [...routes].sort();
}

/** `/_page` + path + `.json`; `/_page/index.json` for `/`. A trailing slash is part of the address. */
export function pageFileUrl(path: string): string {
  return path === '/' ? '/_page/index.json' : `/_page${path}.json`;
}
