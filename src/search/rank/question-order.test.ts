import { afterAll, expect, test } from 'vitest';
import { createTemporaryIndex, createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { openIndex } from '../index/open-index.ts';
import type { SearchRecord } from '../index/record.ts';
import { createIndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import { createQuestionOverlap } from './question-overlap.ts';
import { createSimilarity } from './similarity.ts';

/** A page that answers a question of readers. */
function createAnswering(title: string, question: string): SearchRecord[] {
  const [heading, ...rest] = searchPage(title, 'Follow the steps.');
  return heading ? [{ ...heading, questions: [question] }, ...rest] : [];
}

const pages = [
  ...createAnswering('Time sheet', 'how do I record the hours of my employees'),
  ...createAnswering('Leaving', 'how do I close the account of a worker who left the company'),
  ...createAnswering('Tax statement', 'how do I give my employees their yearly form'),
  ...createAnswering('Bulk order', 'how do I buy my product in large order'),
  ...createAnswering('Broken order', 'how do I mend a damaged product from my order'),
];
const { urls, close } = createTemporarySearch(pages);
afterAll(close);

test.each([
  ['how do I remove the account of my employee who quit the company', '/docs/leaving'],
  ['how do I repair my product', '/docs/broken-order'],
  ['how do I purchase my product', '/docs/bulk-order'],
])('"%s" is answered by the section with the most similar question', (question, address) => {
  expect(urls(question)[0]).toBe(address);
});

test('a question with a word without a vector is answered by its words', () => {
  expect(urls('how do I qzxv the bulk order')[0]).toBe('/docs/bulk-order');
});

/**
 * A page with sections of the same headings and texts as any other, the second of which answers a question of readers.
 */
function createSharingText(title: string, question: string): SearchRecord[] {
  const [top, paragraph] = searchPage(
    title,
    'Each one has a number, and the stock of a store is counted by number.',
  );
  if (!top || !paragraph) return [];
  return ['Count', 'Move'].flatMap((heading, index) =>
    [{ ...top, type: 'lvl2' as const }, paragraph].map((record, place) => ({
      ...record,
      url: `${record.url}#${heading}`,
      anchor: heading,
      hierarchy: { ...record.hierarchy, lvl2: heading },
      questions: index === 1 && place === 0 ? [question] : [],
    })),
  );
}

const stores = createTemporarySearch([
  ...createSharingText('Store A', 'how do I move the stock of a boat'),
  ...createSharingText('Store B', 'how do I move the pallets of my customers'),
  ...createSharingText('Store C', 'how do I move the barrels that arrive by ship'),
]);
afterAll(stores.close);

test.each([
  ['how do I count the stock of a boat', '/docs/store-a#Count'],
  ['how do I count the pallets of my customers', '/docs/store-b#Count'],
  ['how do I count the barrels that arrive by ship', '/docs/store-c#Count'],
  ['how are barrels counted that a ship brings', '/docs/store-c#Count'],
])('"%s" is answered on the page whose other section answers a similar question', (question, address) => {
  const counting = stores.urls(question).filter((url) => String(url).endsWith('#Count'));
  expect(counting[0]).toBe(address);
});

test('a word that only hidden sections have weighs like one that no section has', () => {
  const hiddenPages = Array.from({ length: 30 }, (_, position) =>
    createAnswering(`Hidden ${position}`, 'how do I repair the product'),
  );
  const compare = (records: SearchRecord[]) => {
    const { file, remove } = createTemporaryIndex(records);
    const index = openIndex(file);
    const view = createIndexView(index, ({ url }) => !url.includes('hidden'));
    const forms = listForms('how do I repair my product');
    const sections = [0, 1, 2, 3, 4];
    const comparisons = [
      createSimilarity(index)(forms, sections, view),
      createQuestionOverlap(index)(forms, sections, view),
    ];
    index.close();
    remove();
    return comparisons;
  };
  expect(compare([...pages, ...hiddenPages.flat()])).toEqual(compare(pages));
});
