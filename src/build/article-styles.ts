import type { StoredArticle } from './cache/build-cache.ts';

/** The style sheet, each rule once; undefined when no article has inline styles. */
export function articleStyles(articles: Iterable<StoredArticle>): string | undefined {
  const rules = new Set<string>();
  for (const { summary } of articles) for (const rule of summary.styles) rules.add(rule);
  return rules.size === 0 ? undefined : `${[...rules].sort().join('\n')}\n`;
}
