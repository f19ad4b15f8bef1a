import path from 'node:path';
import { getArticleFile } from '../build/compile/documents.ts';
import { joinExcerpts } from '../build/pages/excerpt-list.ts';
import { EDIT_LINK_CLASS } from '../build/pages/page-plan.ts';
import { createStandaloneContext } from '../build/pages/shell-metadata.ts';
import type { SitePage } from '../build/pages/site-pages.ts';
import type { Problem } from '../shared/problem.ts';
import type { PageData } from '../ui/page-data.ts';
import { fillEditorUrl } from './editor-url.ts';
import type { PreviewLanguage } from './preview-languages.ts';
import type { PreviewState } from './preview-state.ts';

export interface PreviewPage {
  data: PageData;
  /** The address to which the page redirects. A build turns it into a redirect of the server. */
  redirect?: string | undefined;
  /** Undefined if the page isn't made from Markdown. */
  readMarkdown?: () => Promise<string>;
  problems: readonly Problem[];
}

/** A language whose site can be shown. */
export interface ShownLanguage extends PreviewLanguage {
  state: PreviewState;
}

/**
 * Creates a page from the present files, as a build would. With `editorUrl`, *Edit this page* opens the document in the
 * writer's editor.
 */
export async function makePage(
  page: SitePage,
  { site, articles, state }: ShownLanguage,
  editorUrl: string | undefined,
): Promise<PreviewPage> {
  const { folders } = site;
  switch (page.kind) {
    case 'article': {
      const { article, readMarkdown, problems } = await articles.compileArticle(page.source, state);
      const file = path.join(folders.docsDir, getArticleFile(page.source, folders));
      const plan = page.plan(article);
      const edit =
        editorUrl === undefined
          ? plan.edit
          : { href: fillEditorUrl(editorUrl, file), className: EDIT_LINK_CLASS };
      const data = { ...plan, html: article.html, edit };
      const { redirect } = article;
      return { data, redirect, readMarkdown, problems: [...site.listProblems(file), ...problems] };
    }
    case 'component': {
      const { renderer } = state.ui;
      const context = createStandaloneContext(state.sources, state.context.config);
      const renderedPage = renderer.renderStandalone(page.file, context);
      const data = { ...page.plan(renderedPage), html: renderedPage.html };
      return { data, problems: site.listProblems(path.join(folders.pagesDir, page.file)) };
    }
    case 'excerpts': {
      const articleList = await Promise.all(
        page.sources.map((source) => articles.compileArticle(source, state)),
      );
      const html = joinExcerpts(articleList.map(({ article }) => article.html));
      return { data: { ...page.plan(), html }, problems: articleList.flatMap(({ problems }) => problems) };
    }
    case 'shell':
      return { data: { ...page.plan(), html: '' }, problems: [] };
  }
}
