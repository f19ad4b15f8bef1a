import path from 'node:path';
import { getArticleFile } from '../build/compile/documents.ts';
import { excerptList } from '../build/pages/excerpt-list.ts';
import { createStandaloneContext } from '../build/pages/shell-metadata.ts';
import type { SitePage } from '../build/pages/site-pages.ts';
import type { Problem } from '../shared/problem.ts';
import type { PageData } from '../ui/page-data.ts';
import type { PreviewLanguage } from './preview-languages.ts';
import type { PreviewState } from './preview-state.ts';

export interface PreviewPage {
  data: PageData;
  /** The address that the page sends its readers to; a build makes a redirect of the server of it. */
  redirect?: string | undefined;
  /** Absent where the page is not made from Markdown. */
  markdown?: () => Promise<string>;
  problems: readonly Problem[];
}

/** A language in which there is something to show. */
export interface ShownLanguage extends PreviewLanguage {
  state: PreviewState;
}

/** A page as the build would make it, out of what is in the folder now. */
export async function makePage(
  page: SitePage,
  { site, articles, state }: ShownLanguage,
): Promise<PreviewPage> {
  const { folders } = site;
  switch (page.kind) {
    case 'article': {
      const { article, markdown, problems } = await articles.article(page.source, state);
      const file = path.join(folders.docsDir, getArticleFile(page.source, folders));
      const data = { ...page.plan(article), html: article.html };
      const { redirect } = article;
      return { data, redirect, markdown, problems: [...site.problemsOf(file), ...problems] };
    }
    case 'component': {
      const { renderer } = state.ui;
      const context = createStandaloneContext(state.sources, state.context.config);
      const rendered = renderer.renderStandalone(page.file, context);
      const data = { ...page.plan(rendered), html: rendered.html };
      return { data, problems: site.problemsOf(path.join(folders.pagesDir, page.file)) };
    }
    case 'excerpts': {
      const made = await Promise.all(page.sources.map((source) => articles.article(source, state)));
      const html = excerptList(made.map(({ article }) => article.html));
      return { data: { ...page.plan(), html }, problems: made.flatMap(({ problems }) => problems) };
    }
    case 'shell':
      return { data: { ...page.plan(), html: '' }, problems: [] };
  }
}
