import { pageHref } from '../../model/urls.ts';
import { Author } from './author.tsx';
import type { BlogData } from './blog-data.ts';

/** What a list is about, and where all of its kind are. The list of all posts has none. */
export function BlogHeading({ blog }: { blog: BlogData | undefined }) {
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
