import type { SiteConfig } from '../../config/site-config.ts';
import type { SiteLocale } from '../../content/languages/locales.ts';
import { getOutsideLinkAttributes } from '../../model/outside-link.ts';
import { commonPages, type OwnPage, type PageServing } from '../../model/pages.ts';
import type { Category, Doc, DocSet, Site, Tag } from '../../model/site.ts';
import { buildSidebarFileUrl, joinBasePath } from '../../model/urls.ts';
import { formatPlural } from '../../shared/plural.ts';
import type { PageData, SidebarData } from '../../ui/page-data.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import { createCards } from './cards.ts';
import { markOutsideLinks } from './outside-links.ts';
import { indexSidebar, type SidebarIndex, selectOpenBranches } from './sidebar.ts';
import type { SitePage } from './site-pages.ts';
import { createVersions, type Versions } from './versions.ts';

/** A page without its article's HTML, which is added when the page is rendered. */
export type PagePlan = Omit<PageData, 'html'>;

/** The language of a page, and all languages of the site. */
export interface Languages {
  current: SiteLocale;
  all: readonly SiteLocale[];
  /** Whether the readers of these pages may not see the page at a path of any language. */
  isHidden?: (path: string) => boolean;
}

/** Everything that pages are planned from, indexed once. */
export interface PageSources {
  site: Site;
  config: SiteConfig;
  docs: ReadonlyMap<string, Doc>;
  versions: Versions;
  languages: Languages;
  sidebars: ReadonlyMap<string, SidebarIndex>;
  /** Pages of the engine and of features, by name. */
  ownPages: Readonly<Record<string, OwnPage>>;
}

export function createPageSources(
  site: Site,
  config: SiteConfig,
  languages: Languages,
  featurePages: Readonly<Record<string, OwnPage>> = {},
): PageSources {
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  return {
    site,
    config,
    docs,
    languages,
    ownPages: { ...commonPages, ...featurePages },
    versions: createVersions(site, docs, config),
    sidebars: new Map(
      Object.entries(site.sidebars).map(([name, items]) => [
        name,
        indexSidebar(markOutsideLinks(items, config.infima)),
      ]),
    ),
  };
}

export function planDocPage(
  sources: PageSources,
  doc: Doc,
  article: Pick<ArticleSummary, 'toc' | 'hasTitle' | 'page'>,
): PagePlan {
  return {
    path: doc.path,
    kind: 'doc',
    title: article.hasTitle || doc.hideTitle ? undefined : doc.title,
    headTitle: article.page?.title ?? doc.title,
    isWholeTitle: article.page?.isWholeTitle,
    description: article.page?.description ?? doc.description,
    keywords: omitIfEmpty(doc.keywords),
    toc: article.toc,
    ...planSidebar(sources, doc.set, doc.sidebar, doc.path),
    previous: doc.previous,
    next: doc.next,
    tags: omitIfEmpty(doc.tags),
    unlisted: doc.unlisted || undefined,
    ...sources.versions.describeOn(doc.set, doc),
    edit: createEditLink(doc.editUrl, sources.config),
    lastUpdate: localizeLastUpdate(sources.site.language, doc),
  };
}

export const EDIT_LINK_CLASS = 'article-footer__edit';

/** The link that leads to the source of a page. */
export function createEditLink(
  editUrl: string | null | undefined,
  { infima }: Pick<SiteConfig, 'infima'>,
): PagePlan['edit'] {
  if (editUrl === undefined || editUrl === null) return undefined;
  if (!infima) return { href: editUrl, className: EDIT_LINK_CLASS };
  return {
    href: editUrl,
    className: `${EDIT_LINK_CLASS} theme-edit-this-page`,
    ...getOutsideLinkAttributes(editUrl),
  };
}

function localizeLastUpdate(language: string, { lastUpdate }: Doc): PagePlan['lastUpdate'] {
  if (lastUpdate?.date === undefined || new Intl.Locale(language).language === 'en') return lastUpdate;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return { ...lastUpdate, day: days.format(new Date(lastUpdate.date)) };
}

