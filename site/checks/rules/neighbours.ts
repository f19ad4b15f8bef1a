import { checkEach, type Rule } from '../rule.ts';

const titles = ['See also', 'Next'];
/**
 * Readers would have to search in more than five links. `boilerplate.ts` refuses links that the text already
 * has.
 */
const LINKS_MIN = 1;
const LINKS_MAX = 5;

/** Every page ends with links to the few pages that its reader needs next. */
export const neighbours: Rule = ({ articles }) =>
  checkEach(articles, ({ headings, links }) => {
    const last = headings.findLast(({ level }) => level === 2);
    if (!last || !titles.includes(last.text))
      return [
        { line: last?.line ?? 1, message: 'The article does not end with a section "See also" or "Next".' },
      ];
    const count = links.filter(({ line }) => line > last.line).length;
    if (count >= LINKS_MIN && count <= LINKS_MAX) return [];
    const message = `"${last.text}" has ${count} links: give ${LINKS_MIN} to ${LINKS_MAX}, and say what is there.`;
    return [{ line: last.line, message }];
  });
