import type { SiteConfig } from '../../config/site-config.ts';
import type { Site } from '../../model/site.ts';
import { LLMS_INDEX_URL, sidebarFileUrl, TITLES_URL } from '../../model/urls.ts';
import type { StoredArticle } from '../cache/build-cache.ts';
import { llmsIndex } from './markdown-files.ts';
import { wholeSidebar } from './sidebar.ts';

/** What is made from the site as a whole and is quick to make, by its address. */
export function siteFiles(site: Site, config: SiteConfig): ReadonlyMap<string, () => string> {
  return new Map([
    ...Object.entries(site.sidebars).map(
      ([name, items]) => [sidebarFileUrl(name), () => JSON.stringify(wholeSidebar(items))] as const,
    ),
    [TITLES_URL, () => JSON.stringify(listedTitles(site))],
    [LLMS_INDEX_URL, () => llmsIndex(site, config)],
  ]);
}

/** Path and title of every listed page. */
function listedTitles(site: Site): [path: string, title: string][] {
  const pages = [...site.docs.filter((doc) => !doc.unlisted), ...site.categories, ...site.pages];
  return pages.map(({ path, title }) => [path, title]);
}

/** The style sheet: rules of the owner's components, then those of inline styles, each once; undefined when there are none. */
export function articleStyles(articles: Iterable<StoredArticle>, components: string): string | undefined {
  const rules = new Set<string>();
  for (const { summary } of articles) for (const rule of summary.styles) rules.add(rule);
  const parts = [components.trim(), ...[...rules].sort()].filter(Boolean);
  return parts.length === 0 ? undefined : `${parts.join('\n')}\n`;
}
