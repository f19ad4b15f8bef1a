import { inEach, type Rule } from '../rule.ts';

/** Drawings of the site carry theirs; a picture from a file needs one in the article. */
export const alternativeTexts: Rule = ({ articles }) =>
  inEach(articles, ({ images }) =>
    images
      .filter(({ alt }) => alt.trim().length < 3 || /\.(?:png|jpe?g|svg|gif|webp)$/i.test(alt))
      .map(({ line }) => ({ line, message: 'The picture has no text that says what it shows.' })),
  );
