import { expect, test } from 'vitest';
import { MANIFEST_FORMAT, type Manifest, type ManifestEntry } from '../model/manifest.ts';
import { comparePages, hashPages } from './page-changes.ts';

const createEntry = (url: string, hash: string, cache: ManifestEntry['cache']): ManifestEntry => ({
  ...{ url, hash, cache, file: hash, type: 'text/html', encodings: {}, bytes: 1 },
  ...{ audience: 'reader', status: 200 },
});

/** Creates the manifest of a release with pages of these texts. `shell` is the HTML around every page. */
function createRelease(
  pages: Readonly<Record<string, string>>,
  shell = '',
  redirects: Manifest['redirects'] = [],
): Manifest {
  const entries = Object.entries(pages).flatMap(([url, words]) => [
    createEntry(url, `${words} ${shell}`, 'page'),
    createEntry(`${url}.md`, words, 'data'),
  ]);
  return {
    ...{ format: MANIFEST_FORMAT, build: 'x', basePath: '/', redirects, scriptHashes: [], styleHashes: [] },
    entries: [
      ...entries,
      createEntry('/account', shell, 'page'),
      createEntry('/assets/shell.js', shell, 'immutable'),
    ],
    languages: [{ tag: 'en', path: '/', templates: {}, texts: {} }],
  };
}

test('reports added, changed, moved and removed pages, and ignores a new shell', () => {
  const before = createRelease(
    { '/a': 'one', '/b': 'two', '/old': 'three', '/gone': 'four', '/was': 'five' },
    'first',
  );
  const after = createRelease(
    { '/a': 'one', '/b': 'other', '/new': 'three', '/is': 'edited', '/c': 'six' },
    'second',
    [{ from: '/was', to: '/is' }],
  );
  expect(comparePages(hashPages(before), hashPages(after), after)).toEqual({
    added: { count: 1, paths: ['/c'] },
    changed: { count: 1, paths: ['/b'] },
    moved: {
      count: 2,
      paths: [
        { from: '/old', to: '/new' },
        { from: '/was', to: '/is' },
      ],
    },
    removed: { count: 1, paths: ['/gone'] },
  });
});

test('counts all changes and lists the first 100', () => {
  const pages = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [`/p${index}`, `words ${index}`]),
  );
  const after = createRelease(pages);
  const { added } = comparePages(new Map(), hashPages(after), after);
  expect([added.count, added.paths.length]).toEqual([120, 100]);
});
