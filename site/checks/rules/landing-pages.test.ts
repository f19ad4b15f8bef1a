import { expect, test } from 'vitest';
import { check, createArticle, FIRST_LINE } from '../../testing/manual.ts';
import { landingPages } from './landing-pages.ts';

const guide = 'docs/LuranaBPA/Guides/Readers.md';
const createTaskTable = (count: number) =>
  `| You want to | Read |\n|---|---|\n${'| A | B |\n'.repeat(count)}`;

test('ten tasks are right, and so is any table of another page', async () => {
  const recipe = createArticle(createTaskTable(2), 'docs/LuranaBPA/Guides/Recipes/Dates.md');
  expect(await check(landingPages, [createArticle(createTaskTable(10), guide), recipe])).toEqual([]);
});

test('nine tasks, or none, are named', async () => {
  const findings = await check(landingPages, [
    createArticle(createTaskTable(9), guide),
    createArticle('Text.', guide),
  ]);
  expect(findings).toMatchObject([
    { line: FIRST_LINE, message: expect.stringContaining('has 9 rows') },
    { line: 1, message: expect.stringContaining('has 0 rows') },
  ]);
});
