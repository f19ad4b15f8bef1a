import type { Blog } from '../../model/blog.ts';
import type { BlogData } from '../../ui/blog/blog-data.ts';
import { authorHead, dayOf, type Words } from './blog-heads.ts';

interface IndexPage {
  path: string | undefined;
  title: string;
  description?: string;
  data: BlogData;
}

/** The pages that list what is not posts. */
export function indexPages(blog: Blog, words: Words): (IndexPage & { path: string })[] {
  const { tags, authors, archive } = words.texts;
  const counted = blog.authors.map((author) => ({ ...authorHead(author), count: author.count }));
  const pages: IndexPage[] = [
    { path: blog.tagsPath, title: tags, data: { tags: byLetter(blog) } },
    { path: blog.authorsPath, title: authors, data: { authors: counted } },
    { path: blog.archivePath, title: archive, description: archive, data: { years: byYear(blog, words) } },
  ];
  return pages.flatMap(({ path, data, ...page }) =>
    path === undefined ? [] : [{ ...page, path, data: { heading: { title: page.title }, ...data } }],
  );
}

function byLetter({ tags }: Blog): BlogData['tags'] {
  const listed = tags.filter(({ unlisted }) => !unlisted).toSorted((a, b) => a.title.localeCompare(b.title));
  const letters = Map.groupBy(listed, ({ title }) => title.charAt(0).toUpperCase());
  return [...letters]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([letter, group]) => ({
      letter,
      tags: group.map(({ path, title, posts }) => ({ path, title, count: posts.length })),
    }));
}

/** Oldest first within a year, as they happened; the years as the list of posts has them. */
function byYear({ posts }: Blog, words: Words): BlogData['years'] {
  const listed = posts.filter(({ unlisted }) => !unlisted);
  const years = Map.groupBy(listed, ({ date }) => date.slice(0, 4));
  return [...years].map(([year, inYear]) => ({
    year,
    posts: inYear.toReversed().map(({ path, title, date }) => ({
      path,
      title: `${dayOf(date, words, false)} - ${title}`,
    })),
  }));
}
