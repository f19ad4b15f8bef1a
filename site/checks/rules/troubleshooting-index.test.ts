import { expect, test } from 'vitest';
import { article, check, instead } from '../../testing/manual.ts';
import { troubleshootingIndex } from './troubleshooting-index.ts';

const table = '## What goes wrong\n\n| What you see | Cause | What to do |\n|---|---|---|\n| A | B | C |';
const find = (index: string, routes: string[]) =>
  check(
    troubleshootingIndex,
    [article(table, 'docs/Forms/Grid.md'), article(index, 'docs/Index.md')],
    instead(JSON.stringify(routes)),
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
