import type { ReactElement } from 'react';
import { ArticleHtml } from '../article/article-html.tsx';
import { ArticlePage } from '../article/article-page.tsx';
import type { View } from '../view.ts';
import { AccountPage } from './account-page.tsx';
import { NotFound } from './not-found.tsx';
import { SearchPage } from './search-page.tsx';

/** What is in the middle, by the kind of page. Its type says that each kind has something. */
export function PageContent({ view }: { view: View }): ReactElement {
  switch (view.page.kind) {
    case 'doc':
    case 'category':
    case 'tags':
    case 'tag':
      return <ArticlePage view={view} />;
    case 'page':
      return view.page.wide ? (
        <ArticleHtml className="wide-page" inner={view.inner} />
      ) : (
        <ArticlePage view={view} />
      );
    case 'search':
      return <SearchPage />;
    case 'account':
    case 'users':
      return <AccountPage />;
    case 'not-found':
      return <NotFound />;
  }
}
