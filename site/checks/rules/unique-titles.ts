import type { Rule } from '../rule.ts';

/** Readers choose by the title in lists of hits, tabs and bookmarks, so no two articles have the same one. */
export const uniqueTitles: Rule = ({ articles }) => {
  const byTitle = Map.groupBy(articles, ({ frontMatter: { title } }) =>
    String(title ?? '')
      .trim()
      .toLowerCase(),
  );
  return [...byTitle].flatMap(([title, [first, ...duplicates]]) =>
    title === '' || !first
      ? []
      : duplicates.map(({ file, frontMatter }) => ({
          file,
          line: 1,
          message: `The \`title\` "${String(frontMatter.title)}" is also the title of ${first.file}. Say what readers can do on this page.`,
        })),
  );
};
