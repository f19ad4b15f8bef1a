import { expect, test } from 'vitest';
import { parseSynonymRule } from './synonym-rules.ts';

test('treats words between commas as equal', () => {
  const words = ['sign in', 'log in', 'login'];
  expect(parseSynonymRule('sign in,  Log  in, login')).toEqual({ words, means: words });
});

test('applies an arrow in one direction', () => {
  expect(parseSynonymRule('boss, chief => manager')).toEqual({
    words: ['boss', 'chief'],
    means: ['manager'],
  });
});

test.each([
  ['delete', 'needs two words or more, separated by commas'],
  ['', 'has nothing between two commas'],
  ['delete, , erase', 'has nothing between two commas'],
  ['=> manager', 'has nothing between two commas'],
  ['boss => chief => manager', 'has "=>" more than once'],
  ['boss, Boss', 'has "boss" twice'],
  ['boss => boss', 'has "boss" twice'],
  ['and, &', `has "&", which isn't a word`],
])('rejects "%s"', (text, reason) => {
  expect(parseSynonymRule(text)).toBe(reason);
});
