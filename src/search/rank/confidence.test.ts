import { expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { openIndex } from '../index/open-index.ts';
import type { SearchRecord } from '../index/record.ts';
import { createIndexView } from '../index/view.ts';
import { listForms } from '../index/words.ts';
import type { AnswerConfidence } from '../protocol/wire.ts';
import { createConfidence } from './confidence.ts';

/** A page that answers a question of readers. */
function answering(title: string, question: string): SearchRecord[] {
  const [heading, ...rest] = searchPage(title, 'Follow the steps.');
  return heading ? [{ ...heading, questions: [question] }, ...rest] : [];
}

const pages = [
  ...answering('Leaving', 'how do I close the account of a worker who left the company'),
  ...answering('Bulk order', 'how do I buy my product in large order'),
  ...answering('Broken order', 'how do I mend a damaged product from my order'),
];

/** How sure search is that the first page, or one of the first two, answers, with these points of the pages. */
function measure(question: string, points: readonly number[], records: readonly SearchRecord[] = pages) {
  const { file, remove } = createTemporaryIndex([...records]);
  const index = openIndex(file);
  const view = createIndexView(index, ({ url }) => !url.includes('hidden'));
  const rankedSections = points
    .map((score, section) => ({ section, records: [0], score }))
    .sort((a, b) => b.score - a.score);
  const confidence = createConfidence(index)(listForms(question), rankedSections, view);
  index.close();
  remove();
  return confidence ?? { firstPage: 0, firstTwoPages: 0 };
}

const LEADING = [5, 2, 2];

function expectSurer(sure: AnswerConfidence, unsure: AnswerConfidence): void {
  expect(sure.firstPage).toBeGreaterThan(unsure.firstPage);
  expect(sure.firstTwoPages).toBeGreaterThan(unsure.firstTwoPages);
}

test.each([
  ['how do I close the account of a worker', 'how do I close the branch of a tree'],
  [
    'how do I close the account of an employee who quit the company',
    'how do I paint the fence of a garden near the harbour',
  ],
])('search is surer of "%s" than of "%s"', (question, other) => {
  expectSurer(measure(question, LEADING), measure(other, LEADING));
});

test('search is less sure of the first page if another one is as good, and of two if a third one is', () => {
  const measureAt = (...points: number[]) => measure('how do I close the account of a worker', points);
  expect(measureAt(5, 5, 2).firstPage).toBeLessThan(measureAt(5, 2, 2).firstPage);
  expect(measureAt(5, 5, 2).firstTwoPages).toBeGreaterThan(measureAt(5, 5, 5).firstTwoPages);
});

test.each([
  ['how do I buy my product in large order', [5, 4.9, 2], [5, 2, 4.9]],
  ['how do I mend a damaged product', [5, 2, 4.9], [5, 4.9, 2]],
])('the second page may be the one that has the words: %s', (question, points, otherPoints) => {
  const { firstTwoPages } = measure(question, points);
  expect(firstTwoPages).toBeGreaterThan(measure(question, otherPoints).firstTwoPages);
});

test.each([
  ['how do I close the account of a worker', 'how do I close the helicopter of a worker'],
  ['how do I mend a damaged product', 'how do I mend a damaged saxophone'],
])('search is surer of "%s" than of "%s", which has a word that no page has', (question, other) => {
  expectSurer(measure(question, LEADING), measure(other, LEADING));
});

test.each([
  ['Feed the horses twice a day, and clean the stable.', 'how often do I feed the horses in the stable'],
  ['Follow the path around the harbour, and turn left.', 'where do I turn left on the path'],
])('without questions of an author, one passage has to have the words: %s', (passage, question) => {
  const otherPage = searchPage('Other rules', 'Be kind.');
  const together = [...searchPage('Rules', passage), ...otherPage];
  const apart = [...searchPage('Rules', ...passage.split(' ')), ...otherPage];
  expectSurer(measure(question, [5, 2], together), measure(question, [5, 2], apart));
});

test('a question of nothing but words of asking has no likelihood', () => {
  expect(measure('how can I do it', LEADING)).toEqual({ firstPage: 0, firstTwoPages: 0 });
});

test.each(['how do I close the account of a worker', 'how do I repair the product'])(
  'hidden pages change nothing: %s',
  (question) => {
    const hiddenPages = Array.from({ length: 30 }, (_, position) =>
      answering(`Hidden ${position}`, question),
    );
    expect(measure(question, LEADING, [...pages, ...hiddenPages.flat()])).toEqual(measure(question, LEADING));
  },
);
