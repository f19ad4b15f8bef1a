import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { openIndex } from '../index/open-index.ts';
import { createIndexView } from '../index/view.ts';
import { countAllowedEdits, findCorrections, findMeantWord } from './spelling.ts';

// Words that are near each other, so that there is much to choose from.
const letters = fc.string({ unit: fc.constantFrom(...'abceimnt'), minLength: 4, maxLength: 11 });
const words = [
  ...new Set([
    'variable',
    'notification',
    'notes',
    'word2',
    ...fc.sample(letters, { numRuns: 1_500, seed: 7 }),
  ]),
];
const { file, remove } = createTemporaryIndex(searchPage('Words', words.join(' ')));
const index = openIndex(file);
const view = createIndexView(index, () => true);
afterAll(() => {
  index.close();
  remove();
});

// A word with a number in it is found by its letters, too.
const vocabularyWords = Array.from({ length: index.vocabulary.size }, (_, position) =>
  index.vocabulary.getWord(position + 1),
);

const listCorrections = (form: string, isGrowing = false) =>
  findCorrections(form, isGrowing, view).map(({ word, distance }) => [
    index.vocabulary.getWord(word),
    distance,
  ]);

test('a swap, a change, a missing and an added letter are one edit each', () => {
  for (const misspelt of ['varaible', 'variabke', 'varable', 'variiable']) {
    expect(listCorrections(misspelt)).toContainEqual(['variable', 1]);
  }
  expect(listCorrections('notfcation')).toContainEqual(['notification', 2]);
});

test('a word that is still growing is measured against beginnings too', () => {
  expect(listCorrections('notfi', true)).toContainEqual(['notification', 1.5]);
  expect(listCorrections('notfi')).not.toContainEqual(['notification', 1.5]);
});

test('long words forgive two edits, short ones none, and numbers none', () => {
  expect(['or', 'map', 'variabl', 'variable'].map((word) => countAllowedEdits(word.length))).toEqual([
    0, 1, 1, 2,
  ]);
  expect(listCorrections('word3')).toEqual([]);
});

test.each([
  ['varaible', 'variable'],
  ['varable', 'variable'],
  ['vvariable', 'variable'],
  ['notificaiton', 'notification'],
  // Another letter may make another word, and so may any letter of a short one.
  ['variabke', undefined],
  ['ntoes', undefined],
  // Two letters are too many, and the other words are spelled right.
  ['notfcation', undefined],
  ['variable', undefined],
  ['variables', undefined],
])('by "%s", a reader of a question means "%s"', (typedWord, meantWord) => {
  expect(findMeantWord(typedWord, view)).toBe(meantWord);
});

test('no word is nearer than the one that is found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...words), fc.nat(), fc.nat(), (word, first, second) => {
      const removeLetter = (text: string, at: number) =>
        text.slice(0, at % text.length) + text.slice((at % text.length) + 1);
      const misspelt = removeLetter(removeLetter(word, first), second);
      const edits = countAllowedEdits(misspelt.length);
      const similarWords = vocabularyWords
        .filter((other) => !/\d/.test(other))
        .map((other) => editDistance(misspelt, other))
        .filter((distance) => distance > 0 && distance <= edits)
        .sort();
      expect(listCorrections(misspelt).map(([, distance]) => distance)).toEqual(similarWords.slice(0, 6));
    }),
    { examples: [['word2', 0, 3]] },
  );
});

/** Optimal string alignment, as it is defined. */
function editDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return editDistance(restA, restB);
  // Words whose lengths differ this much are further apart than any correction that the search tries.
  if (Math.abs(a.length - b.length) > 2) return 3;
  return memoize(a, b, () => {
    const swapDistance = a[0] === b[1] && a[1] === b[0] ? editDistance(a.slice(2), b.slice(2)) : 3;
    return (
      1 + Math.min(editDistance(restA, b), editDistance(a, restB), editDistance(restA, restB), swapDistance)
    );
  });
}

const measuredDistances = new Map<string, number>();
function memoize(a: string, b: string, make: () => number): number {
  const key = `${a} ${b}`;
  const value = measuredDistances.get(key) ?? make();
  measuredDistances.set(key, value);
  return value;
}
