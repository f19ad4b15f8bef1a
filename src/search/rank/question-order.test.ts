import { afterAll, expect, test } from 'vitest';
import { temporaryIndex, temporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { openIndex } from '../index/open-index.ts';
import type { SearchRecord } from '../index/record.ts';
import { createIndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import { createSimilarity } from './similarity.ts';

/** A page that answers a question of readers. */
function answering(title: string, question: string): SearchRecord[] {
  const [heading, ...rest] = searchPage(title, 'Follow the steps.');
  return heading ? [{ ...heading, questions: [question] }, ...rest] : [];
}

const pages = [
  ...answering('Time sheet', 'how do I record the hours of my employees'),
  ...answering('Leaving', 'how do I close the account of a worker who left the company'),
  ...answering('Tax statement', 'how do I give my employees their yearly form'),
  ...answering('Bulk order', 'how do I buy my product in large order'),
  ...answering('Broken order', 'how do I mend a damaged product from my order'),
];
const { urls, close } = temporarySearch(pages);
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

test('a word that only hidden sections have weighs like one that no section has', () => {
  const hidden = Array.from({ length: 30 }, (_, at) => searchPage(`Hidden ${at}`, 'Repair the product.'));
  const compare = (records: SearchRecord[]) => {
    const { file, remove } = temporaryIndex(records);
    const index = openIndex(file);
    const view = createIndexView(index, ({ url }) => !url.includes('hidden'));
    const similarities = createSimilarity(index)(
      listForms('how do I repair my product'),
      [0, 1, 2, 3, 4],
      view,
    );
    index.close();
    remove();
    return similarities;
  };
  expect(compare([...pages, ...hidden.flat()])).toEqual(compare(pages));
});
