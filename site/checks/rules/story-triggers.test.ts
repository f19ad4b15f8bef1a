import { expect, test } from 'vitest';
import { check, createArticle, createManualWithText, FIRST_LINE } from '../../testing/manual.ts';
import { storyTriggers } from './story-triggers.ts';

const story = createManualWithText('{"processes":[{"triggers":[{"title":"Compute total"}]},{}]}');
const sample = (title: string, code: string) => createArticle(`\`\`\`php title="${title}"\n${code}\n\`\`\``);

test('a trigger that the story does not have is a problem with the near name', async () => {
  expect(await check(storyTriggers, [sample('Trigger: Compute totals', '$a = 1;')], story)).toMatchObject([
    { line: FIRST_LINE + 1, message: expect.stringContaining('Did you mean "Compute total"?') },
  ]);
});

test('a trigger that another page shows with other code is a problem that names that page', async () => {
  const pages = [
    sample('Trigger: Compute total', '$a = 1;'),
    sample('Script task: Compute total', '$a = 2;'),
  ];
  expect(await check(storyTriggers, pages, story)).toMatchObject([
    { message: expect.stringContaining(`other code in docs/page.md:${FIRST_LINE + 1}`) },
  ]);
});

test('the same code on several pages, and examples with a part of it, are right', async () => {
  const completeSample = sample('Trigger: Compute total', '$a = 1;\n$b = 2;');
  const part = sample('Example: Compute total', '$b = 2;');
  expect(await check(storyTriggers, [completeSample, completeSample, part], story)).toEqual([]);
});
