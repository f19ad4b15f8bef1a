import type { Rule } from '../rule.ts';

const GUIDES = 'LuranaBPA/Guides/';

/** Each guide has a link from an article outside the guides, so that a reader of the subject finds it. */
export const guidesReached: Rule = ({ articles }) => {
  const reachedPages = new Set(
    articles
      .filter(({ page }) => !page.startsWith(GUIDES))
      .flatMap(({ links }) => links.map(({ page }) => page)),
  );
  return articles
    .filter(({ page }) => page.startsWith(GUIDES) && !reachedPages.has(page))
    .map(({ file }) => ({
      file,
      line: 1,
      message: 'No article outside the guides leads here: link it from one that it is built on.',
    }));
};
