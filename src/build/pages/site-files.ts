import type { SiteConfig } from '../../config/site-config.ts';
import { listBlogLists, listTagPages, removeRedirects } from '../../content/links/routes.ts';
import type { Site } from '../../model/site.ts';
import { buildSidebarFileUrl, buildTitlesUrl, LLMS_INDEX_URL, removeBasePath } from '../../model/urls.ts';
import { type FeedHtml, writeFeed } from './blog-feeds.ts';
import { writeLlmsIndex } from './markdown-files.ts';
import { markOutsideLinks } from './outside-links.ts';
import { writeFullSidebar } from './sidebar.ts';

/**
 * Files that are made quickly from the site as a whole, by URL. `isMain` marks the default language, which alone has
 * the index for language models. `html` renders posts for feeds.
 */
export function listSiteFiles(
  site: Site,
  config: SiteConfig,
  { isMain = true, writeHtml: html }: { isMain?: boolean; writeHtml?: FeedHtml } = {},
): ReadonlyMap<string, () => string> {
  return new Map([
    ...Object.entries(site.sidebars).map(
      ([name, items]) =>
        [
          buildSidebarFileUrl(name),
          () => JSON.stringify(writeFullSidebar(markOutsideLinks(items, config.infima))),
        ] as const,
    ),
    [
      buildTitlesUrl(removeBasePath(site.basePath, site.rootPath) ?? '/'),
      () => JSON.stringify(listTitles(site, config.texts)),
    ] as const,
    ...(isMain ? ([[LLMS_INDEX_URL, () => writeLlmsIndex(site, config)]] as const) : []),
    ...site.blogs.flatMap((blog) =>
      blog.feeds.map(
        ({ path, type }) =>
          [
            removeBasePath(path, site.rootPath) ?? path,
            () => writeFeed(blog, type, { config, language: site.language, html }),
          ] as const,
      ),
    ),
  ]);
}

/** `list` marks a page that only lists others, which readers don't look for. */
type ListedTitle = [path: string, title: string, kind?: 'list'];

/** Path and title of every listed page. If two lists have the same path, the last title counts. */
function listTitles(site: Site, texts: SiteConfig['texts']): ListedTitle[] {
  const isListed = (page: object) => !('unlisted' in page && page.unlisted);
  const blogLists = site.blogs.flatMap((blog) =>
    listBlogLists(blog).flatMap((path) => (path === blog.path ? [] : [{ path, title: blog.title }])),
  );
  const tagLists = listTagPages(site).map(({ path }) => ({ path, title: texts.tags }));
  const tags = site.tags.map(({ path, label, unlisted }) => ({ path, title: label, unlisted }));
  const blogTags = site.blogs.flatMap((blog) => blog.tags);
  // The home page of most sites is code, and has the title of the site.
  const home = { path: site.rootPath, title: texts.home };
  const lists = [home, ...blogLists, ...tagLists, ...tags, ...blogTags].filter(isListed);
  const posts = site.blogs.flatMap((blog) => [blog, ...blog.posts]);
  const pages = [...removeRedirects(site.docs), ...site.categories, ...removeRedirects(site.pages), ...posts];
  return [
    ...lists.map(({ path, title }): ListedTitle => [path, title, 'list']),
    ...pages.filter(isListed).map(({ path, title }): ListedTitle => [path, title]),
  ];
}

/**
 * Composes the style sheet: rules of the site's components, then those that replace inline styles of articles, each
 * once. Undefined if there are none.
 */
export function composeStyleSheet(
  articles: Iterable<readonly string[]>,
  components: readonly string[],
): string | undefined {
  const rules = new Set([...articles].flat());
  const componentStyles = new Set(components.map((style) => style.trim()));
  const parts = [...componentStyles, ...[...rules].sort()].filter(Boolean);
  return parts.length === 0 ? undefined : `${parts.join('\n')}\n`;
}
