import type { SiteConfig } from '../../config/site-config.ts';
import { createFileAudiences } from '../../content/declared-audiences.ts';
import { collectPageAudiences, collectSidebarAudiences } from '../../content/page-audiences.ts';
import { type Audience, uniteAudiences } from '../../model/audience.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import {
  ARTICLE_STYLES_URL,
  atBasePath,
  belowBasePath,
  LLMS_FULL_URL,
  LLMS_INDEX_URL,
  markdownPath,
  pageFileUrl,
  ROBOTS_URL,
  SEARCH_PATH,
  SITEMAP_URL,
  sidebarFileUrl,
} from '../../model/urls.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import { compiledIn } from '../compile/documents.ts';
import type { PreparedSite } from '../prepare-site.ts';

/** By address, as the manifest has it: whom everything is there for that is not there for every reader. `served`: static files by address. */
export function entryAudiences(
  language: PreparedSite,
  served: ReadonlyMap<string, string>,
): Map<string, Audience> {
  const { site, config, folders } = language;
  const found = new Map<string, Audience>();
  const below = (url: string) => belowBasePath(url, site.rootPath) ?? url;
  for (const [page, audience] of collectPageAudiences(site))
    for (const url of [below(page), pageFileUrl(page), markdownPath(below(page))]) found.set(url, audience);
  for (const [name, audience] of collectSidebarAudiences(site)) found.set(sidebarFileUrl(name), audience);
  for (const blog of site.blogs)
    if (blog.audience !== undefined)
      for (const feed of blog.feeds) found.set(below(feed.path), blog.audience);
  for (const [url, audience] of assetAudiences(language)) found.set(below(url), audience);
  const byPattern = createFileAudiences(config);
  for (const [url, file] of served) {
    const audience = byPattern(pathFrom(folders.siteDir, file));
    if (audience !== undefined && audience !== 'readers') found.set(url, audience);
  }
  // What every public page needs, or has to do with all of them.
  if ([...found.values()].includes('public')) {
    const search = atBasePath(SEARCH_PATH, site.basePath);
    const lists = [SITEMAP_URL, ROBOTS_URL, LLMS_INDEX_URL, LLMS_FULL_URL, ARTICLE_STYLES_URL];
    const logos = logosOf(config, below(site.basePath));
    for (const url of [below(search), pageFileUrl(search), ...lists, ...logos]) found.set(url, 'public');
  }
  return found;
}

function logosOf({ navbar, footer }: SiteConfig, basePath: string): string[] {
  const files = [navbar.logo?.src, navbar.logo?.srcDark, footer.logo?.src, footer.logo?.srcDark];
  return files.flatMap((file) => (file === undefined ? [] : [basePath + file.replace(/^\//, '')]));
}

/** A picture is there for whom any page is there for that shows it. */
function assetAudiences(language: PreparedSite): Map<string, Audience> {
  const users = new Map<string, (Audience | undefined)[]>();
  for (const { audience, summary } of compiledIn(language))
    for (const { url } of summary.assets) users.set(url, [...(users.get(url) ?? []), audience]);
  const narrow = [...users].map(([url, audiences]) => [url, uniteAudiences(audiences)] as const);
  return new Map(narrow.filter(([, audience]) => audience !== 'readers'));
}

export function heldTo(audience: Audience | undefined, entry: ManifestEntry): ManifestEntry {
  return Array.isArray(audience) || audience === 'public' ? { ...entry, audience } : entry;
}

/** One file at one address, for the readers of both. */
export function sharedEntry(one: ManifestEntry, other: ManifestEntry): ManifestEntry {
  if (other.audience === 'public' || other.audience === 'visitor') return other;
  if (typeof one.audience === 'string' || typeof other.audience === 'string')
    return typeof one.audience === 'string' ? one : { ...one, audience: other.audience };
  return { ...one, audience: [...new Set([...one.audience, ...other.audience])].sort() };
}
