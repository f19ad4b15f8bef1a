import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteJson } from '../../content/site-json.ts';
import { type ManifestEntry, readLiveManifest } from '../../model/manifest.ts';
import type { SidebarItem } from '../../model/site.ts';
import { buildPageFileUrl, removeBasePath } from '../../model/urls.ts';
import { foldCase } from '../../shared/canonical-text.ts';
import type { PageFile } from '../../ui/page-data.ts';

/** The parts of a published release that a book is made of. */
export interface PublishedPages {
  site: SiteJson;
  /** BCP 47 tag of the pages, which are in the default language. */
  language: string;
  /** Reads the file at a URL. */
  readFile(url: string): { bytes: Buffer; type: string } | undefined;
  /** Reads the article of a page. */
  findArticle(path: string): { title: string; html: string } | undefined;
  /** The `<style>` and `<link>` elements of a page. */
  styles: string;
}

/** Reads the release in a dist folder. Returns `undefined` if there is none. */
export function readPublishedPages(distDir: string): PublishedPages | undefined {
  const manifest = readLiveManifest(distDir);
  if (!manifest) return undefined;
  const entries = new Map(manifest.entries.map((entry) => [entry.url, entry]));
  const read = (entry: ManifestEntry) => readFileSync(path.join(distDir, entry.file));
  const site: SiteJson = JSON.parse(readFileSync(path.join(distDir, 'site.json'), 'utf8'));
  const findEntry = (url: string) => entries.get(removeBasePath(url, manifest.basePath) ?? url);
  const home = findEntry(site.docs[0]?.path ?? '/');
  const [html = ''] = home ? read(home).toString('utf8').split('</head>') : [];
  return {
    site,
    language: manifest.languages[0]?.tag ?? 'en',
    styles: (html.match(/<style>.*?<\/style>|<link rel="stylesheet"[^>]*>/gs) ?? []).join('\n'),
    readFile(url) {
      const entry = findEntry(url);
      return entry && { bytes: read(entry), type: entry.type };
    },
    findArticle(pagePath) {
      const entry = entries.get(buildPageFileUrl(pagePath));
      if (!entry) return undefined;
      const { page }: PageFile = JSON.parse(read(entry).toString('utf8'));
      return { title: page.headTitle, html: page.html };
    },
  };
}

export interface Chapter {
  /** Depth in the sidebar, starting at 0. */
  level: number;
  title: string;
  /** Undefined for a category without a page. */
  path?: string | undefined;
}

type ChapterList = { chapters: Chapter[] } | { unknown: string; known: string[] };

/**
 * Lists the chapters of the book in the order of the sidebars: all of them, or those of one category. For an unknown
 * category, returns the names of the existing ones.
 */
export function listChapters(site: SiteJson, category: string | undefined): ChapterList {
  const listedPaths = new Set(site.docs.filter((doc) => !doc.unlisted).map((doc) => doc.path));
  const titles = new Map(site.docs.map((doc) => [doc.path, doc.title]));
  const all = Object.values(site.sidebars).flat();
  const chosenItems = category === undefined ? all : findCategory(all, category);
  if (!chosenItems) return { unknown: category ?? '', known: listCategories(all).map((item) => item.label) };
  const chapters: Chapter[] = [];
  const addChapters = (items: readonly SidebarItem[], level: number) => {
    for (const item of items) {
      if (item.type === 'html' || (item.type === 'link' && !listedPaths.has(item.href))) continue;
      const isDocument = item.href !== undefined && listedPaths.has(item.href);
      const title = (item.href === undefined ? undefined : titles.get(item.href)) ?? item.label;
      chapters.push({ level, title, ...(isDocument ? { path: item.href } : {}) });
      if (item.type === 'category') addChapters(item.items, level + 1);
    }
  };
  addChapters(chosenItems, 0);
  return { chapters };
}

type CategoryItem = Extract<SidebarItem, { type: 'category' }>;

function listCategories(items: readonly SidebarItem[]): CategoryItem[] {
  return items.flatMap((item) => (item.type === 'category' ? [item, ...listCategories(item.items)] : []));
}

/** Finds a category by its label, its path, or the last segment of its path, ignoring case. */
function findCategory(items: readonly SidebarItem[], name: string): SidebarItem[] | undefined {
  const foldedName = foldCase(name);
  const category = listCategories(items).find(({ label, href }) =>
    [label, href, href?.split('/').at(-1)].some(
      (candidate) => candidate !== undefined && foldCase(candidate) === foldedName,
    ),
  );
  return category && [category];
}
