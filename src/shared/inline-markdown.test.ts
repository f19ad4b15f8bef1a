import { expect, test } from 'vitest';
import { renderInlineMarkdown } from './inline-markdown.ts';

test.each([
  ['**Bold [and](/more)**, `a<b`', '<strong>Bold <a href="/more">and</a></strong>, <code>a&lt;b</code>'],
  ['See [the *new* page](/docs/a?b=1&c).', 'See <a href="/docs/a?b=1&amp;c">the <em>new</em> page</a>.'],
  ['[us](mailto:help@example.com)', '<a href="mailto:help@example.com">us</a>'],
  ['2 * 3 * 4', '2 * 3 * 4'],
])('%s', (text, html) => {
  expect(renderInlineMarkdown(text)).toBe(html);
});

test.each([
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'data:text/html,x',
  'docs/a',
])('a link to %s is text', (href) => {
  expect(renderInlineMarkdown(`[x](${href})`)).not.toContain('<a');
});

test('escapes HTML', () => {
  const html = renderInlineMarkdown('<img src=x onerror=alert(1)> **<b>** [<i>](/a"onclick="x) `"`');
  expect(html.match(/<(?!\/?(?:strong|a|code)\b)/g)).toBeNull();
  expect(html).not.toMatch(/"onclick/);
});
