import type { Rule } from '../rule.ts';

const GUIDES = 'LuranaBPA/Guides/';

/** A reader who is at the subject finds the recipe: some article outside the guides leads to each of them. */
export const guidesReached: Rule = ({ articles }) => {
  const reached = new Set(
    articles
      .filter(({ page }) => !page.startsWith(GUIDES))
      .flatMap(({ links }) => links.map(({ page }) => page)),
  );
  return articles
    .filter(({ page }) => page.startsWith(GUIDES) && !reached.has(page))
    .map(({ file }) => ({
      file,
      line: 1,
      message: 'No article outside the guides leads here: link it from one that it is built on.',
    }));
};
