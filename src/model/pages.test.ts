import { expect, test } from 'vitest';
import { findServing, ownPages } from './pages.ts';

test('pages below /admin are for administrators, and no others', () => {
  const pages = Object.values(ownPages);
  const below = pages.filter(({ path }) => `${path}/`.startsWith('/admin/'));
  expect(below.length).toBeGreaterThan(0);
  expect(pages.filter(({ audience }) => audience === 'administrator')).toEqual(below);
});

test('what is no page of our own is for readers', () => {
  expect(findServing('doc')).toEqual({ audience: 'reader', status: 200 });
  expect(findServing('users')).toEqual({ audience: 'administrator', status: 200 });
  expect(findServing('not-found')).toEqual({ audience: 'reader', status: 404 });
});
