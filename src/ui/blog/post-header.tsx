import * as texts from 'virtual:site/texts';
import { pageHref } from '../../model/urls.ts';
import { Author } from './author.tsx';
import type { PostHead } from './blog-data.ts';

interface PostHeaderProps {
  post: PostHead;
  path?: string;
  /** Whether it was published since the reader's last visit. */
  isNew?: boolean;
}

/** Title, date and authors of a post. In lists, `path` links the title to the post. */
export function PostHeader({ post, path, isNew = false }: PostHeaderProps) {
  const { title, date, day, readingTime, authors } = post;
  return (
    <header className="blog-post__header">
      {path === undefined ? (
        <h1>{title}</h1>
      ) : (
        <h2>
          <a href={pageHref(path)}>{title}</a>
        </h2>
      )}
      <div className="blog-post__info">
        <time dateTime={date}>{day}</time>
        {readingTime !== undefined && ` · ${readingTime}`}
        {isNew && (
          <>
            {' '}
            <span className="badge">{texts.newPost}</span>
          </>
        )}
      </div>
      {authors.length > 0 && (
        <div className="blog-post__authors">
          {authors.map((author) => (
            <Author key={`${author.name} ${author.image}`} author={author} />
          ))}
        </div>
      )}
    </header>
  );
}
