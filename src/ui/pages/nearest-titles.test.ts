import { expect, test } from 'vitest';
import { findNearestTitles, splitPath, type TitledPath } from './nearest-titles.ts';

const pages: TitledPath[] = [
  ['/docs/forms/Textbox', 'Textbox'],
  ['/docs/forms/Dropdown', 'Dropdown'],
  ['/docs/rest/administration/Users', 'Users'],
  ['/docs/admin/Users', 'Managing users'],
  ['/docs/文', '文書'],
];
const listNearestTitles = (path: string) => findNearestTitles(path, pages).map(([title]) => title);

test('finds a page by a misspelled name', () => {
  expect(listNearestTitles('/docs/forms/texbox')).toEqual(['/docs/forms/Textbox']);
  expect(listNearestTitles('/docs/old/place/drop-downs.html')[0]).toBe('/docs/forms/Dropdown');
});

test('prefers the page in the same folder', () => {
  expect(listNearestTitles('/docs/rest/Users')).toEqual([
    '/docs/rest/administration/Users',
    '/docs/admin/Users',
  ]);
});

test('finds nothing for an unrelated path', () => {
  expect(listNearestTitles('/zzz')).toEqual([]);
  expect(listNearestTitles('/')).toEqual([]);
});

test.each(['/docs/nothing-here', '/docs/the-end', '/docs/a/b/c', '/docs/overdraft'])(
  'suggests no page for %s, which shares only letters with titles',
  (path) => {
    const titles: TitledPath[] = [
      ['/docs/recipes/TwoDates', 'Check that two dates are in order'],
      ['/docs/recipes/Remind', 'Remind somebody after three days'],
    ];
    expect(findNearestTitles(path, titles)).toEqual([]);
  },
);

test.each([
  ['/docs/old/case-notes.html', 'case notes'],
  ['/docs/CaseNotes/', 'Case Notes'],
  ['/docs/50%25_off', '50 25 off'],
  ['/', ''],
])('searches for the words of the last part of %s', (path, words) => {
  expect(splitPath(path)).toBe(words);
});
