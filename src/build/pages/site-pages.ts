import type { SiteConfig } from '../../config/site-config.ts';
import { listTagPages, removeRedirects } from '../../content/links/routes.ts';
import type { OwnPage, PageServing } from '../../model/pages.ts';
import type { StandalonePage, Tag } from '../../model/site.ts';
import { joinBasePath } from '../../model/urls.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import type { ArticleSource } from '../compile/documents.ts';
import { createAdministrationMenu, writeOwnTitle } from './administration-menu.ts';
import { createBlogPages } from './blog-pages.ts';
import {
  createEmptyPlan,
  createShellPage,
  createSidebarData,
  findMainSidebar,
  type PagePlan,
  type PageSources,
  planCategoryPage,
  planDocPage,
  planTagPage,
  planTagsPage,
} from './page-plan.ts';

/** A page of the site, and a function that plans it. */
/** A page and how it is served. Without `serving` it is content: for readers, with status 200. */
export type SitePage = { path: string; shows: PagePlan['kind']; serving?: PageServing } & (
  | { kind: 'article'; source: ArticleSource; plan(article: PlannedArticle): PagePlan }
  /** Rendered by a component of the site: `file` is in the pages folder. */
  | { kind: 'component'; file: string; plan(rendered: RenderedComponent): PagePlan }
  /** A list of the excerpts of these articles. */
  | { kind: 'excerpts'; sources: ArticleSource[]; plan(): PagePlan }
  /** Rendered by the shell from the Site alone. */
  | { kind: 'shell'; plan(): PagePlan }
);

/** The part of an article that the plan of its page depends on. */
export type PlannedArticle = Pick<ArticleSummary, 'toc' | 'hasTitle' | 'headings' | 'page'> &
  Partial<ArticleSummary>;

interface RenderedComponent {
  title: string;
  description: string;
}

/**
 * Collects all pages of the site by path. If two pages want the same path and the owner accepted the warning, the first
 * has it.
 */
export function createSitePages(sources: PageSources): ReadonlyMap<string, SitePage> {
  const pages = new Map<string, SitePage>();
  for (const page of listAllPages(sources))
    if (!pages.has(page.path))
      pages.set(page.path, addLanguageMenu(addDrawer(markWholeTitle(page, sources), sources), sources));
  return pages;
}

/** Marks a page that has the site's name as its title, so that `<title>` doesn't repeat the name. */
function markWholeTitle(page: SitePage, { config: { name } }: PageSources): SitePage {
  return changePlan(page, (plan) => {
    const headTitle = plan.headTitle || name;
    return { ...plan, headTitle, isWholeTitle: plan.isWholeTitle ?? (headTitle === name || undefined) };
  });
}

/** Adds the language menu, if the site has several languages. */
function addLanguageMenu(page: SitePage, { languages }: PageSources): SitePage {
  const { current, all, isHidden } = languages;
  if (all.length === 1 || !page.path.startsWith(current.basePath)) return page;
  // The page for missing addresses doesn't know which one the reader has opened, so it leads to the homes of languages.
  const pathBelow = page.shows === 'not-found' ? '' : page.path.slice(current.basePath.length);
  const visibleLocales = all.filter((locale) => !isHidden?.(locale.basePath + pathBelow));
  const menu = visibleLocales.map((locale) => ({
    label: locale.label,
    lang: locale.htmlLang,
    href: locale.basePath + pathBelow,
    ...(locale === current ? { current: true as const } : {}),
  }));
  return changePlan(page, (plan) => ({ ...plan, languages: menu }));
}

/** Adds the sections of the documentation to pages without a sidebar, for the drawer of narrow screens. */
function addDrawer(page: SitePage, sources: PageSources): SitePage {
  return changePlan(page, (plan) =>
    plan.sidebar
      ? plan
      : { ...plan, drawer: createSidebarData(sources, findMainSidebar(sources), plan.path) },
  );
}

function changePlan(page: SitePage, change: (plan: PagePlan) => PagePlan): SitePage {
  switch (page.kind) {
    case 'article':
      return { ...page, plan: (article: PlannedArticle) => change(page.plan(article)) };
    case 'component':
      return {
        ...page,
        plan: (renderedComponent: RenderedComponent) => change(page.plan(renderedComponent)),
      };
    case 'excerpts':
    case 'shell':
      return { ...page, plan: () => change(page.plan()) };
  }
}

function listAllPages(sources: PageSources): SitePage[] {
  const { site, config } = sources;
  const lists = listTagPages(site);
  const findTagList = (tag: Tag) => lists.find(({ set }) => set.key === tag.set)?.path;
  return [
    ...removeRedirects(site.docs).map((doc): SitePage => {
      const plan = (article: PlannedArticle) => planDocPage(sources, doc, article);
      return { kind: 'article', path: doc.path, shows: 'doc', source: { kind: 'doc', of: doc }, plan };
    }),
    ...removeRedirects(site.pages).map((page) => createStandalonePage(page, config)),
    ...createBlogPages(sources),
    ...site.categories.map((category) =>
      createShellPage(category.path, 'category', () => planCategoryPage(sources, category)),
    ),
    ...lists.map(({ path, set }) => createShellPage(path, 'tags', () => planTagsPage(sources, path, set))),
    ...site.tags.map((tag) =>
      createShellPage(tag.path, 'tag', () => planTagPage(sources, tag, findTagList(tag))),
    ),
    ...Object.entries(sources.ownPages).map(([name, page]) => {
      const { path, audience, status = 200 } = page;
      const plan = () => planOwnPage(name, page, sources);
      return createShellPage(joinBasePath(path, site.basePath), name, plan, { audience, status });
    }),
  ];
}

function createStandalonePage(page: StandalonePage, config: SiteConfig): SitePage {
  const { path, file, kind } = page;
  if (kind === 'react') {
    const plan = ({ title, description }: RenderedComponent) => planWidePage(path, title, description);
    return { kind: 'component', path, shows: 'page', file, plan };
  }
  const plan = (article: PlannedArticle) => {
    if (kind === 'markdown') return planMarkdownPage(page, article, config);
    // The component sets its own title with `@theme/Layout`.
    const { title = config.name, isWholeTitle, description = '' } = article.page ?? {};
    return { ...planWidePage(path, title, description), isWholeTitle };
  };
  return { kind: 'article', path, shows: 'page', source: { kind: 'page', of: page }, plan };
}

function planMarkdownPage(
  { path, title, description, unlisted }: StandalonePage,
  { headings, toc, page = {} }: PlannedArticle,
  { infima }: SiteConfig,
): PagePlan {
  // The title of a page of Docusaurus is only that of its browser tab.
  const hasTitle = infima || headings[0]?.level === 1;
  return {
    ...createEmptyPlan(path, 'page', page.title ?? title),
    isWholeTitle: page.isWholeTitle,
    description: page.description ?? description,
    title: hasTitle ? undefined : title,
    toc,
    unlisted: unlisted || undefined,
  };
}

/** A page that a component fills completely. */
function planWidePage(path: string, title: string, description: string): PagePlan {
  return { ...createEmptyPlan(path, 'page', title), description, wide: true };
}

function planOwnPage(name: string, page: OwnPage, sources: PageSources): PagePlan {
  const { path, title, audience, needsScripts } = page;
  return {
    ...createEmptyPlan(joinBasePath(path, sources.site.basePath), name, writeOwnTitle(title, sources)),
    needsScripts: needsScripts && sources.config.texts[needsScripts],
    administration: audience === 'administrator' ? createAdministrationMenu(sources) : undefined,
  };
}
