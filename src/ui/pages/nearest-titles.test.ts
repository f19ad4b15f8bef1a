import { expect, test } from 'vitest';
import { nearestTitles, type TitledPath } from './nearest-titles.ts';

const pages: TitledPath[] = [
  ['/docs/forms/Textbox', 'Textbox'],
  ['/docs/forms/Dropdown', 'Dropdown'],
  ['/docs/rest/administration/Users', 'Users'],
  ['/docs/admin/Users', 'Managing users'],
  ['/docs/文', '文書'],
];
const listNearestTitles = (path: string) => nearestTitles(path, pages).map(([title]) => title);

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
