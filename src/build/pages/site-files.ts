import type { SiteConfig } from '../../config/site-config.ts';
import { withoutRedirects } from '../../content/routes.ts';
import type { Site } from '../../model/site.ts';
import { belowBasePath, LLMS_INDEX_URL, sidebarFileUrl, TITLES_URL } from '../../model/urls.ts';
import { type FeedHtml, feedOf } from './blog-feeds.ts';
import { llmsIndex } from './markdown-files.ts';
import { fullSidebar } from './sidebar.ts';

/**
 * What is made from the site as a whole and is quick to make, by its address. `isMain`: in the site's own language,
 * which alone has the lists of all pages. `html`: of posts, for feeds.
 */
export function siteFiles(
  site: Site,
  config: SiteConfig,
  { isMain = true, html }: { isMain?: boolean; html?: FeedHtml } = {},
): ReadonlyMap<string, () => string> {
  return new Map([
    ...Object.entries(site.sidebars).map(
      ([name, items]) => [sidebarFileUrl(name), () => JSON.stringify(fullSidebar(items))] as const,
    ),
    ...(isMain
      ? ([
          [TITLES_URL, () => JSON.stringify(listedTitles(site))],
          [LLMS_INDEX_URL, () => llmsIndex(site, config)],
        ] as const)
      : []),
    ...site.blogs.flatMap((blog) =>
      blog.feeds.map(
        ({ path, type }) =>
          [
            belowBasePath(path, site.rootPath) ?? path,
            () => feedOf(blog, type, { config, language: site.language, html }),
          ] as const,
      ),
    ),
  ]);
}

/** Path and title of every listed page. */
function listedTitles(site: Site): [path: string, title: string][] {
  const posts = site.blogs.flatMap((blog) => [blog, ...blog.posts.filter((post) => !post.unlisted)]);
  const pages = [
    ...withoutRedirects(site.docs),
    ...site.categories,
    ...withoutRedirects(site.pages),
    ...posts,
  ].filter((page) => !('unlisted' in page && page.unlisted));
  return pages.map(({ path, title }) => [path, title]);
}

/**
 * The style sheet: rules of the owner's components, then those that inline styles of the articles became, each once;
 * undefined when there are none.
 */
export function styleSheet(
  articles: Iterable<readonly string[]>,
  components: readonly string[],
): string | undefined {
  const rules = new Set([...articles].flat());
  const parts = [...new Set(components.map((style) => style.trim())), ...[...rules].sort()].filter(Boolean);
  return parts.length === 0 ? undefined : `${parts.join('\n')}\n`;
}
