import { checkEach, type Rule } from '../rule.ts';

/** A picture from a file needs an alternative text in the article. Drawings of the site have their own. */
export const alternativeTexts: Rule = ({ articles }) =>
  checkEach(articles, ({ images }) =>
    images
      .filter(({ alt }) => alt.trim().length < 3 || /\.(?:png|jpe?g|svg|gif|webp)$/i.test(alt))
      .map(({ line }) => ({ line, message: 'The picture has no text that says what it shows.' })),
  );
