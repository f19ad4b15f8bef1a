import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

/** Drawings of the site carry theirs; a picture from a file needs one in the article. */
export function checkAlternativeTexts({ file, images }: ArticleSource): Problem[] {
  return images
    .filter(({ alt }) => alt.trim().length < 3 || /\.(?:png|jpe?g|svg|gif|webp)$/i.test(alt))
    .map(({ line }) =>
      problemAt('alternative-text', { file, line }, 'The picture has no text that says what it shows.'),
    );
}
