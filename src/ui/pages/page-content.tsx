import { hasBlog } from 'virtual:site/has';
import type { MouseEvent, ReactElement } from 'react';
import { htmlSlot, SEARCH_RESULTS_SLOT } from '../../model/templates.ts';
import { ArticleHtml } from '../article/article-html.tsx';
import { ArticlePage } from '../article/article-page.tsx';
import { BlogIndexPage, BlogListPage } from '../blog/blog-lists.tsx';
import { BlogPostPage } from '../blog/blog-post-page.tsx';
import type { View } from '../view.ts';
import { NotFound } from './not-found.tsx';
import { OwnPage } from './own-page.tsx';
import { TagPage, TagsPage } from './tag-pages.tsx';

/** What is in the middle, by the kind of page. Its type says that each kind has something. */
export function PageContent({ view }: { view: View }): ReactElement | null {
  switch (view.page.kind) {
    case 'doc':
    case 'category':
      return <ArticlePage view={view} />;
    case 'tags':
      return <TagsPage view={view} />;
    case 'tag':
      return <TagPage view={view} />;
    case 'page':
      return view.page.wide ? (
        <ArticleHtml className="wide-page" inner={view.inner} />
      ) : (
        <ArticlePage view={view} />
      );
    case 'blog-post':
      return hasBlog ? <BlogPostPage view={view} /> : null;
    case 'blog-list':
      return hasBlog ? <BlogListPage view={view} /> : null;
    case 'blog-index':
      return hasBlog ? <BlogIndexPage view={view} /> : null;
    case 'search':
      return <SearchPage />;
    case 'not-found':
      return <NotFound />;
    default:
      // One after the other in the same place, they are two pages all the same.
      return <OwnPage key={view.page.path} name={view.page.kind} view={view} />;
  }
}

/** A hit of the results page is marked on the page that it opens, as one of the dialog is. */
function markOpenedHit(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const words = Array.from(link.querySelectorAll('mark'), ({ textContent }) => textContent);
  if (words.length === 0) return;
  import('../search/mark-words.ts').then(
    ({ markOnArrival }) => markOnArrival(link.href, words),
    (error) => console.warn('The words that were searched for could not be marked.', error),
  );
}

/** The server fills it for each query (`search-results.ts`); what it sent stays when React hydrates the page. */
function SearchPage() {
  return (
    // The hits are links: browsers send a click for the Enter key as well.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      className="search-page"
      onClick={markOpenedHit}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a comment.
      dangerouslySetInnerHTML={{ __html: htmlSlot(SEARCH_RESULTS_SLOT) }}
    />
  );
}
