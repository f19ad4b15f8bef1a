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

test('finds everything without a view', () => {
  const all = createSearch([...secret, ...open]);
  expect(all('zephyrine', {}).hits.map(({ url }) => url)).toEqual(['/docs/takeover']);
});
