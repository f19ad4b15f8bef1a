import { cutExcerpt } from '../../markdown/excerpt.ts';
import { EXCERPT_END } from '../../ui/blog/blog-data.ts';

/** The HTML of a list of posts: the excerpt of each article. */
export function joinExcerpts(articles: readonly string[]): string {
  return articles.map((html) => cutExcerpt(html) + EXCERPT_END).join('');
}
