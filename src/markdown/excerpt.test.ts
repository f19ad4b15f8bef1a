import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import { cutExcerpt, markExcerpt } from './excerpt.ts';

const end = { source: '<!-- more -->|\\{/\\* more \\*/\\}', flags: 'i' };
const compileExcerpt = async (source: string) =>
  cutExcerpt((await compile(markExcerpt(source, end))).html).trim();

test('cuts an excerpt at the mark, in both syntaxes, without the title', async () => {
  expect(await compileExcerpt('# Title\n\nOne.\n\n<!-- more -->\n\nTwo.')).toBe('<p>One.</p>');
  expect(await compileExcerpt('One.\n\n{/* MORE */}\n\nTwo.\n\n{/* more */}')).toBe('<p>One.</p>');
});

test('closes open elements when the mark is within a line or a list', async () => {
  expect(await compileExcerpt('One <!-- more --> two.')).toBe('<p>One </p>');
  expect(await compileExcerpt('- **One** <!-- more -->\n- two')).toContain('<li><strong>One</strong>');
});

test('is the whole post without a mark', async () => {
  expect(await compileExcerpt('One.\n\n<!-- other -->\n\nTwo.')).toBe('<p>One.</p>\n<p>Two.</p>');
});
