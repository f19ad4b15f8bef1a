import { expect, test } from 'vitest';
import { listSiteRecords, searchRecords, searchSite } from '../../../testing/search-site.ts';

const records = searchRecords();
const findRecordsAt = (url: string) => records.filter((record) => record.url === url);

test('a page, its headings and the blocks under them are records of their own', () => {
  expect(findRecordsAt('/docs/forms/dropdown').map((record) => [record.type, record.content])).toEqual([
    ['lvl1', null],
    ['content', 'A dropdown lets the user pick one option of a list.'],
  ]);
  expect(findRecordsAt('/docs/forms/dropdown#sql-options').map((record) => record.type)).toEqual([
    'lvl2',
    'content',
  ]);
});

test('the hierarchy goes from the top-level section of the sidebar down to the heading', () => {
  expect(findRecordsAt('/docs/forms/dropdown#sql-options')[1]).toMatchObject({
    hierarchy: { lvl0: 'Basic features', lvl1: 'Dropdown control', lvl2: 'SQL options', lvl3: null },
    url_without_anchor: '/docs/forms/dropdown',
    anchor: 'sql-options',
  });
});

test("an unlisted document isn't found", () => {
  expect(records.some((record) => record.url.includes('secret'))).toBe(false);
});

test('every record has an id of its own', () => {
  expect(new Set(records.map((record) => record.objectID)).size).toBe(records.length);
});

test('a category page is found by its title and its description', () => {
  const { site, articles } = searchSite();
  site.categories.push({
    path: '/docs/category/forms',
    slug: '/category/forms',
    label: 'Forms',
    title: 'All about forms',
    description: 'Forms and their controls.',
    keywords: [],
    set: '',
    sidebar: 'tutorialSidebar',
    items: [],
  });
  const matchingRecords = listSiteRecords(site, articles).filter(
    (record) => record.url === '/docs/category/forms',
  );
  expect(matchingRecords.map((record) => [record.type, record.hierarchy.lvl1, record.content])).toEqual([
    ['lvl1', 'All about forms', null],
    ['content', 'All about forms', 'Forms and their controls.'],
  ]);
});

test('a long block is cut at sentence ends into passages that lose nothing', () => {
  const { site, articles } = searchSite();
  const sentence = 'A case is one run of a process from its first task to its last. ';
  articles.get('forms/textbox')?.blocks.push({ anchor: '', text: sentence.repeat(40) });
  const matchingRecords = listSiteRecords(site, articles).filter((record) =>
    record.content?.startsWith('A case is one run'),
  );
  expect(matchingRecords.length).toBeGreaterThan(1);
  for (const record of matchingRecords) expect(record.content).toMatch(/last\.$/);
});

test.each([
  ['/docs/Developer Info/x', '/docs/Developer Info/x'],
  ['/docs/100%?#', '/docs/100%25%3F%23'],
])('the path %s is written %s: as the site writes it, except for what would end it', (path, expectedUrl) => {
  const { site, articles } = searchSite();
  const [doc] = site.docs;
  if (doc) doc.path = path;
  expect(listSiteRecords(site, articles)[0]?.url).toBe(expectedUrl);
});
