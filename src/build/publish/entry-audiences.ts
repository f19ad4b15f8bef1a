import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import { fileAudiences } from '../../content/audiences.ts';
import { pageAudiences, sidebarAudiences } from '../../content/page-audiences.ts';
import { type Audience, anyOf } from '../../model/audience.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import type { Site } from '../../model/site.ts';
import { markdownPath, pageFileUrl, sidebarFileUrl } from '../../model/urls.ts';
import type { StoredArticle } from '../cache/build-cache.ts';
import { fileOf } from '../compile/documents.ts';
import type { Folders } from '../folders.ts';

interface Published {
  site: Site;
  config: Pick<SiteConfig, 'audiences'>;
  /** By file of the document. */
  articles: ReadonlyMap<string, StoredArticle>;
  folders: Folders;
}

/** By address: whom everything is there for that is not there for every reader. `served`: static files by address. */
export function entryAudiences(
  { site, config, articles, folders }: Published,
  served: ReadonlyMap<string, string>,
): Map<string, Audience> {
  const found = new Map<string, Audience>();
  for (const [page, audience] of pageAudiences(site))
    for (const url of [page, pageFileUrl(page), markdownPath(page)]) found.set(url, audience);
  for (const [name, audience] of sidebarAudiences(site)) found.set(sidebarFileUrl(name), audience);
  for (const blog of site.blogs)
    if (blog.audience !== undefined) for (const feed of blog.feeds) found.set(feed.path, blog.audience);
  for (const [url, audience] of assetAudiences(site, articles, folders)) found.set(url, audience);
  const byPattern = fileAudiences(config);
  for (const [url, file] of served) {
    const audience = byPattern(path.relative(folders.siteDir, file).split(path.sep).join('/'));
    if (audience !== undefined && audience !== 'readers') found.set(url, audience);
  }
  return found;
}

/** A picture is there for whom any page is there for that shows it. */
function assetAudiences(
  site: Site,
  articles: Published['articles'],
  folders: Folders,
): Map<string, Audience> {
  const users = new Map<string, (Audience | undefined)[]>();
  const note = (file: string, audience: Audience | undefined) => {
    for (const { url } of articles.get(file)?.summary.assets ?? [])
      users.set(url, [...(users.get(url) ?? []), audience]);
  };
  for (const doc of site.docs) note(fileOf({ kind: 'doc', doc }, folders), doc.audience);
  for (const { id, posts, audience } of site.blogs)
    for (const post of posts) note(fileOf({ kind: 'post', post, blog: id }, folders), audience);
  for (const page of site.pages)
    if (page.kind !== 'react') note(fileOf({ kind: 'page', page }, folders), page.audience);
  const narrow = [...users].map(([url, audiences]) => [url, anyOf(audiences)] as const);
  return new Map(narrow.filter(([, audience]) => audience !== 'readers'));
}

export function heldTo(audience: Audience | undefined, entry: ManifestEntry): ManifestEntry {
  return Array.isArray(audience) ? { ...entry, audience } : entry;
}

/** One file at one address, for the readers of both. */
export function sharedEntry(one: ManifestEntry, other: ManifestEntry): ManifestEntry {
  if (typeof one.audience === 'string' || typeof other.audience === 'string')
    return typeof one.audience === 'string' ? one : { ...one, audience: other.audience };
  return { ...one, audience: [...new Set([...one.audience, ...other.audience])].sort() };
}
