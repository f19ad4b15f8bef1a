import { expect, test } from 'vitest';
import { createDocSet } from '../../../testing/doc-set.ts';
import type { Doc, Site } from '../../model/site.ts';
import { listRedirects } from './redirects.ts';

function createSite(more: Partial<Pick<Site, 'redirects'>> = {}): Site {
  // Only what redirects are made from. The rest of a document doesn't matter.
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
    rootPath: '/',
    version,
    sets: [createDocSet(version)],
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

test('the root of the documentation redirects to the main document', () => {
  expect(listRedirects(createSite(), ['/docs/main'])).toEqual([{ from: '/docs', to: '/docs/main' }]);
});

test("the root doesn't redirect if it is a page", () => {
  expect(listRedirects(createSite(), ['/docs/main', '/docs/'])).toEqual([]);
  expect(listRedirects(createSite(), ['/docs/main', '/docs'])).toEqual([]);
});

test('a path with spaces can be written without them', () => {
  const redirects = listRedirects(createSite(), [
    '/docs',
    '/docs/Developer Info/REST API/Cases/',
    '/docs/a b',
    '/docs/ab',
  ]);
  expect(redirects).toEqual([
    { from: '/docs/DeveloperInfo/RESTAPI/Cases/', to: '/docs/Developer Info/REST API/Cases/' },
  ]);
});

test("the owner's redirects take precedence, but never over a page", () => {
  const redirects = [
    { from: '/docs', to: '/docs/other' },
    { from: '/docs/main', to: '/docs/other' },
  ];
  expect(listRedirects(createSite({ redirects }), ['/docs/main'])).toEqual([
    { from: '/docs', to: '/docs/other' },
  ]);
});
