import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkStoryTriggers, storyTriggers } from './story-triggers.ts';

const triggers = storyTriggers('{"processes":[{"triggers":[{"title":"Compute total"}]},{}]}');
const sample = (title: string, code: string) => article(`\`\`\`php title="${title}"\n${code}\n\`\`\``);

test('a trigger that the story does not have is a problem with the near name', () => {
  expect(checkStoryTriggers([sample('Trigger: Compute totals', '$a = 1;')], triggers)).toMatchObject([
    { line: FIRST_LINE + 1, message: expect.stringContaining('Did you mean "Compute total"?') },
  ]);
});

test('a trigger that another page shows with other code is a problem that names that page', () => {
  const pages = [
    sample('Trigger: Compute total', '$a = 1;'),
    sample('Script task: Compute total', '$a = 2;'),
  ];
  expect(checkStoryTriggers(pages, triggers)).toMatchObject([
    { message: expect.stringContaining(`other code in docs/page.md:${FIRST_LINE + 1}`) },
  ]);
});

test('the same code on several pages, and examples with a part of it, are right', () => {
  const whole = sample('Trigger: Compute total', '$a = 1;\n$b = 2;');
  const part = sample('Example: Compute total', '$b = 2;');
  expect(checkStoryTriggers([whole, whole, part], triggers)).toEqual([]);
});
