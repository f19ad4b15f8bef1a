import { checkEach, type Rule } from '../rule.ts';

interface SectionName {
  text: string;
  /** Id of the heading, if it must be the same on every page. */
  id?: string;
  /** Headings of this section, whatever their author called it. */
  pattern: RegExp;
}

const names: readonly SectionName[] = [
  {
    text: 'What goes wrong',
    id: 'what-goes-wrong',
    pattern: /\bgo(?:es)? wrong\b|\bnot what you expect\b/i,
  },
  {
    text: 'For developers',
    pattern: /^(?:by (?:program|rest)|(?:for|from|with) (?:programs?|developers))$/i,
  },
];

/** A section that many pages have has the same heading on each, so that readers learn it once. */
export const sectionNames: Rule = ({ articles }) =>
  checkEach(articles, ({ headings }) =>
    headings
      .filter(({ level }) => level === 2)
      .flatMap(({ text, id, line }) =>
        names
          .filter(({ pattern }) => pattern.test(text))
          .filter((name) => text !== name.text || (name.id !== undefined && id !== name.id))
          .map((name) => ({
            line,
            message: `"${text}" is named "## ${name.text}${name.id === undefined ? '' : ` {#${name.id}}`}" on all pages.`,
          })),
      ),
  );
