import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import { excerptOf, markExcerpt } from './excerpt.ts';

const end = { source: '<!-- more -->|\\{/\\* more \\*/\\}', flags: 'i' };
const excerpt = async (source: string) => excerptOf((await compile(markExcerpt(source, end))).html).trim();

test('an excerpt ends at the mark, in both syntaxes, and has no title of its own', async () => {
  expect(await excerpt('# Title\n\nOne.\n\n<!-- more -->\n\nTwo.')).toBe('<p>One.</p>');
  expect(await excerpt('One.\n\n{/* MORE */}\n\nTwo.\n\n{/* more */}')).toBe('<p>One.</p>');
});

test('within a line or a list, what is open is closed', async () => {
  expect(await excerpt('One <!-- more --> two.')).toBe('<p>One </p>');
  expect(await excerpt('- **One** <!-- more -->\n- two')).toContain('<li><strong>One</strong>');
});

test('without a mark it is the whole post', async () => {
  expect(await excerpt('One.\n\n<!-- other -->\n\nTwo.')).toBe('<p>One.</p>\n<p>Two.</p>');
});
