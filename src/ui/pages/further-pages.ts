import type { PageData } from '../page-data.ts';

/** Kinds of pages that show articles and posts, which is what most readers open first. */
const articleKinds = new Set([
  'doc',
  'category',
  'page',
  'tags',
  'tag',
  'blog-post',
  'blog-list',
  'blog-index',
]);

/**
 * Whether the page needs the style of `further-pages.css`: search, not found, account, administration and pages of
 * features. Their documents contain it, and the shell loads it before it shows the first of them.
 */
export function needsFurtherStyle({ kind }: Pick<PageData, 'kind'>): boolean {
  return !articleKinds.has(kind);
}
