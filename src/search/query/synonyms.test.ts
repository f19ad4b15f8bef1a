import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTemporarySearch } from '../../../testing/search-index.ts';
import { searchPage } from '../../../testing/search-page.ts';
import { parseSynonymRule } from '../../config/synonym-rules.ts';

const pages = [
  searchPage('Removing a user', 'Open the list and press the button.'),
  searchPage('Org chart', 'Who leads whom in the company.'),
  searchPage('Login', 'With email and password.'),
  searchPage('Signs in diagrams', 'What the shapes mean.'),
  searchPage('Boxes', 'A box holds things.'),
  searchPage('Due dates of tasks', 'When work must be done, by the calendar of the process.'),
].flat();

function findTitles(query: string, ...rules: string[]): string[] {
  const synonyms = rules.map(parseSynonymRule).filter((rule) => typeof rule !== 'string');
  expect(synonyms).toHaveLength(rules.length);
  const search = createTemporarySearch(pages, synonyms);
  try {
    return search
      .ask(query, { attributesToRetrieve: ['hierarchy'] })
      .hits.map(({ hierarchy }) => readTitle(hierarchy));
  } finally {
    search.close();
  }
}

function readTitle(hierarchy: unknown): string {
  return z.object({ lvl1: z.string() }).parse(hierarchy).lvl1;
}

test('finds a word by its synonyms, with any ending of both', () => {
  expect(findTitles('deleting')).toEqual([]);
  expect(findTitles('deleting', 'delete, remove')).toEqual(['Removing a user']);
});

test("a one-way synonym doesn't work backwards", () => {
  expect(findTitles('erase', 'erase => remove')).toEqual(['Removing a user']);
  expect(findTitles('remove', 'erase => boxes, remove')).toEqual(['Removing a user']);
});

test('a phrase can be a synonym of a word, and a word of a phrase', () => {
  expect(findTitles('sign in', 'sign in, login')).toContain('Login');
  expect(findTitles('hierarchy', 'hierarchy => org chart')).toEqual(['Org chart']);
  expect(findTitles('deadlines', 'deadline => due date')).toEqual(['Due dates of tasks']);
});

test('a word comes before its synonyms', () => {
  expect(findTitles('boxes', 'box, chart')[0]).toBe('Boxes');
});

test("doesn't correct a word that has synonyms", () => {
  expect(findTitles('chars')).toContain('Org chart');
  expect(findTitles('chars', 'chars => login')).toEqual(['Login']);
});

test('uses synonyms in sentences', () => {
  const matchingTitles = findTitles(
    'until when must colleagues finish what they got',
    'until when => due date',
  );
  expect(matchingTitles).toContain('Due dates of tasks');
});
