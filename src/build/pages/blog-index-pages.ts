import type { Blog } from '../../model/blog.ts';
import type { BlogData } from '../../ui/blog/blog-data.ts';
import { createAuthorHead, formatDay, type LanguageTexts } from './blog-heads.ts';

interface IndexPage {
  path: string | undefined;
  title: string;
  description?: string;
  data: BlogData;
}

/** The pages of a blog that list tags, authors and months instead of posts. */
export function createIndexPages(blog: Blog, words: LanguageTexts): (IndexPage & { path: string })[] {
  const { tags, authors, archive } = words.texts;
  const authorsWithCounts = blog.authors.map((author) => ({
    ...createAuthorHead(author),
    count: author.count,
  }));
  const pages: IndexPage[] = [
    { path: blog.tagsPath, title: tags, data: { tags: groupByLetter(blog) } },
    { path: blog.authorsPath, title: authors, data: { authors: authorsWithCounts } },
    {
      path: blog.archivePath,
      title: archive,
      description: archive,
      data: { years: groupByYear(blog, words) },
    },
  ];
  return pages.flatMap(({ path, data, ...page }) =>
    path === undefined ? [] : [{ ...page, path, data: { heading: { title: page.title }, ...data } }],
  );
}

function groupByLetter({ tags }: Blog): BlogData['tags'] {
  const listedTags = tags
    .filter(({ unlisted }) => !unlisted)
    .toSorted((a, b) => a.title.localeCompare(b.title));
  const letters = Map.groupBy(listedTags, ({ title }) => title.charAt(0).toUpperCase());
  return [...letters]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([letter, group]) => ({
      letter,
      tags: group.map(({ path, title, posts }) => ({ path, title, count: posts.length })),
    }));
}

/** Posts of a year from the oldest to the newest; years in the order of the list of posts. */
function groupByYear({ posts }: Blog, words: LanguageTexts): BlogData['years'] {
  const listedPosts = posts.filter(({ unlisted }) => !unlisted);
  const years = Map.groupBy(listedPosts, ({ date }) => date.slice(0, 4));
  return [...years].map(([year, inYear]) => ({
    year,
    posts: inYear.toReversed().map(({ path, title, date }) => ({
      path,
      title: `${formatDay(date, words, false)} - ${title}`,
    })),
  }));
}
