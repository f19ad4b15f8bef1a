import * as texts from 'virtual:site/texts';
import { CardGrid } from '../pages/card-grid.tsx';
import { Breadcrumbs } from '../shell/breadcrumbs.tsx';
import { Pagination } from '../shell/pagination.tsx';
import { TableOfContents } from '../shell/table-of-contents.tsx';
import type { View } from '../view.ts';
import { ArticleFooter } from './article-footer.tsx';
import { ArticleHtml } from './article-html.tsx';
import { ArticleTop } from './article-top.tsx';

/** Documents, category pages, tags and Markdown pages: one frame. */
export function ArticlePage({ view }: { view: View }) {
  const { page } = view;
  return (
    <div className="page" data-toc={page.toc.length > 0 || undefined}>
      <Breadcrumbs items={page.breadcrumbs} />
      <TableOfContents entries={page.toc} />
      <article className="page__article">
        {page.unlisted && (
          <p className="unlisted-banner" role="note">
            {texts.unlisted}
          </p>
        )}
        <ArticleTop page={page} />
        <ArticleHtml className="theme-doc-markdown markdown" inner={view.inner} />
        {page.cards && <CardGrid cards={page.cards} />}
        <ArticleFooter page={page} />
      </article>
      <Pagination previous={page.previous} next={page.next} />
    </div>
  );
}
