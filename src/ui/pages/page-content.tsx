import { hasBlog } from 'virtual:site/has';
import type { MouseEvent, ReactElement } from 'react';
import { SEARCH_RESULTS_SLOT, writeHtmlSlot } from '../../model/templates.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { ArticleHtml } from '../article/article-html.tsx';
import { ArticlePage } from '../article/article-page.tsx';
import { BlogIndexPage, BlogListPage } from '../blog/blog-lists.tsx';
import { BlogPostPage } from '../blog/blog-post-page.tsx';
import type { SidebarNode } from '../page-data.ts';
import type { View } from '../view.ts';
import { NotFound } from './not-found.tsx';
import { OwnPageContent } from './own-page.tsx';
import { SectionList } from './section-list.tsx';
import { ServerHtml } from './server-html.tsx';
import { TagPage, TagsPage } from './tag-pages.tsx';

/** Main content by page kind. The type requires an entry for each kind. */
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
      return <SearchPage sections={view.page.drawer?.items} />;
    case 'not-found':
      return <NotFound sections={view.page.drawer?.items} />;
    default:
      // Two such pages in a row are different pages, so the key remounts.
      return <OwnPageContent key={view.page.path} name={view.page.kind} view={view} />;
  }
}

/** Marks the matched words of a result on the page it opens. */
function markHit({ nativeEvent }: MouseEvent): void {
  runInBackground(import('../search/mark-words.ts').then((marks) => marks.markOpenedHit(nativeEvent)));
}

/** Search page. The server fills it per query (`search-results.ts`), and React keeps its HTML. */
function SearchPage({ sections }: { sections: readonly SidebarNode[] | undefined }) {
  return (
    // The hits are links: browsers send a click for the Enter key as well.
    <ServerHtml className="search-page" onClick={markHit}>
      {import.meta.env.SSR && <SearchContent sections={sections} />}
    </ServerHtml>
  );
}

function SearchContent({ sections }: { sections: readonly SidebarNode[] | undefined }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a comment. */}
      <div dangerouslySetInnerHTML={{ __html: writeHtmlSlot(SEARCH_RESULTS_SLOT) }} />
      {/* The style hides it below hits. */}
      <SectionList nodes={sections} />
    </>
  );
}
