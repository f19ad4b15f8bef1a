import type { Blog } from '../../model/blog.ts';
import type { BlogData } from '../../ui/blog/blog-data.ts';
import { authorHead, dayOf, type Words } from './blog-heads.ts';

/** The pages that list what is not posts. */
export function indexPages(
  blog: Blog,
  words: Words,
): { path: string; title: string; data: BlogData; description?: string }[] {
  const { texts } = words;
  const { tagsPath, authorsPath, archivePath } = blog;
  const heading = (title: string) => ({ heading: { title } });
  return [
    ...(tagsPath === undefined
      ? []
      : [{ path: tagsPath, title: texts.tags, data: { ...heading(texts.tags), tags: byLetter(blog) } }]),
    ...(authorsPath === undefined
      ? []
      : [
          {
            path: authorsPath,
            title: texts.authors,
            data: {
              ...heading(texts.authors),
              authors: blog.authors.map((author) => ({ ...authorHead(author), count: author.count })),
            },
          },
        ]),
    ...(archivePath === undefined
      ? []
      : [
          {
            path: archivePath,
            title: texts.archive,
            description: texts.archive,
            data: { ...heading(texts.archive), years: byYear(blog, words) },
          },
        ]),
  ];
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
