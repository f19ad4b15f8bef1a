import type { Site } from '../model/site.ts';
import { SEARCH_PATH, tagsPath } from '../model/urls.ts';

/** Every address that answers with a page, each once, in code-unit order. */
export function routesOf(site: Pick<Site, 'docs' | 'categories' | 'tags' | 'pages' | 'version'>): string[] {
  const routes = [
    ...site.docs.map(({ path }) => path),
    ...site.categories.map(({ path }) => path),
    ...site.tags.map(({ path }) => path),
    ...(site.tags.some(({ unlisted }) => !unlisted) ? [tagsPath(site.version.path)] : []),
    ...site.pages.map(({ path }) => path),
    SEARCH_PATH,
  ];
  return [...new Set(routes)].sort();
}
