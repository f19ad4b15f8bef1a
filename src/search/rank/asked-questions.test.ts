import { afterAll, describe, expect, test } from 'vitest';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import type { SearchRecord } from '../index/record.ts';

/** A page that answers questions of readers, in other words than theirs. */
function answering(title: string, ...questions: string[]): SearchRecord[] {
  const [heading, ...rest] = searchPage(title, 'Follow the steps.');
  return heading ? [{ ...heading, questions }, ...rest] : [];
}

/** More pages about the words of the questions than are ranked. */
const commonPages = ['Add a field', 'Request to approve', 'Personal settings'].flatMap((title) =>
  Array.from({ length: 60 }, (_, index) =>
    searchPage(
      `${title} ${index}`,
      `${title}: how to add fields, approve requests, and open personal settings.`,
    ),
  ).flat(),
);
const askedPages = [
  ...answering('Canvas', 'draw fields on it', 'How do I add a field?', 'move it'),
  ...answering('Inbox', 'where are the requests that I have to approve'),
  ...answering('Profile', 'where are my personal settings', 'open the settings: personal @@ones'),
];
const { urls, close } = createTemporarySearch([...commonPages, ...askedPages]);
afterAll(close);

describe('finds the section first that has the query among its questions', () => {
  test.each([
    ['how do I add a field', '/docs/canvas'],
    ['HOW DO I ADD FIELDS?', '/docs/canvas'],
    ['how do I add the field', '/docs/canvas'],
    ['where are the requests that I have to approve?', '/docs/inbox'],
    ['Where are requests that I have to approve', '/docs/inbox'],
    ['where are my personal settings', '/docs/profile'],
    ['open the settings: personal @@ones', '/docs/profile'],
    ['draw fields on it', '/docs/canvas'],
  ])('%s', (query, address) => {
    expect(urls(query)[0]).toBe(address);
  });
});

test.each([
  // The end of one question and the beginning of the next.
  'draw fields on it how do I add',
  'personal settings open the settings',
  // Words that aren't a question, with another ending.
  'draw field on it',
  // One or two words name a thing.
  'move it',
  // Another sign.
  'open the settings: personal @#ones',
])('"%s" isn\'t a question of a section', (query) => {
  const other = createTemporarySearch([
    ...commonPages,
    ...askedPages.map((record) => ({ ...record, questions: record.questions.toReversed() })),
  ]);
  expect(urls(query)).toEqual(other.urls(query));
  other.close();
});

test.each([
  ['how do I add a field', 'how do I mow a meadow'],
  ['where are the requests that I have to approve', 'where are the oranges that I have to squeeze'],
])('hidden sections with the question "%s" change nothing', (query, otherQuestion) => {
  const [withQuestion, withOther] = [query, otherQuestion].map((question) => {
    const hiddenPages = Array.from({ length: 5 }, (_, index) => answering(`Hidden ${index}`, question));
    const search = createTemporarySearch(
      [...commonPages, ...hiddenPages.flat()],
      undefined,
      ({ url }) => !url.includes('hidden'),
    );
    const { hits, nbHits, confidence } = search.ask(query, { getRankingInfo: true });
    search.close();
    return { urls: hits.map(({ url }) => url), nbHits, confidence };
  });
  expect(withQuestion).toEqual(withOther);
});
