import { expect, test } from 'vitest';
import { allPages } from '../../testing/all-pages.ts';
import { isOwnPage } from './pages.ts';

test('limits exactly the pages below /admin to administrators', () => {
  const pages = Object.values(allPages);
  const below = pages.filter(({ path }) => `${path}/`.startsWith('/admin/'));
  expect(below.length).toBeGreaterThan(0);
  expect(pages.filter(({ audience }) => audience === 'administrator')).toEqual(below);
});

test('gives each page of the administration another tab', () => {
  const tabs = Object.values(allPages).flatMap(({ tab }) => tab ?? []);
  expect(tabs).toEqual([...new Set(tabs)]);
});

test.each([
  ['/account', 'reader', true],
  ['/es/account', 'reader', true],
  ['/fr/account', 'reader', false],
  ['/admin/searches', 'administrator', true],
  ['/docs/account', 'reader', false],
  ['/', 'reader', false],
  ['/docs', ['staff'], false],
])('knows whether %s for %j is a page of the engine', (path, audience, isOwn) => {
  const languages = [{ path: '/' }, { path: '/es/' }];
  expect(isOwnPage({ url: path, audience }, languages)).toBe(isOwn);
});
