import { inEach, type Rule } from '../rule.ts';

const TEXT = 'What goes wrong';
const ID = 'what-goes-wrong';

/** The section about what goes wrong has one name and one address on every page, so that a reader learns it once. */
export const troubleshootingHeading: Rule = ({ articles }) =>
  inEach(articles, ({ headings }) =>
    headings
      .filter(({ text, level }) => level === 2 && /\bgo(?:es)? wrong\b|\bnot what you expect\b/i.test(text))
      .filter(({ text, id }) => text !== TEXT || id !== ID)
      .map(({ text, line }) => ({
        line,
        message: `"${text}" is named "## ${TEXT} {#${ID}}" on all pages.`,
      })),
  );
