import { checkEach, type Finding, type Manual, type Rule } from '../rule.ts';

const closingTitles = ['See also', 'Next'];
const SYMPTOM_COLUMN = 'What you see';
const DEVELOPER_TITLE = 'For developers';
const DEVELOPER_PAGES = 'LuranaBPA/Developer Info/';

/**
 * Readers skip sections that every page has, unless they say something about the page. So the last section
 * leads to pages that the text doesn't link to, no table of problems has a row of another page, and a section
 * for developers names a function or an endpoint that no other such section has.
 */
export const boilerplate: Rule = (manual) => [
  ...findRepeatedLinks(manual),
  ...findSharedProblems(manual),
  ...findCommonDeveloperSections(manual),
];

function findRepeatedLinks({ articles }: Manual): Finding[] {
  return checkEach(articles, ({ headings, links }) => {
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

/**
 * Finds rows with the same symptom and cause on several pages. Their remedies may link to different places.
 */
function findSharedProblems({ articles }: Manual): Finding[] {
  const firstPlaces = new Map<string, string>();
  return checkEach(articles, ({ page, tables }) =>
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

/**
 * `POST /group` on *Groups* is specific to this page. A link to all endpoints, or to something named earlier
 * in the text, isn't.
 */
function findCommonDeveloperSections({ articles }: Manual): Finding[] {
  const sections = articles.flatMap((article) => {
    const heading = article.headings.find(({ text }) => text === DEVELOPER_TITLE);
    return heading ? [{ article, line: heading.line, places: listDeveloperPlaces(article, heading) }] : [];
  });
  return sections.flatMap((section) => {
    const { article, line, places } = section;
    const at = { file: article.file, line };
    if (article.page.startsWith(DEVELOPER_PAGES))
      return [{ ...at, message: `The whole page is for developers: leave out "${DEVELOPER_TITLE}".` }];
    const namedBefore = new Set(article.links.filter((link) => link.line < line).map(formatPlace));
    const namedElsewhere = new Set(sections.flatMap((other) => (other === section ? [] : other.places)));
    if (places.some((place) => !namedBefore.has(place) && !namedElsewhere.has(place))) return [];
    return [
      {
        ...at,
        message: `"${DEVELOPER_TITLE}" names no function or endpoint of this page: name one that neither the text nor another article has, or leave the section out.`,
      },
    ];
  });
}

type Article = Manual['articles'][number];

/** Functions, members and endpoints that the section leads to. */
function listDeveloperPlaces({ headings, links }: Article, heading: Article['headings'][number]): string[] {
  const next = headings.find(({ level, line }) => line > heading.line && level <= heading.level);
  return links
    .filter(({ line }) => line > heading.line && line < (next?.line ?? Infinity))
    .filter(({ page, hash }) => page.startsWith(DEVELOPER_PAGES) && hash !== '')
    .map(formatPlace);
}

const formatPlace = ({ page, hash }: Article['links'][number]) => `${page}#${hash}`;
