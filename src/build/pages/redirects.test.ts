import { expect, test } from 'vitest';
import { setOf } from '../../../testing/doc-set.ts';
import type { Doc, Site } from '../../model/site.ts';
import { redirectsOf } from './redirects.ts';

function site(more: Partial<Pick<Site, 'redirects'>> = {}): Site {
  // Only what redirects are made from; the rest of a document plays no part.
  const main = { id: 'main', path: '/docs/main' } as Doc;
  const version = {
    name: 'current',
    label: 'Next',
    isLast: true,
    path: '/docs',
    mainDocId: 'main',
    draftIds: [],
  };
  return {
    language: 'en',
    basePath: '/',
    version,
    sets: [setOf(version)],
    docs: [main],
    categories: [],
    sidebars: {},
    tags: [],
    pages: [],
    blogs: [],
    redirects: [],
    questions: [],
    synonyms: [],
    ...more,
  };
}

test('the root of the documentation leads to the main document', () => {
  expect(redirectsOf(site(), ['/docs/main'])).toEqual([{ from: '/docs', to: '/docs/main' }]);
});

test('it does not where the root is a page of its own', () => {
  expect(redirectsOf(site(), ['/docs/main', '/docs/'])).toEqual([]);
  expect(redirectsOf(site(), ['/docs/main', '/docs'])).toEqual([]);
});

test('an address with blanks can be written without them', () => {
  const redirects = redirectsOf(site(), [
    '/docs',
    '/docs/Developer Info/REST API/Cases/',
    '/docs/a b',
    '/docs/ab',
  ]);
  expect(redirects).toEqual([
    { from: '/docs/DeveloperInfo/RESTAPI/Cases/', to: '/docs/Developer Info/REST API/Cases/' },
  ]);
});

test("the owner's redirects go first, and never in front of a page", () => {
  const redirects = [
    { from: '/docs', to: '/docs/other' },
    { from: '/docs/main', to: '/docs/other' },
  ];
  expect(redirectsOf(site({ redirects }), ['/docs/main'])).toEqual([{ from: '/docs', to: '/docs/other' }]);
});
