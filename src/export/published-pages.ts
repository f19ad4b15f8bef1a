import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteJson } from '../content/site-json.ts';
import { type ManifestEntry, readManifest } from '../model/manifest.ts';
import type { SidebarItem } from '../model/site.ts';
import { belowBasePath, pageFileUrl } from '../model/urls.ts';
import type { PageFile } from '../ui/page-data.ts';

/** A published build, as far as a book is made of it. */
export interface PublishedPages {
  site: SiteJson;
  /** By address. */
  file(url: string): { bytes: Buffer; type: string } | undefined;
  /** The article of a page, with its heading. */
  article(path: string): { title: string; html: string } | undefined;
  /** The elements by which pages get their style. */
  styles: string;
}

/** `undefined` when nothing is published there. */
export function readPublished(distDir: string): PublishedPages | undefined {
  const manifest = readManifest(distDir);
  if (!manifest) return undefined;
  const entries = new Map(manifest.entries.map((entry) => [entry.url, entry]));
  const read = (entry: ManifestEntry) => readFileSync(path.join(distDir, entry.file));
  const site: SiteJson = JSON.parse(readFileSync(path.join(distDir, 'site.json'), 'utf8'));
  const at = (url: string) => entries.get(belowBasePath(url, manifest.basePath) ?? url);
  const home = at(site.docs[0]?.path ?? '/');
  const [html = ''] = home ? read(home).toString('utf8').split('</head>') : [];
  return {
    site,
    styles: (html.match(/<style>.*?<\/style>|<link rel="stylesheet"[^>]*>/gs) ?? []).join('\n'),
    file(url) {
      const entry = at(url);
      return entry && { bytes: read(entry), type: entry.type };
    },
    article(address) {
      const entry = entries.get(pageFileUrl(address));
      if (!entry) return undefined;
      const { page }: PageFile = JSON.parse(read(entry).toString('utf8'));
      return { title: page.headTitle, html: page.html };
    },
  };
}

export interface Chapter {
  /** 0 for the top; a category without a page has only a title. */
  level: number;
  title: string;
  path?: string | undefined;
}

type ChapterList = { chapters: Chapter[] } | { unknown: string; known: string[] };

/** What is in the book, in the order of the sidebars: everything, or one category. */
export function chaptersOf(site: SiteJson, category: string | undefined): ChapterList {
  const listed = new Set(site.docs.filter((doc) => !doc.unlisted).map((doc) => doc.path));
  const titles = new Map(site.docs.map((doc) => [doc.path, doc.title]));
  const all = Object.values(site.sidebars).flat();
  const found = category === undefined ? all : findCategory(all, category);
  if (!found) return { unknown: category ?? '', known: categoriesIn(all).map((item) => item.label) };
  const chapters: Chapter[] = [];
  const add = (items: readonly SidebarItem[], level: number) => {
    for (const item of items) {
      if (item.type === 'html' || (item.type === 'link' && !listed.has(item.href))) continue;
      const isDocument = item.href !== undefined && listed.has(item.href);
      const title = (item.href === undefined ? undefined : titles.get(item.href)) ?? item.label;
      chapters.push({ level, title, ...(isDocument ? { path: item.href } : {}) });
      if (item.type === 'category') add(item.items, level + 1);
    }
  };
  add(found, 0);
  return { chapters };
}

type CategoryItem = Extract<SidebarItem, { type: 'category' }>;

function categoriesIn(items: readonly SidebarItem[]): CategoryItem[] {
  return items.flatMap((item) => (item.type === 'category' ? [item, ...categoriesIn(item.items)] : []));
}

/** By its label, its address, or the last part of that. */
function findCategory(items: readonly SidebarItem[], name: string): SidebarItem[] | undefined {
  const wanted = name.toLowerCase();
  const found = categoriesIn(items).find(({ label, href }) =>
    [label, href, href?.split('/').at(-1)].some((known) => known?.toLowerCase() === wanted),
  );
  return found && [found];
}
