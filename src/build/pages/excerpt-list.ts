import { cutExcerpt } from '../../markdown/excerpt.ts';
import { EXCERPT_END } from '../../ui/blog/blog-data.ts';

/** The HTML of a list, out of that of its articles. */
export function excerptList(articles: readonly string[]): string {
  return articles.map((html) => cutExcerpt(html) + EXCERPT_END).join('');
}
