import type { Texts } from '../../config/texts.ts';
import { type OwnPage, type OwnPageName, ownPageList, ownPages } from '../../model/pages.ts';
import type { Site, StandalonePage } from '../../model/site.ts';
import type { ArticleSummary } from '../cache/build-cache.ts';
import type { ArticleSource } from '../compile/documents.ts';
import { categoryPage, docPage, type PagePlan, type PageSources, tagPage, tagsPage } from './page-plan.ts';

/** A page that the site has, and what it takes to plan it. */
export type SitePage = { path: string; shows: PagePlan['kind'] } & (
  | { kind: 'article'; source: ArticleSource; plan(article: ArticleSummary): PagePlan }
  /** Made by a component of the site: `file` in the pages folder. */
  | { kind: 'component'; file: string; plan(rendered: RenderedComponent): PagePlan }
  /** Drawn by the shell from the Site alone. */
  | { kind: 'shell'; plan(): PagePlan }
);

interface RenderedComponent {
  title: string;
  description: string;
}

/** Every page of the site, by its path. Where two want one address, and the owner was content with a warning, the first has it. */
export function sitePages(sources: PageSources): ReadonlyMap<string, SitePage> {
  const pages = new Map<string, SitePage>();
  for (const page of allPages(sources)) if (!pages.has(page.path)) pages.set(page.path, page);
  return pages;
}

function allPages(sources: PageSources): SitePage[] {
  const { site, config } = sources;
  const { texts } = config;
  const tags = tagsPath(site);
  return [
    ...site.docs.map((doc): SitePage => {
      const plan = (article: ArticleSummary) => docPage(sources, doc, article);
      return { kind: 'article', path: doc.path, shows: 'doc', source: { kind: 'doc', doc }, plan };
    }),
    ...site.pages.map((page) => standalonePage(page, config.name)),
    ...site.categories.map((category) =>
      shellPage(category.path, 'category', () => categoryPage(sources, category)),
    ),
    ...(tags === undefined ? [] : [shellPage(tags, 'tags', () => tagsPage(sources, tags))]),
    ...site.tags.map((tag) => shellPage(tag.path, 'tag', () => tagPage(sources, tag, tags))),
    ...ownPageList.map(([name]) => shellPage(ownPages[name].path, name, () => ownPage(name, texts))),
  ];
}

function standalonePage(page: StandalonePage, siteName: string): SitePage {
  const { path, file } = page;
  return page.kind !== 'react'
    ? {
        kind: 'article',
        path,
        shows: 'page',
        source: { kind: 'page', page },
        plan: (article) =>
          page.kind === 'markdown' ? markdownPage(page, article) : ownersPage(page, article, siteName),
      }
    : {
        kind: 'component',
        path,
        shows: 'page',
        file,
        plan: (rendered) => ({
          ...barePage(path, 'page', rendered.title),
          description: rendered.description,
          wide: true,
        }),
      };
}

function markdownPage(
  { path, title, description }: StandalonePage,
  { headings, toc }: ArticleSummary,
): PagePlan {
  return {
    ...barePage(path, 'page', title),
    description,
    title: headings[0]?.level === 1 ? undefined : title,
    toc,
  };
}

/** It says itself what it is called, by `@theme/Layout`. */
function ownersPage({ path }: StandalonePage, { page = {} }: ArticleSummary, siteName: string): PagePlan {
  return {
    ...barePage(path, 'page', page.title ?? siteName),
    description: page.description ?? '',
    wide: true,
  };
}

function shellPage(path: string, shows: PagePlan['kind'], plan: () => PagePlan): SitePage {
  return { kind: 'shell', path, shows, plan };
}

function barePage(path: string, kind: PagePlan['kind'], headTitle: string): PagePlan {
  return { path, kind, headTitle, description: '', toc: [], breadcrumbs: [] };
}

function ownPage(name: OwnPageName, texts: Texts): PagePlan {
  const administrators = ownPageList.filter(([, page]) => page.audience === 'administrator');
  const { path, title, audience, needsScripts }: OwnPage = ownPages[name];
  return {
    ...barePage(path, name, texts[title]),
    needsScripts: needsScripts && texts[needsScripts],
    ...(audience === 'administrator'
      ? { tabs: administrators.map(([, page]) => ({ path: page.path, title: texts[page.title] })) }
      : {}),
  };
}

/** `/docs/tags`: the page that lists all tags; there is none without tags. */
function tagsPath(site: Site): string | undefined {
  if (site.tags.every((tag) => tag.unlisted)) return undefined;
  return `${site.version.path === '/' ? '' : site.version.path}/tags`;
}
