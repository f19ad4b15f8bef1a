import * as texts from 'virtual:site/texts';
import { pageHref } from '../../model/urls.ts';
import { ArticleHtml } from '../article/article-html.tsx';
import { TagList } from '../article/tag-list.tsx';
import { UnlistedBanner } from '../article/unlisted-banner.tsx';
import { fillText } from '../fill-text.ts';
import { Pagination } from '../shell/pagination.tsx';
import type { View } from '../view.ts';
import { EXCERPT_CLASS, EXCERPT_END, type ListedPost } from './blog-data.ts';
import { BlogHeading } from './blog-heading.tsx';
import { PostHeader } from './post-header.tsx';

/** A page of a list: of all posts, or of those with a tag or of an author. */
export function BlogListPage({ view: { page, inner } }: { view: View }) {
  const { posts = [], author } = page.blog ?? {};
  const excerpts = inner.split(EXCERPT_END);
  return (
    <div className="page blog-wrapper blog-list-page">
      <div className="page__article">
        {page.unlisted && <UnlistedBanner />}
        <BlogHeading blog={page.blog} />
        {posts.map((post, at) => (
          <Entry key={post.path} post={post} excerpt={excerpts[at] ?? ''} id={`excerpt-${at}`} />
        ))}
        {author && posts.length === 0 && <p>{texts.noPostsByAuthor}</p>}
      </div>
      <Pagination previous={page.previous} next={page.next} />
    </div>
  );
}

function Entry({ post, excerpt, id }: { post: ListedPost; excerpt: string; id: string }) {
  const { path, title, tags, more } = post;
  return (
    <article className="blog-entry">
      <PostHeader post={post} path={path} />
      <ArticleHtml className={`markdown ${EXCERPT_CLASS}`} id={id} inner={excerpt} />
      {(tags.length > 0 || more) && (
        <footer className="blog-entry__footer">
          {tags.length > 0 && (
            <>
              <b>{texts.tagsLabel}</b>
              <TagList tags={tags} />
            </>
          )}
          {more && (
            <a
              className="blog-entry__read-more"
              href={pageHref(path)}
              aria-label={fillText(texts.readMoreAbout, { title })}
            >
              <b>{texts.readMore}</b>
            </a>
          )}
        </footer>
      )}
    </article>
  );
}
