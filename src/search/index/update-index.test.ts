import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { growRecords } from '../../../testing/grow-records.ts';
import { groupByPage, openTestSearch } from '../../../testing/search-index.ts';
import { searchRecords } from '../../../testing/search-site.ts';
import { buildIndex, updateIndex } from './build-index.ts';
import type { IndexPage } from './site-pages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'update-index-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const indexFile = (name: string) => path.join(folder, `${name}.db`);

const pages = groupByPage(growRecords(searchRecords(), 2_500));

/** The page with other words in its texts. */
function editPage({ listRecords }: IndexPage, words: string): IndexPage {
  return (
    groupByPage(
      listRecords().map((record) => ({ ...record, content: record.content && `${words} ${record.content}` })),
    )[0] ?? { key: '', listRecords: () => [] }
  );
}

const queries = [
  ...['', 'd', 'dr', 'dropdown', 'dropdwon', 'text box', 'variable', 'variabel', 'notifications', 'the'],
  ...['zyxwords', 'zyxwrods', 'zyx', 'how do I send a notification', 'case', 'app_uid', 'control', 'of a'],
  ...['2', 'form', 'forms dropdown', 'nothing like it anywhere', 'user', 'users', 'email server', 'admin'],
];

function collectAnswers(file: string) {
  const search = openTestSearch(file);
  const answers = queries.flatMap((query) =>
    [{}, { page: 3, distinct: 1, facets: ['*'] }, { facetFilters: ['type:content'] }].map((parameters) => ({
      ...search.ask(query, parameters),
      processingTimeMS: 0,
    })),
  );
  search.close();
  return answers;
}

test('an updated index answers like a new one after every edit', () => {
  const first = pages[3] ?? editPage({ key: '', listRecords: () => [] }, '');
  const second = pages[11] ?? first;
  const editions = [
    pages,
    pages.with(3, editPage(first, 'zyxwords stand here')),
    pages.with(3, editPage(first, 'zyxwords stand there')).with(11, editPage(second, 'dropdown dropdwon')),
    // One page goes, one comes, two change places, a word leaves the index.
    [
      ...pages.slice(1, 20),
      ...pages.slice(22, 40),
      editPage(second, 'a new one'),
      ...pages.slice(40),
      pages[20],
    ],
    pages,
  ].map((edition) => edition.filter((page) => page !== undefined));
  editions.forEach((edition, index) => {
    const [updatedFile, whole] = [indexFile(`updated-${index}`), indexFile(`whole-${index}`)];
    buildIndex(edition, whole);
    if (index === 0) buildIndex(edition, updatedFile);
    else expect(updateIndex(indexFile(`updated-${index - 1}`), edition, updatedFile)).toBe(true);
    expect(collectAnswers(updatedFile), `edition ${index}`).toEqual(collectAnswers(whole));
  });
});

test('reads only pages that the index lacks', () => {
  const [base, updatedFile] = [indexFile('read-base'), indexFile('read-updated')];
  buildIndex(pages, base);
  const unread = pages.map(({ key }) => ({
    key,
    listRecords: () => {
      throw new Error("this page hasn't changed");
    },
  }));
  expect(updateIndex(base, unread, updatedFile)).toBe(true);
});

test("writes nothing if most pages have changed or the base can't be used", () => {
  const [base, none] = [indexFile('unusable-base'), indexFile('none')];
  buildIndex(pages, base);
  const changedPages = pages.map((page) => editPage(page, 'all is new'));
  expect(updateIndex(base, changedPages, none)).toBe(false);
  writeFileSync(base, readFileSync(base).subarray(0, 30_000));
  expect(() => updateIndex(base, pages.slice(1), none)).toThrow();
  expect(() => readFileSync(none)).toThrow();
  expect(() => readFileSync(`${none}.part`)).toThrow();
});

test('an index that was updated many times is built from scratch', () => {
  let last = indexFile('again');
  buildIndex(pages, last);
  let rounds = 0;
  const most = Math.floor(pages.length / 6);
  for (let from = 0; rounds < 20; rounds += 1, from = (from + most) % pages.length) {
    const next = indexFile(`again-${rounds}`);
    const edition = pages.map((page, index) =>
      index >= from && index < from + most ? editPage(page, `${rounds}`) : page,
    );
    if (!updateIndex(last, edition, next)) break;
    last = next;
  }
  expect(rounds).toBeGreaterThan(0);
  expect(rounds).toBeLessThan(10);
});

test('changed synonyms need no other pages', () => {
  const synonyms = [{ words: ['zyxwords'], means: ['dropdown'] }];
  const [base, updatedFile, whole] = [
    indexFile('plain'),
    indexFile('with-synonyms'),
    indexFile('whole-with-synonyms'),
  ];
  buildIndex(pages, base);
  buildIndex(pages, whole, synonyms);
  expect(updateIndex(base, pages, updatedFile, synonyms)).toBe(true);
  expect(collectAnswers(updatedFile)).toEqual(collectAnswers(whole));
  expect(collectAnswers(updatedFile)).not.toEqual(collectAnswers(base));
});
