import { type Finding, inEach, type Manual, type Rule } from '../rule.ts';

const closingTitles = ['See also', 'Next'];
const SYMPTOM_COLUMN = 'What you see';

/**
 * Sections that every page has are read only if they say something that the page is for: the last one leads to pages
 * that the text doesn't lead to, and no table of problems has a row of another page.
 */
export const boilerplate: Rule = (manual) => [...findRepeatedLinks(manual), ...findSharedProblems(manual)];

function findRepeatedLinks({ articles }: Manual): Finding[] {
  return inEach(articles, ({ headings, links }) => {
    const last = headings.findLast(({ level }) => level === 2);
    if (!last || !closingTitles.includes(last.text)) return [];
    const textUrls = new Set(links.filter(({ line }) => line < last.line).map(({ url }) => url));
    return links
      .filter(({ line, url }) => line > last.line && textUrls.has(url))
      .map(({ line, text }) => ({
        line,
        message: `The text leads to "${text}" already: keep "${last.text}" for pages that it doesn't name.`,
      }));
  });
}

/** Two rows are the same if symptom and cause are: the remedy may link to other places. */
function findSharedProblems({ articles }: Manual): Finding[] {
  const firstPlaces = new Map<string, string>();
  return inEach(articles, ({ page, tables }) =>
    tables
      .filter(({ columns }) => columns[0] === SYMPTOM_COLUMN)
      .flatMap(({ rows }) => rows)
      .flatMap(({ cells, line }) => {
        const [symptom = '', cause = ''] = cells.map(({ text }) => text);
        const key = `${symptom}|${cause}`.toLowerCase();
        const firstPage = firstPlaces.get(key);
        if (firstPage === undefined) firstPlaces.set(key, page);
        if (firstPage === undefined || firstPage === page) return [];
        return [
          { line, message: `"${symptom}" with this cause is in ${firstPage} too: keep it in one place.` },
        ];
      }),
  );
}
