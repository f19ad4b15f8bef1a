import type { StandalonePage } from '../../model/site.ts';
import { ACCOUNT_PATH, NOT_FOUND_PATH, SEARCH_PATH, USERS_PATH } from '../../model/urls.ts';
import type { ArticleSummary, BuildCache, StoredArticle } from '../cache/build-cache.ts';
import { pageFile } from '../compile/documents.ts';
import type { Folders } from '../folders.ts';
import { shortHash } from '../hashing.ts';
import {
  categoryPage,
  docPage,
  type PagePlan,
  type PageSources,
  tagPage,
  tagsPage,
} from '../page-data/page-plan.ts';
import { listedTagsPath } from '../page-data/routes.ts';
import type { PlannedPage } from './render-pages.ts';
import type { ShellFacts } from './shell-facts.ts';

export interface PlanOptions {
  cache: BuildCache;
  folders: Folders;
  /** By file, as `compileDocuments` gives them. */
  articles: ReadonlyMap<string, StoredArticle>;
  standalone: ShellFacts['standalone'];
}

/** Every page of the site. Where two want one address, and the owner was content with a warning, the first has it. */
export function planPages(sources: PageSources, options: PlanOptions): PlannedPage[] {
  const byPath = new Map<string, PlannedPage>();
  for (const page of allPages(sources, options)) {
    if (!byPath.has(page.plan.path)) byPath.set(page.plan.path, page);
  }
  return [...byPath.values()];
}

function allPages(sources: PageSources, options: PlanOptions): PlannedPage[] {
  const { site } = sources;
  return [
    ...site.docs.map((doc) => {
      const article = articleOf(options, doc.file);
      return withArticle(docPage(sources, doc, article.summary), doc.file, article, options.cache);
    }),
    ...site.pages.map((page) => standalonePage(page, options)),
    ...shellPages(sources).map((plan) => withHtml(plan, '')),
  ];
}

/** Pages that the shell draws from the Site alone. */
export function shellPages(sources: PageSources): PagePlan[] {
  const { site } = sources;
  const { texts } = sources.config;
  const tags = listedTagsPath(site);
  return [
    ...site.categories.map((category) => categoryPage(sources, category)),
    ...(tags === undefined ? [] : [tagsPage(sources, tags)]),
    ...site.tags.map((tag) => tagPage(sources, tag, tags)),
    bare(SEARCH_PATH, 'search', texts.searchTitle),
    bare(ACCOUNT_PATH, 'account', texts.account),
    bare(USERS_PATH, 'users', texts.users),
    bare(NOT_FOUND_PATH, 'not-found', texts.pageNotFound),
  ];
}

function standalonePage(page: StandalonePage, options: PlanOptions): PlannedPage {
  if (page.kind === 'markdown') {
    const file = pageFile(page, options.folders);
    const article = articleOf(options, file);
    return withArticle(markdownPage(page, article.summary), file, article, options.cache);
  }
  const rendered = options.standalone[page.file];
  if (!rendered) throw new Error(`The stand-alone page ${page.file} was not rendered.`);
  return withHtml(reactPage(page, rendered), rendered.html);
}

/** A stand-alone page written in Markdown. */
export function markdownPage(
  page: StandalonePage,
  article: Pick<ArticleSummary, 'toc' | 'headings'>,
): PagePlan {
  const hasTitle = article.headings[0]?.level === 1;
  return {
    ...bare(page.path, 'page', page.title),
    description: page.description,
    ...(hasTitle ? {} : { title: page.title }),
    toc: article.toc,
  };
}

/** A stand-alone page written in TSX. */
export function reactPage(page: StandalonePage, rendered: { title: string; description: string }): PagePlan {
  return { ...bare(page.path, 'page', rendered.title), description: rendered.description, wide: true };
}

function articleOf({ articles }: PlanOptions, file: string): StoredArticle {
  const article = articles.get(file);
  if (!article) throw new Error(`The document ${file} was not compiled.`);
  return article;
}

function withArticle(plan: PagePlan, file: string, article: StoredArticle, cache: BuildCache): PlannedPage {
  return { plan, htmlHash: article.bodyHash, body: () => cache.articleBody(file) };
}

function withHtml(plan: PagePlan, html: string): PlannedPage {
  return { plan, htmlHash: shortHash(html), body: () => ({ html }) };
}

function bare(path: string, kind: PagePlan['kind'], headTitle: string): PagePlan {
  return { path, kind, headTitle, description: '', toc: [], breadcrumbs: [] };
}
