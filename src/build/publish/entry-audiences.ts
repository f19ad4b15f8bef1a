import type { SiteConfig } from '../../config/site-config.ts';
import { createFileAudiences } from '../../content/audiences/declared-audiences.ts';
import { collectPageAudiences, collectSidebarAudiences } from '../../content/audiences/page-audiences.ts';
import { type Audience, uniteAudiences } from '../../model/audience.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import {
  ARTICLE_STYLES_URL,
  buildMarkdownPath,
  buildPageFileUrl,
  buildSidebarFileUrl,
  buildSocialPictureUrl,
  joinBasePath,
  LLMS_FULL_URL,
  LLMS_INDEX_URL,
  ROBOTS_URL,
  removeBasePath,
  SEARCH_PATH,
  SITEMAP_URL,
} from '../../model/urls.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { listCompiledArticles } from '../compile/documents.ts';
import type { PreparedSite } from '../site-build.ts';

/**
 * The audience of everything that isn't for every reader, by URL as the manifest has it. `audienceByFile` has static
 * files by URL.
 */
export function collectEntryAudiences(
  language: PreparedSite,
  audienceByFile: ReadonlyMap<string, string>,
): Map<string, Audience> {
  const { site, config, folders } = language;
  const audiencesByUrl = new Map<string, Audience>();
  const removeRootPath = (url: string) => removeBasePath(url, site.rootPath) ?? url;
  for (const [page, audience] of collectPageAudiences(site))
    for (const url of [
      removeRootPath(page),
      buildPageFileUrl(page),
      buildMarkdownPath(removeRootPath(page)),
      buildSocialPictureUrl(page),
    ])
      audiencesByUrl.set(url, audience);
  for (const [name, audience] of collectSidebarAudiences(site))
    audiencesByUrl.set(buildSidebarFileUrl(name), audience);
  for (const blog of site.blogs)
    if (blog.audience !== undefined)
      for (const feed of blog.feeds) audiencesByUrl.set(removeRootPath(feed.path), blog.audience);
  for (const [url, audience] of collectAssetAudiences(language))
    audiencesByUrl.set(removeRootPath(url), audience);
  const byPattern = createFileAudiences(config);
  for (const [url, file] of audienceByFile) {
    const audience = byPattern(formatPathFrom(folders.siteDir, file));
    if (audience !== undefined && audience !== 'readers') audiencesByUrl.set(url, audience);
  }
  // Files that every public page needs, and lists that contain public pages.
  if ([...audiencesByUrl.values()].includes('public')) {
    const search = joinBasePath(SEARCH_PATH, site.basePath);
    const lists = [SITEMAP_URL, ROBOTS_URL, LLMS_INDEX_URL, LLMS_FULL_URL, ARTICLE_STYLES_URL];
    const logos = listLogos(config, removeRootPath(site.basePath));
    for (const url of [removeRootPath(search), buildPageFileUrl(search), ...lists, ...logos])
      audiencesByUrl.set(url, 'public');
  }
  return audiencesByUrl;
}

function listLogos({ navbar, footer }: SiteConfig, basePath: string): string[] {
  const files = [navbar.logo?.src, navbar.logo?.srcDark, footer.logo?.src, footer.logo?.srcDark];
  return files.flatMap((file) => (file === undefined ? [] : [basePath + file.replace(/^\//, '')]));
}

/** An image is for the readers of all pages that show it. */
function collectAssetAudiences(language: PreparedSite): Map<string, Audience> {
  const users = new Map<string, (Audience | undefined)[]>();
  for (const { audience, summary } of listCompiledArticles(language))
    for (const { url } of summary.assets) users.set(url, [...(users.get(url) ?? []), audience]);
  const narrow = [...users].map(([url, audiences]) => [url, uniteAudiences(audiences)] as const);
  return new Map(narrow.filter(([, audience]) => audience !== 'readers'));
}

/** Adds an audience to an entry, if it differs from the default. */
export function restrictTo(audience: Audience | undefined, entry: ManifestEntry): ManifestEntry {
  return Array.isArray(audience) || audience === 'public' ? { ...entry, audience } : entry;
}

/** Merges two entries of one URL and file into one for the readers of both. */
export function mergeAudiences(one: ManifestEntry, other: ManifestEntry): ManifestEntry {
  if (other.audience === 'public' || other.audience === 'visitor') return other;
  if (typeof one.audience === 'string' || typeof other.audience === 'string')
    return typeof one.audience === 'string' ? one : { ...one, audience: other.audience };
  return { ...one, audience: [...new Set([...one.audience, ...other.audience])].sort() };
}
