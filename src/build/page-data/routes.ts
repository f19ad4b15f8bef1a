import type { Site } from '../../model/site.ts';

export const NOT_FOUND_PATH = '/404';

/** `/docs/tags`: the page that lists all tags; there is none without tags. */
export function tagsPath(site: Site): string | undefined {
  if (site.tags.every((tag) => tag.unlisted)) return undefined;
  return `${site.version.path === '/' ? '' : site.version.path}/tags`;
}

/** Path and title of every listed page. */
export function listedTitles(site: Site): [path: string, title: string][] {
  const pages = [...site.docs.filter((doc) => !doc.unlisted), ...site.categories, ...site.pages];
  return pages.map(({ path, title }) => [path, title]);
}

/** `/_page` + path + `.json`; `/_page/index.json` for `/`. A trailing slash is part of the address. */
export function pageFileUrl(path: string): string {
  return path === '/' ? '/_page/index.json' : `/_page${path}.json`;
}
