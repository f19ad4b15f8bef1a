import { expect, test } from 'vitest';
import { check, createArticle, FIRST_LINE } from '../../testing/manual.ts';
import { repeats } from './repeats.ts';

const longText =
  'Any `user` with a token may **read** the list of cases, as far as the [rules](#x) of the process allow it.';
const sample = '```js\na();\nb();\nc();\nd();\ne();\n```';
const find = (...bodies: string[]) =>
  check(
    repeats,
    bodies.map((body, index) => createArticle(body, `docs/page-${index}.md`)),
  );

test('a long sentence that two pages have word by word is a problem that names the other page', async () => {
  expect(await find(`Text.\n\n${longText}`, `| A |\n|---|\n| ${longText} |`)).toMatchObject([
    { file: 'docs/page-1.md', line: FIRST_LINE + 2, message: expect.stringContaining('docs/page-0.md:9') },
  ]);
});

test('a sample of five lines that two pages have is a problem', async () => {
  expect(await find(sample, sample)).toMatchObject([
    { file: 'docs/page-1.md', line: FIRST_LINE + 1, message: expect.stringContaining('sample') },
  ]);
});

test('short sentences, short samples, triggers of the story and repeats within a page are let through', async () => {
  const shortText = 'Any user with a token may read.\n\n```js\na();\n```';
  const trigger = sample.replace('js', 'php title="Trigger: Compute total"');
  expect(await find(shortText, shortText)).toEqual([]);
  expect(await find(trigger, trigger)).toEqual([]);
  expect(await find(`${longText}\n\n${longText}`)).toEqual([]);
});
