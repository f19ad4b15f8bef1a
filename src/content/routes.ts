import type { Site } from '../model/site.ts';

/** Addresses of the pages that every site has besides its content. */
export const SEARCH_PATH = '/search';

/** Every address that answers with a page, each once, in code-unit order. */
export function routesOf(site: Pick<Site, 'docs' | 'categories' | 'tags' | 'pages' | 'version'>): string[] {
  const routes = [
    ...site.docs.map(({ path }) => path),
    ...site.categories.map(({ path }) => path),
    ...site.tags.map(({ path }) => path),
    ...(site.tags.some(({ unlisted }) => !unlisted) ? [`${site.version.path}/tags`] : []),
    ...site.pages.map(({ path }) => path),
    SEARCH_PATH,
  ];
  return [...new Set(routes)].sort();
}
