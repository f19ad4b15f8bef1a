import { afterAll, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';

// Each outweighs the page that is just called so: its title has the word, and so have the headings above it.
const otherPages = Array.from({ length: 150 }, (_, index) =>
  searchPage(`Roles of role ${index}`, 'Roles, and the role of a role.').map((record) => ({
    ...record,
    hierarchy: { ...record.hierarchy, lvl0: 'Roles' },
  })),
);
const { urls, close } = createTemporarySearch([
  ...otherPages.flat(),
  ...searchPage('Roles', 'What a person may do.'),
  ...searchPage('Delete a role', 'It must be free.'),
  ...searchPage('getCurrentRole', 'Gives it back.'),
  ...searchPage('Get a role', 'The current role is what you get.'),
  ...searchPage('Rope', 'One of the ropes.'),
  ...searchPage('The rope ladder', 'Climb it.'),
]);
afterAll(close);

test.each([
  ['roles', '/docs/roles'],
  ['delete role', '/docs/delete-a-role'],
  ['deleting the roles', '/docs/delete-a-role'],
  ['delete rol', '/docs/delete-a-role'],
  ['delete role umbrella', '/docs/delete-a-role'],
  ['get current role', '/docs/getcurrentrole'],
  ['the r', '/docs/the-rope-ladder'],
])('"%s" finds the equal heading, however many sections have its words more often', (query, address) => {
  expect(urls(query)[0]).toBe(address);
});
