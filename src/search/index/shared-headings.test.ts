import { afterAll, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import type { SearchRecord } from './record.ts';

/** Adds a section with its own heading to a page. */
function createRecordsBelow(page: SearchRecord[], heading: string, text: string): SearchRecord[] {
  const [title] = page;
  if (!title) return [];
  const anchor = heading.toLowerCase();
  const rareHeading = {
    ...title,
    anchor,
    url: `${title.url}#${anchor}`,
    hierarchy: { ...title.hierarchy, lvl2: heading },
  };
  return [
    { ...rareHeading, objectID: `h-${rareHeading.url}`, type: 'lvl2', content: null },
    { ...rareHeading, objectID: `t-${rareHeading.url}`, type: 'content', content: text },
  ];
}

const generatedRecords = Array.from({ length: 40 }, (_, index) => {
  const page = searchPage(`Endpoint ${index}`, 'It does something.');
  return [...page, ...createRecordsBelow(page, 'Request', `curl https://example.com/${index}`)];
});
const once = searchPage('Status of a purchase', 'Where it is.');
const { urls, close } = createTemporarySearch([
  ...generatedRecords.flat(),
  ...once,
  ...createRecordsBelow(once, 'Follow', 'Find out who has your request now.'),
]);
afterAll(close);

test('ignores a heading that very many sections have', () => {
  expect(urls('request')).toEqual(['/docs/status-of-a-purchase#follow']);
  expect(urls('who has my request')[0]).toBe('/docs/status-of-a-purchase#follow');
});

test('finds the text below a heading that very many sections have', () => {
  expect(urls('curl 7')[0]).toBe('/docs/endpoint-7#request');
});
