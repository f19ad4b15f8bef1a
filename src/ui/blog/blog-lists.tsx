import * as texts from 'virtual:site/texts';
import { useEffect, useState } from 'react';
import { pageHref } from '../../model/urls.ts';
import { ArticleHtml } from '../article/article-html.tsx';
import { TagList } from '../article/tag-list.tsx';
import { UnlistedBanner } from '../article/unlisted-banner.tsx';
import { fillText } from '../fill-text.ts';
import { Pagination } from '../shell/page-links/pagination.tsx';
import type { View } from '../view.ts';
import { Author } from './author.tsx';
import { type BlogData, EXCERPT_CLASS, EXCERPT_END, type ListedPost } from './blog-data.ts';
import { PostHeader } from './post-header.tsx';

/** A list of posts: all, or those of a tag or author. */
export function BlogListPage({ view: { page, inner } }: { view: View }) {
  const { posts = [], author, home } = page.blog ?? {};
  const newPosts = useNewPosts(page.blog);
  const excerpts = inner.split(EXCERPT_END);
  return (
    <div className={`page blog-wrapper blog-list-page ${home?.look ?? ''}`}>
      <div className="page__article">
        {page.unlisted && <UnlistedBanner />}
        <BlogHeading blog={page.blog} />
        {home?.feeds[0] && (
          <p className="blog-post__info">
            {texts.feeds}
            {home.feeds.map(({ name, path }) => [
              ' ',
              <a key={name} href={pageHref(path)}>
                {name}
              </a>,
            ])}
          </p>
        )}
        {/* On a moved site the list of all posts shows no title, but the page needs one to be found by. */}
        {!page.blog?.heading && <h1 className="visually-hidden">{page.headTitle}</h1>}
        {posts.map((post, index) => (
          <Entry
            key={post.path}
            post={post}
            isNew={newPosts.has(post.path)}
            excerpt={excerpts[index] ?? ''}
            id={`excerpt-${index}`}
          />
        ))}
        {author && posts.length === 0 && <p>{texts.noPostsByAuthor}</p>}
      </div>
      <Pagination previous={page.previous} next={page.next} />
    </div>
  );
}

/** Paths of the posts that are new since the last visit. The code that finds them is loaded by lists of posts only. */
function useNewPosts(blog: BlogData | undefined): ReadonlySet<string> {
  const [newPosts, setNewPosts] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!blog?.home) return;
    import('./new-posts.ts')
      .then(({ findNewPosts }) => setNewPosts(findNewPosts(blog)))
      // The list is complete without the marks.
      .catch(console.error);
  }, [blog]);
  return newPosts;
}

interface EntryProps {
  post: ListedPost;
  /** Whether it was published since the reader's last visit. */
  isNew: boolean;
  excerpt: string;
  id: string;
}

function Entry({ post, isNew, excerpt, id }: EntryProps) {
  const { path, title, tags, more } = post;
  return (
    <article className="blog-entry">
      <PostHeader post={post} path={path} isNew={isNew} />
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

/** A page that lists all tags, all authors, or all posts by year. */
export function BlogIndexPage({ view: { page } }: { view: View }) {
  const { tags = [], authors = [], years = [] } = page.blog ?? {};
  return (
    <div className="page blog-wrapper blog-index-page">
      <div className="page__article">
        <BlogHeading blog={page.blog} />
        {years.length > 0 && <p className="lead">{page.description}</p>}
        {tags.map(({ letter, tags: letterTags }) => (
          <section key={letter} className="blog-index__part">
            <h2 id={letter}>{letter}</h2>
            <TagList tags={letterTags} />
          </section>
        ))}
        {authors.length > 0 && (
          <ul className="blog-index__authors">
            {authors.map((author) => (
              <li key={`${author.name} ${author.image}`}>
                <Author author={author} as="h2" />
              </li>
            ))}
          </ul>
        )}
        {years.map(({ year, posts }) => (
          <section key={year} className="blog-index__part">
            {/* Docusaurus has a third level here. Assistive technology gets the one that follows the title. */}
            <h3 id={year} aria-level={2}>
              {year}
            </h3>
            <ul>
              {posts.map(({ path, title }) => (
                <li key={path}>
                  <a href={pageHref(path)}>{title}</a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** Heading of a list, with a link to all lists of its kind. The list of all posts has none. */
function BlogHeading({ blog }: { blog: BlogData | undefined }) {
  const { heading, author } = blog ?? {};
  if (!heading) return null;
  return (
    <header className="blog-heading">
      {author ? <Author author={author} as="h1" /> : <h1>{heading.title}</h1>}
      {heading.lead !== undefined && <p>{heading.lead}</p>}
      {heading.all && <a href={pageHref(heading.all.path)}>{heading.all.title}</a>}
    </header>
  );
}
