import { afterAll, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

const open = [
  ...searchPage('Opening hours', 'When the office is open.'),
  ...searchPage('Office rules', 'What holds in the office, and for visitors.'),
  ...searchPage('Visitors', 'Who may visit the office.'),
];
const secret = [
  ...searchPage('Takeover', 'The takeover of a competitor, codenamed Zephyrine, by the office of the board.'),
  ...searchPage('Officer', 'An officer and another officer.'),
];
const isOpen = ({ url }: { url: string }) => !['/docs/takeover', '/docs/officer'].includes(url);

function createSearch(records: typeof open, isVisible: (page: { url: string }) => boolean = () => true) {
  const search = createTemporarySearch(records, [], isVisible);
  afterAll(search.close);
  return (query: string, parameters: Record<string, unknown>) => ({
    ...search.ask(query, parameters),
    processingTimeMS: 0,
  });
}

/** Hidden pages that would change which texts are long and which headings are common. */
const generated = Array.from({ length: 60 }, (_, index) => [
  ...searchPage(`Hidden ${index}`, `Sealed file ${index}. ${'It is long and goes on and on. '.repeat(40)}`),
  ...createSection(`Hidden ${index}`, 'Opening', 'Sealed.'),
]).flat();

/** Creates the records of a section of a page. */
function createSection(title: string, heading: string, text: string) {
  const [page] = searchPage(title);
  if (page === undefined) throw new Error('A page has a record.');
  const anchor = heading.toLowerCase();
  const record = {
    ...page,
    anchor,
    url: `${page.url}#${anchor}`,
    hierarchy: { ...page.hierarchy, lvl2: heading },
  };
  return [
    { ...record, objectID: `h-${record.url}`, type: 'lvl2' as const, content: null },
    { ...record, objectID: `t-${record.url}`, type: 'content' as const, content: text },
  ];
}

const ofView = createSearch([...secret, ...open], isOpen);
const ofRest = createSearch(open);

test.each([
  ...['', 'o', 'office', 'offic', 'officer', 'officr', 'takeover', 'takover', 'zephyrine', 'zephirine'],
  ...['zeph', 'visitor', 'visitors office rules', 'the board of the office', 'codenamed office', 'of a'],
])('"%s" is answered as if pages outside of the view weren\'t in the index', (query) => {
  for (const parameters of [{}, { distinct: false, facets: ['*'] }, { facetFilters: ['type:content'] }]) {
    expect(ofView(query, parameters)).toEqual(ofRest(query, parameters));
  }
});

const sections = [...open, ...createSection('Visitors', 'Opening', 'Visitors come when the office is open.')];
const ofCrowd = createSearch(
  [...generated, ...secret, ...sections],
  ({ url }) => isOpen({ url }) && !url.includes('hidden'),
);
const ofFew = createSearch(sections);

test.each(['opening', 'opening hours', 'office', 'rules for visitors', 'when is the office open'])(
  '"%s" is ranked as if many hidden pages with long texts and the same heading weren\'t in the index',
  (query) => {
    expect(ofCrowd(query, { getRankingInfo: true })).toEqual(ofFew(query, { getRankingInfo: true }));
  },
);

test('finds everything without a view', () => {
  const all = createSearch([...secret, ...open]);
  expect(all('zephyrine', {}).hits.map(({ url }) => url)).toEqual(['/docs/takeover']);
});
