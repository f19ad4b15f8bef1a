import path from 'node:path';
import { decodeUrl, splitUrl } from 'gatehouse/checks';
import type { Rule } from '../rule.ts';

const GUIDES = 'LuranaBPA/Guides/';

/** A reader who is at the subject finds the recipe: some article outside the guides leads to each of them. */
export const guidesReached: Rule = ({ articles }) => {
  const reached = new Set(
    articles
      .filter(({ page }) => !page.startsWith(GUIDES))
      .flatMap(({ page, links }) =>
        links.map(({ url }) => {
          const { path: written } = splitUrl(url);
          return path.posix.join(path.posix.dirname(page), decodeUrl(written)).replace(/\.mdx?$/, '');
        }),
      ),
  );
  return articles
    .filter(({ page }) => page.startsWith(GUIDES) && !reached.has(page))
    .map(({ file }) => ({
      file,
      line: 1,
      message: 'No article outside the guides leads here: link it from one that it is built on.',
    }));
};
