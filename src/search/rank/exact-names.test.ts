import { afterAll, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

const otherPages = Array.from({ length: 60 }, (_, index) =>
  searchPage(`Project error ${index}`, `GET /project/${index}/errors lists the errors of projects.`),
);
const { ask, urls, close } = createTemporarySearch([
  ...otherPages.flat(),
  ...searchPage('List of all', 'GET /projects', 'It has many pages.'),
  ...searchPage('Reports', 'To rename reports, call PUT /reports.', 'Each of the reports has a name.'),
  ...searchPage('Rename one', 'PUT /reports', 'Projects stay as they are.'),
  ...searchPage('Delete many', 'POST /projects/bulk'),
  ...searchPage('When code fails', 'The variable @@__ERROR__ has the message.'),
]);
afterAll(close);

test.each([
  ['GET /projects', '/docs/list-of-all'],
  ['/projects', '/docs/list-of-all'],
  ['/projects/bulk', '/docs/delete-many'],
  ['/reports', '/docs/rename-one'],
  ['@@__ERROR__', '/docs/when-code-fails'],
  ['__error__', '/docs/when-code-fails'],
])('"%s" finds the exact name, however many sections have its words', (query, address) => {
  expect(urls(query)[0]).toBe(address);
});

test('a hit by other words than those of its heading shows the text that has them', () => {
  const [hit] = ask('__error__', { attributesToRetrieve: ['type', 'content'] }).hits;
  expect(hit).toMatchObject({ type: 'content', content: expect.stringContaining('@@__ERROR__') });
});