export function planCategoryPage(sources: PageSources, category: Category): PagePlan {
  return {
    ...createEmptyPlan(category.path, 'category', category.title, category.title),
    description: category.description ?? '',
    keywords: omitIfEmpty(category.keywords),
    ...planSidebar(sources, category.set, category.sidebar, category.path),
    previous: category.previous,
    next: category.next,
    cards: createCards(
      markOutsideLinks(category.items, sources.config.infima),
      sources.docs,
      sources.config.texts,
    ),
    ...sources.versions.describeOn(category.set, category),
  };
}

/** `/docs/tags`: all tags, with the number of documents of each. */
export function planTagsPage(sources: PageSources, path: string, set: DocSet): PagePlan {
  const { texts } = sources.config;
  const listedTags = sources.site.tags
    .filter((tag) => tag.set === set.key && !tag.unlisted)
    .sort((a, b) => a.label.localeCompare(b.label, sources.languages.current.name));
  return {
    ...createEmptyPlan(path, 'tags', texts.tags, texts.tags),
    cards: listedTags.map((tag) => ({
      href: tag.path,
      title: tag.label,
      description: String(tag.docIds.length),
      kind: 'link',
    })),
    ...sources.versions.describeOn(set.key, undefined, 'tags'),
  };
}

/** `tagsPath` is undefined if all tags are unlisted. */
export function planTagPage(sources: PageSources, tag: Tag, tagsPath: string | undefined): PagePlan {
  const { texts } = sources.config;
  const docs = tag.docIds.flatMap((id) => sources.docs.get(id) ?? []).filter((doc) => !doc.unlisted);
  const title = texts.taggedWith
    .replace('{nDocsTagged}', formatPlural(texts.docsTagged, docs.length, sources.languages.current.name))
    .replace('{tagName}', tag.label);
  return {
    ...createEmptyPlan(tag.path, 'tag', title, title),
    description: tag.description ?? '',
    allTags: tagsPath,
    cards: docs.map(({ path, title, description }) => ({ href: path, title, description, kind: 'doc' })),
    unlisted: tag.unlisted || undefined,
    ...sources.versions.describeOn(tag.set, undefined, 'tags'),
  };
}

/** Name of the sidebar with the main document of the latest version. Undefined if the site has no sidebar. */
export function findMainSidebar({ docs, site }: Pick<PageSources, 'docs' | 'site'>): string | undefined {
  return docs.get(site.version.mainDocId)?.sidebar ?? Object.keys(site.sidebars)[0];
}

/** A sidebar as the page at `path` shows it. */
export function createSidebarData(
  { sidebars, site }: PageSources,
  name: string | undefined,
  path: string,
): SidebarData | undefined {
  const sidebar = name === undefined ? undefined : sidebars.get(name);
  if (name === undefined || !sidebar) return undefined;
  return {
    name,
    items: selectOpenBranches(sidebar, path),
    file: joinBasePath(buildSidebarFileUrl(name), site.rootPath),
  };
}

function planSidebar(
  sources: PageSources,
  set: string,
  name: string | undefined,
  path: string,
): { breadcrumbs: PageData['breadcrumbs']; sidebar?: SidebarData } {
  const { sidebars, site } = sources;
  const sidebar = name === undefined ? undefined : sidebars.get(name);
  const data = createSidebarData(sources, name, path);
  if (!sidebar) return { breadcrumbs: [] };
  const hasBreadcrumbs = site.sets.find(({ key }) => key === set)?.breadcrumbs ?? true;
  const trail = hasBreadcrumbs ? sidebar.getTrail(path) : [];
  const breadcrumbs = trail.flatMap((item) => {
    if (item.type === 'html') return [];
    const href = item.type === 'category' && item.linkUnlisted ? undefined : item.href;
    return [{ label: item.label, href }];
  });
  return {
    breadcrumbs,
    ...(data && { sidebar: data }),
  };
}

function omitIfEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

/** Plans a page that the shell renders from the Site alone. */
export function createShellPage(
  path: string,
  shows: PagePlan['kind'],
  plan: () => PagePlan,
  serving?: PageServing,
): SitePage {
  return { kind: 'shell', path, shows, plan, ...(serving && { serving }) };
}

/** The properties that every page has. `title` is the h1, if the article has none. */
export function createEmptyPlan(
  path: string,
  kind: PagePlan['kind'],
  headTitle: string,
  title?: string,
): PagePlan {
  return { path, kind, title, headTitle, description: '', toc: [], breadcrumbs: [] };
}
