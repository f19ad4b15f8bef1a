import type { Texts } from '../../config/texts.ts';
import { listTagPages, withoutRedirects } from '../../content/routes.ts';
import { type OwnPage, type OwnPageName, ownPageList, ownPages } from '../../model/pages.ts';
import type { Site, StandalonePage, Tag } from '../../model/site.ts';
import { atBasePath } from '../../model/urls.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import type { ArticleSource } from '../compile/documents.ts';
import { blogPages } from './blog-pages.ts';
import {
  categoryPage,
  docPage,
  emptyPlan,
  type PagePlan,
  type PageSources,
  shellPage,
  tagPage,
  tagsPage,
} from './page-plan.ts';

/** A page that the site has, and what it takes to plan it. */
export type SitePage = { path: string; shows: PagePlan['kind'] } & (
  | { kind: 'article'; source: ArticleSource; plan(article: PlannedArticle): PagePlan }
  /** Made by a component of the site: `file` in the pages folder. */
  | { kind: 'component'; file: string; plan(rendered: RenderedComponent): PagePlan }
  /** A list with what comes first in these articles. */
  | { kind: 'excerpts'; sources: ArticleSource[]; plan(): PagePlan }
  /** Drawn by the shell from the Site alone. */
  | { kind: 'shell'; plan(): PagePlan }
);

/** What the plan of an article's page takes of it. */
export type PlannedArticle = Pick<ArticleSummary, 'toc' | 'hasTitle' | 'headings' | 'page'> &
  Partial<ArticleSummary>;

interface RenderedComponent {
  title: string;
  description: string;
}

/** Every page of the site, by its path. Where two want one address, and the owner was content with a warning, the first has it. */
export function sitePages(sources: PageSources): ReadonlyMap<string, SitePage> {
  const pages = new Map<string, SitePage>();
  for (const page of allPages(sources))
    if (!pages.has(page.path)) pages.set(page.path, inLanguages(page, sources));
  return pages;
}

/** With the menu of languages, where there are several. */
function inLanguages(page: SitePage, { languages }: PageSources): SitePage {
  const { current, all, isHidden } = languages;
  if (all.length === 1 || !page.path.startsWith(current.basePath)) return page;
  const below = page.path.slice(current.basePath.length);
  const there = all.filter((locale) => !isHidden?.(locale.basePath + below));
  const menu = there.map((locale) => ({
    label: locale.label,
    lang: locale.htmlLang,
    href: locale.basePath + below,
    ...(locale === current ? { current: true as const } : {}),
  }));
  const withMenu = (plan: PagePlan): PagePlan => ({ ...plan, languages: menu });
  switch (page.kind) {
    case 'article':
      return { ...page, plan: (article: PlannedArticle) => withMenu(page.plan(article)) };
    case 'component':
      return { ...page, plan: (rendered: RenderedComponent) => withMenu(page.plan(rendered)) };
    case 'excerpts':
    case 'shell':
      return { ...page, plan: () => withMenu(page.plan()) };
  }
}

function allPages(sources: PageSources): SitePage[] {
  const { site, config } = sources;
  const { texts } = config;
  const lists = listTagPages(site);
  const listOf = (tag: Tag) => lists.find(({ set }) => set.key === tag.set)?.path;
  return [
    ...withoutRedirects(site.docs).map((doc): SitePage => {
      const plan = (article: PlannedArticle) => docPage(sources, doc, article);
      return { kind: 'article', path: doc.path, shows: 'doc', source: { kind: 'doc', of: doc }, plan };
    }),
    ...withoutRedirects(site.pages).map((page) => standalonePage(page, config.name)),
    ...blogPages(sources),
    ...site.categories.map((category) =>
      shellPage(category.path, 'category', () => categoryPage(sources, category)),
    ),
    ...lists.map(({ path, set }) => shellPage(path, 'tags', () => tagsPage(sources, path, set))),
    ...site.tags.map((tag) => shellPage(tag.path, 'tag', () => tagPage(sources, tag, listOf(tag)))),
    ...ownPageList.map(([name]) => {
      const { path } = ownPages[name];
      return shellPage(atBasePath(path, site.basePath), name, () => ownPage(name, texts, site));
    }),
  ];
}

function standalonePage(page: StandalonePage, siteName: string): SitePage {
  const { path, file, kind } = page;
  if (kind === 'react') {
    const plan = ({ title, description }: RenderedComponent) => widePage(path, title, description);
    return { kind: 'component', path, shows: 'page', file, plan };
  }
  const plan = (article: PlannedArticle) => {
    if (kind === 'markdown') return markdownPage(page, article);
    // It says itself what it is called, by `@theme/Layout`.
    return widePage(path, article.page?.title ?? siteName, article.page?.description ?? '');
  };
  return { kind: 'article', path, shows: 'page', source: { kind: 'page', of: page }, plan };
}

function markdownPage(
  { path, title, description, unlisted }: StandalonePage,
  { headings, toc, page = {} }: PlannedArticle,
): PagePlan {
  return {
    ...emptyPlan(path, 'page', page.title ?? title),
    description: page.description ?? description,
    title: headings[0]?.level === 1 ? undefined : title,
    toc,
    unlisted: unlisted || undefined,
  };
}

/** Of a component that fills it. */
function widePage(path: string, title: string, description: string): PagePlan {
  return { ...emptyPlan(path, 'page', title), description, wide: true };
}

function ownPage(name: OwnPageName, texts: Texts, { basePath }: Site): PagePlan {
  const tabs = ownPageList
    .filter(([, page]) => page.audience === 'administrator')
    .map(([, page]) => ({ path: atBasePath(page.path, basePath), title: texts[page.title] }));
  const { path, title, audience, needsScripts }: OwnPage = ownPages[name];
  return {
    ...emptyPlan(atBasePath(path, basePath), name, texts[title]),
    needsScripts: needsScripts && texts[needsScripts],
    tabs: audience === 'administrator' ? tabs : undefined,
  };
}
