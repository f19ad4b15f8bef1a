import { expect, test } from 'vitest';
import { article, FIRST_LINE } from '../../testing/article.ts';
import { checkRepeats } from './repeats.ts';

const long =
  'Any `user` with a token may **read** the list of cases, as far as the [rules](#x) of the process allow it.';
const sample = '```js\na();\nb();\nc();\nd();\ne();\n```';
const pages = (...bodies: string[]) =>
  bodies.map((body, index) => ({ ...article(body), file: `docs/page-${index}.md` }));

test('a long sentence that two pages have word by word is a problem that names the other page', () => {
  expect(checkRepeats(pages(`Text.\n\n${long}`, `| A |\n|---|\n| ${long} |`))).toMatchObject([
    { file: 'docs/page-1.md', line: FIRST_LINE + 2, message: expect.stringContaining('docs/page-0.md:9') },
  ]);
});

test('a sample of five lines that two pages have is a problem', () => {
  expect(checkRepeats(pages(sample, sample))).toMatchObject([
    { file: 'docs/page-1.md', line: FIRST_LINE + 1, message: expect.stringContaining('sample') },
  ]);
});

test('short sentences, short samples, triggers of the story and repeats within a page are let through', () => {
  const short = 'Any user with a token may read.\n\n```js\na();\n```';
  const trigger = sample.replace('js', 'php title="Trigger: Compute total"');
  expect(checkRepeats(pages(short, short))).toEqual([]);
  expect(checkRepeats(pages(trigger, trigger))).toEqual([]);
  expect(checkRepeats(pages(`${long}\n\n${long}`))).toEqual([]);
});
