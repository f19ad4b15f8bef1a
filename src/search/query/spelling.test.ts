import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deletions, editDistance, editsAllowed } from './spelling.ts';

test('a swap, a change, a missing and an added letter are one edit each', () => {
  for (const misspelt of ['varaible', 'variabke', 'varable', 'variiable']) {
    expect(editDistance(misspelt, 'variable', 2)).toBe(1);
  }
  expect(editDistance('notfication', 'notifications', 2)).toBe(2);
  expect(editDistance('abc', 'xyz', 1)).toBe(2);
});

test('a growing word is measured against the beginning of the whole one', () => {
  expect(editDistance('notfi', 'notification', 1, true)).toBe(1);
  expect(editDistance('notif', 'notification', 1, true)).toBe(0);
});

test('long words forgive two edits, short ones none', () => {
  expect(['or', 'map', 'variabl', 'variable'].map((word) => editsAllowed(word.length))).toEqual([0, 1, 1, 2]);
});

test('a word and its misspelling always meet', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdeimnprst'), minLength: 8, maxLength: 16 });
  fc.assert(
    fc.property(letters, fc.nat(), fc.nat(), (word, first, second) => {
      const without = (text: string, at: number) =>
        text.slice(0, at % text.length) + text.slice((at % text.length) + 1);
      const misspelt = without(without(word, first), second);
      const met = [...deletions(misspelt, 2)].some((form) => deletions(word, 2).has(form));
      expect(met).toBe(true);
    }),
  );
});
