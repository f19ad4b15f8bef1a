import { ArticleFooter } from '../article/article-footer.tsx';
import { ArticleHtml } from '../article/article-html.tsx';
import { UnlistedBanner } from '../article/unlisted-banner.tsx';
import { Pagination } from '../shell/page-links/pagination.tsx';
import { TableOfContents } from '../shell/page-links/table-of-contents.tsx';
import type { View } from '../view.ts';
import { POST_ID } from './blog-data.ts';
import { PostHeader } from './post-header.tsx';

/** A post with links to the newer and older one. */
export function BlogPostPage({ view: { page, inner } }: { view: View }) {
  const post = page.blog?.post;
  return (
    <div className="page blog-wrapper blog-post-page" data-toc={page.toc.length > 0 || undefined}>
      <TableOfContents entries={page.toc} />
      <article className="page__article">
        {page.unlisted && <UnlistedBanner />}
        {post && <PostHeader post={post} />}
        <ArticleHtml className="theme-doc-markdown markdown" id={POST_ID} inner={inner} />
        <ArticleFooter page={page} />
      </article>
      <Pagination previous={page.previous} next={page.next} />
    </div>
  );
}
