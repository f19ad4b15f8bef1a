import type { PageData } from './page-data.ts';

/** Pixels: the size that services which show links ask for. */
export const SOCIAL_PICTURE_WIDTH = 1200;
export const SOCIAL_PICTURE_HEIGHT = 630;

/** Kinds of pages that people share. The others, such as the search, have no picture of their own. */
const pictured: ReadonlySet<string> = new Set([
  'doc',
  'category',
  'tags',
  'tag',
  'page',
  'blog-post',
  'blog-list',
  'blog-index',
]);

/** Whether the build draws a picture of a public page, for services that show links. */
export function hasSocialPicture(kind: PageData['kind']): boolean {
  return pictured.has(kind);
}
