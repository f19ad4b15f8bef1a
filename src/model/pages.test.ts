import { expect, test } from 'vitest';
import { findServing, ownPages } from './pages.ts';

test('limits exactly the pages below /admin to administrators', () => {
  const pages = Object.values(ownPages);
  const below = pages.filter(({ path }) => `${path}/`.startsWith('/admin/'));
  expect(below.length).toBeGreaterThan(0);
  expect(pages.filter(({ audience }) => audience === 'administrator')).toEqual(below);
});

test('serves pages of the site to readers', () => {
  expect(findServing('doc')).toEqual({ audience: 'reader', status: 200 });
  expect(findServing('users')).toEqual({ audience: 'administrator', status: 200 });
  expect(findServing('not-found')).toEqual({ audience: 'reader', status: 404 });
});
