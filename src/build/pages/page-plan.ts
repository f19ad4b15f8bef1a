import type { SiteConfig } from '../../config/site-config.ts';
import type { Category, Doc, Site, Tag } from '../../model/site.ts';
import { sidebarFileUrl } from '../../model/urls.ts';
import { countText } from '../../shared/count-text.ts';
import type { PageData, SidebarData } from '../../ui/page-data.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import { cardsOf } from './cards.ts';
import { indexSidebar, openBranches, type SidebarIndex } from './sidebar.ts';

/** A page without its article's HTML, which is put in where the page is rendered. */
export type PagePlan = Omit<PageData, 'html'>;

/** What pages are made from, indexed once. */
export interface PageSources {
  site: Site;
  config: SiteConfig;
  docs: ReadonlyMap<string, Doc>;
  sidebars: ReadonlyMap<string, SidebarIndex>;
}

export function pageSources(site: Site, config: SiteConfig): PageSources {
  return {
    site,
    config,
    docs: new Map(site.docs.map((doc) => [doc.id, doc])),
    sidebars: new Map(Object.entries(site.sidebars).map(([name, items]) => [name, indexSidebar(items)])),
  };
}

export function docPage(
  sources: PageSources,
  doc: Doc,
  article: Pick<ArticleSummary, 'toc' | 'hasTitle'>,
): PagePlan {
  return {
    path: doc.path,
    kind: 'doc',
    title: article.hasTitle || doc.hideTitle ? undefined : doc.title,
    headTitle: doc.title,
    description: doc.description,
    keywords: unlessEmpty(doc.keywords),
    toc: article.toc,
    ...sidebarAt(sources, doc.sidebar, doc.path),
    previous: doc.previous,
    next: doc.next,
    tags: unlessEmpty(doc.tags),
    unlisted: doc.unlisted || undefined,
    version: sources.site.version.label,
    editUrl: editUrlOf(sources.config, doc),
    lastUpdate: doc.lastUpdate,
  };
}

export function categoryPage(sources: PageSources, category: Category): PagePlan {
  return {
    path: category.path,
    kind: 'category',
    title: category.title,
    headTitle: category.title,
    description: category.description ?? '',
    keywords: unlessEmpty(category.keywords),
    toc: [],
    ...sidebarAt(sources, category.sidebar, category.path),
    previous: category.previous,
    next: category.next,
    cards: cardsOf(category.items, sources.docs, sources.config.texts),
    version: sources.site.version.label,
  };
}

/** `/docs/tags`: every tag, with the number of documents that bear it. */
export function tagsPage(sources: PageSources, path: string): PagePlan {
  const { texts } = sources.config;
  const listed = sources.site.tags.filter((tag) => !tag.unlisted);
  return {
    path,
    kind: 'tags',
    title: texts.tags,
    headTitle: texts.tags,
    description: '',
    toc: [],
    breadcrumbs: [],
    cards: listed.map((tag) => ({
      href: tag.path,
      title: tag.label,
      description: countText(tag.docIds.length, texts.oneDocument, texts.manyDocuments),
      kind: 'link',
    })),
    version: sources.site.version.label,
  };
}

/** `tagsPath` is absent when all tags are unlisted. */
export function tagPage(sources: PageSources, tag: Tag, tagsPath: string | undefined): PagePlan {
  const { texts } = sources.config;
  const docs = tag.docIds.flatMap((id) => sources.docs.get(id) ?? []).filter((doc) => !doc.unlisted);
  const count = countText(docs.length, texts.oneDocument, texts.manyDocuments);
  const title = texts.tagged.replace('{documents}', () => count).replace('{tag}', () => tag.label);
  return {
    path: tag.path,
    kind: 'tag',
    title,
    headTitle: title,
    description: tag.description ?? '',
    toc: [],
    breadcrumbs: tagsPath === undefined ? [] : [{ label: texts.tags, href: tagsPath }, { label: tag.label }],
    cards: docs.map((doc) => ({
      href: doc.path,
      title: doc.title,
      description: doc.description,
      kind: 'doc',
    })),
    unlisted: tag.unlisted || undefined,
    version: sources.site.version.label,
  };
}

function sidebarAt(
  { sidebars }: PageSources,
  name: string | undefined,
  path: string,
): { breadcrumbs: PageData['breadcrumbs']; sidebar?: SidebarData } {
  const sidebar = name === undefined ? undefined : sidebars.get(name);
  if (name === undefined || !sidebar) return { breadcrumbs: [] };
  const breadcrumbs = sidebar.trail(path).flatMap((item) => {
    if (item.type === 'html') return [];
    const href = item.type === 'category' && item.linkUnlisted ? undefined : item.href;
    return [{ label: item.label, href }];
  });
  return { breadcrumbs, sidebar: { name, items: openBranches(sidebar, path), file: sidebarFileUrl(name) } };
}

function editUrlOf(config: SiteConfig, doc: Doc): string | undefined {
  if (doc.editUrl !== undefined) return doc.editUrl ?? undefined;
  if (config.editUrl === undefined) return undefined;
  return new URL(encodeURI(doc.file), config.editUrl.endsWith('/') ? config.editUrl : `${config.editUrl}/`)
    .href;
}

function unlessEmpty<Item>(items: Item[]): Item[] | undefined {
  return items.length > 0 ? items : undefined;
}
