import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/locales.ts';
import type { Category, Doc, DocSet, Site, Tag } from '../../model/site.ts';
import { atBasePath, sidebarFileUrl } from '../../model/urls.ts';
import { plural } from '../../shared/plural.ts';
import type { PageData, SidebarData } from '../../ui/page-data.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import { cardsOf } from './cards.ts';
import { editUrlOf } from './edit-url.ts';
import { indexSidebar, openBranches, type SidebarIndex } from './sidebar.ts';
import type { SitePage } from './site-pages.ts';
import { type Versions, versionsOf } from './versions.ts';

/** A page without its article's HTML, which is put in where the page is rendered. */
export type PagePlan = Omit<PageData, 'html'>;

/** The language that is read, and all that the site has. */
export interface Languages {
  current: SiteLocale;
  all: readonly SiteLocale[];
  /** Whether the page at an address of any language is not there for whom this is made. */
  isHidden?: (path: string) => boolean;
}

/** What pages are made from, indexed once. */
export interface PageSources {
  site: Site;
  config: SiteConfig;
  docs: ReadonlyMap<string, Doc>;
  versions: Versions;
  languages: Languages;
  sidebars: ReadonlyMap<string, SidebarIndex>;
}

export function pageSources(site: Site, config: SiteConfig, languages: Languages): PageSources {
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  return {
    site,
    config,
    docs,
    languages,
    versions: versionsOf(site, docs, config),
    sidebars: new Map(Object.entries(site.sidebars).map(([name, items]) => [name, indexSidebar(items)])),
  };
}

export function docPage(
  sources: PageSources,
  doc: Doc,
  article: Pick<ArticleSummary, 'toc' | 'hasTitle' | 'page'>,
): PagePlan {
  return {
    path: doc.path,
    kind: 'doc',
    title: article.hasTitle || doc.hideTitle ? undefined : doc.title,
    headTitle: article.page?.title ?? doc.title,
    description: article.page?.description ?? doc.description,
    keywords: unlessEmpty(doc.keywords),
    toc: article.toc,
    ...sidebarAt(sources, doc.set, doc.sidebar, doc.path),
    previous: doc.previous,
    next: doc.next,
    tags: unlessEmpty(doc.tags),
    unlisted: doc.unlisted || undefined,
    ...sources.versions.on(doc.set, doc),
    editUrl: editUrlOf(sources, doc),
    lastUpdate: lastUpdateIn(sources.site.language, doc),
  };
}

function lastUpdateIn(language: string, { lastUpdate }: Doc): PagePlan['lastUpdate'] {
  if (lastUpdate?.date === undefined || new Intl.Locale(language).language === 'en') return lastUpdate;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return { ...lastUpdate, day: days.format(new Date(lastUpdate.date)) };
}

export function categoryPage(sources: PageSources, category: Category): PagePlan {
  return {
    ...emptyPlan(category.path, 'category', category.title, category.title),
    description: category.description ?? '',
    keywords: unlessEmpty(category.keywords),
    ...sidebarAt(sources, category.set, category.sidebar, category.path),
    previous: category.previous,
    next: category.next,
    cards: cardsOf(category.items, sources.docs, sources.config.texts),
    ...sources.versions.on(category.set, category),
  };
}

/** `/docs/tags`: every tag, with the number of documents that bear it. */
export function tagsPage(sources: PageSources, path: string, set: DocSet): PagePlan {
  const { texts } = sources.config;
  const listed = sources.site.tags
    .filter((tag) => tag.set === set.key && !tag.unlisted)
    .sort((a, b) => a.label.localeCompare(b.label, sources.languages.current.name));
  return {
    ...emptyPlan(path, 'tags', texts.tags, texts.tags),
    cards: listed.map((tag) => ({
      href: tag.path,
      title: tag.label,
      description: String(tag.docIds.length),
      kind: 'link',
    })),
    ...sources.versions.on(set.key, undefined, 'tags'),
  };
}

/** `tagsPath` is absent when all tags are unlisted. */
export function tagPage(sources: PageSources, tag: Tag, tagsPath: string | undefined): PagePlan {
  const { texts } = sources.config;
  const docs = tag.docIds.flatMap((id) => sources.docs.get(id) ?? []).filter((doc) => !doc.unlisted);
  const title = texts.taggedWith
    .replace('{nDocsTagged}', plural(texts.docsTagged, docs.length, sources.languages.current.name))
    .replace('{tagName}', tag.label);
  return {
    ...emptyPlan(tag.path, 'tag', title, title),
    description: tag.description ?? '',
    allTags: tagsPath,
    cards: docs.map(({ path, title, description }) => ({ href: path, title, description, kind: 'doc' })),
    unlisted: tag.unlisted || undefined,
    ...sources.versions.on(tag.set, undefined, 'tags'),
  };
}

function sidebarAt(
  { sidebars, site }: PageSources,
  set: string,
  name: string | undefined,
  path: string,
): { breadcrumbs: PageData['breadcrumbs']; sidebar?: SidebarData } {
  const sidebar = name === undefined ? undefined : sidebars.get(name);
  if (name === undefined || !sidebar) return { breadcrumbs: [] };
  const hasBreadcrumbs = site.sets.find(({ key }) => key === set)?.breadcrumbs ?? true;
  const trail = hasBreadcrumbs ? sidebar.trail(path) : [];
  const breadcrumbs = trail.flatMap((item) => {
    if (item.type === 'html') return [];
    const href = item.type === 'category' && item.linkUnlisted ? undefined : item.href;
    return [{ label: item.label, href }];
  });
  return {
    breadcrumbs,
    sidebar: {
      name,
      items: openBranches(sidebar, path),
      file: atBasePath(sidebarFileUrl(name), site.rootPath),
    },
  };
}

function unlessEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** Drawn by the shell from the Site alone. */
export function shellPage(path: string, shows: PagePlan['kind'], plan: () => PagePlan): SitePage {
  return { kind: 'shell', path, shows, plan };
}

/** What every page has; `title`: its h1, where its article has none. */
export function emptyPlan(path: string, kind: PagePlan['kind'], headTitle: string, title?: string): PagePlan {
  return { path, kind, title, headTitle, description: '', toc: [], breadcrumbs: [] };
}
