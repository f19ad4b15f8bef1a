import { pageHref } from '../../model/urls.ts';
import { TagList } from '../article/tag-list.tsx';
import type { View } from '../view.ts';
import { Author } from './author.tsx';
import { BlogHeading } from './blog-heading.tsx';

/** All tags, all authors, or all posts by year. */
export function BlogIndexPage({ view: { page } }: { view: View }) {
  const { tags = [], authors = [], years = [] } = page.blog ?? {};
  return (
    <div className="page blog-wrapper blog-index-page">
      <div className="page__article">
        <BlogHeading blog={page.blog} />
        {years.length > 0 && <p className="lead">{page.description}</p>}
        {tags.map(({ letter, tags: listed }) => (
          <section key={letter} className="blog-index__part">
            <h2 id={letter}>{letter}</h2>
            <TagList tags={listed} />
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
            <h3 id={year}>{year}</h3>
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
