import type { StoredArticle } from './cache/build-cache.ts';

/**
 * Where the rules for the articles' inline styles are. The address stays the same when they change: it is
 * revalidated at each use, and a new colour on one page does not make every other page a new one.
 */
export const ARTICLE_STYLES_URL = '/_assets/articles.css';

/** The style sheet, each rule once; undefined when no article has inline styles. */
export function articleStyles(articles: Iterable<StoredArticle>): string | undefined {
  const rules = new Set<string>();
  for (const { summary } of articles) for (const rule of summary.styles) rules.add(rule);
  return rules.size === 0 ? undefined : `${[...rules].sort().join('\n')}\n`;
}
