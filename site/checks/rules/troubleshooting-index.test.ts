import { expect, test } from 'vitest';
import { check, createArticle, createManualWithText, FIRST_LINE } from '../../testing/manual.ts';
import { troubleshootingIndex } from './troubleshooting-index.ts';

const table = '## What goes wrong\n\n| What you see | Cause | What to do |\n|---|---|---|\n| A | B | C |';
const find = (index: string, routes: string[], form = table) =>
  check(
    troubleshootingIndex,
    [createArticle(form, 'docs/Forms/Grid.md'), createArticle(index, 'docs/Index.md')],
    createManualWithText(JSON.stringify(routes)),
  );

test('a table that one page of the index lists is complete', async () => {
  expect(await find('<Troubleshooting under="Forms/Grid, Forms/" />', ['/docs/Forms/Grid'])).toEqual([]);
});

test('two pages can list it, because two kinds of readers look for it', async () => {
  const index = '<Troubleshooting under="Forms/" />\n\n<Troubleshooting under="Forms/Grid" />';
  expect(await find(index, ['/docs/Forms/Grid'])).toEqual([]);
});

test('a place of the index without a table is a problem', async () => {
  expect(await find('<Troubleshooting under="Forms/, Login" />', ['/docs/Forms/Grid'])).toMatchObject([
    { message: 'No article below "Login" has a table of what goes wrong.' },
  ]);
});

test('a table that no page lists is a problem', async () => {
  expect(await find('Text.', ['/docs/Forms/Grid'])).toMatchObject([
    { message: 'No page with <Troubleshooting under="…" /> lists "Forms/Grid": let one do so.' },
  ]);
});

test('an article that the index cannot know yet is a problem', async () => {
  expect(await find('<Troubleshooting under="Forms/" />', [])).toMatchObject([
    { message: expect.stringContaining('add-routes') },
  ]);
});

const findRemedy = (remedy: string) =>
  find('<Troubleshooting under="Forms/" />', ['/docs/Forms/Grid'], `${table}\n| D | E | ${remedy} |`);

test.each([
  '',
  '[Retries](#retries)',
  'See [Retries](#retries).',
  'See the [retries](#a) and [**CORS**](#b)',
])('a row that has only "%s" as its remedy is a problem', async (remedy) => {
  const message = 'The row "D" only leads to another place: say in the row what to do.';
  expect(await findRemedy(remedy)).toMatchObject([{ line: FIRST_LINE + 5, message }]);
});

test.each(['Add a row', 'Use [`setText()`](#setText)', 'Send a number: see [Retries](#retries)'])(
  '"%s" is a remedy',
  async (remedy) => {
    expect(await findRemedy(remedy)).toEqual([]);
  },
);
