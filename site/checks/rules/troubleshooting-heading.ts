import { inEach, type Rule } from '../rule.ts';

/** Folders that still have other names for it: reported there, and fails nothing. */
const unfinished = ['docs/LuranaBPA/BasicFeatures/', 'docs/LuranaBPA/UserExperience/'];

const TEXT = 'What goes wrong';
const ID = 'what-goes-wrong';

/** The section about what goes wrong has one name and one address on every page, so that a reader learns it once. */
export const troubleshootingHeading: Rule = ({ articles }) =>
  inEach(articles, ({ file, headings }) =>
    headings
      .filter(({ text, level }) => level === 2 && /\bgo(?:es)? wrong\b|\bnot what you expect\b/i.test(text))
      .filter(({ text, id }) => text !== TEXT || id !== ID)
      .map(({ text, line }) => ({
        line,
        message: `"${text}" is named "## ${TEXT} {#${ID}}" on all pages.`,
        ...(unfinished.some((folder) => file.includes(folder)) && { severity: 'warning' as const }),
      })),
  );
