import type { Site } from '../../model/site.ts';
import { tagsPath } from '../../model/urls.ts';

/** `/docs/tags`: the page that lists all tags; there is none without tags. */
export function listedTagsPath(site: Site): string | undefined {
  return site.tags.every((tag) => tag.unlisted) ? undefined : tagsPath(site.version.path);
}

/** Path and title of every listed page. */
export function listedTitles(site: Site): [path: string, title: string][] {
  const pages = [...site.docs.filter((doc) => !doc.unlisted), ...site.categories, ...site.pages];
  return pages.map(({ path, title }) => [path, title]);
}
