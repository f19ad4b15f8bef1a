import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TableOfContents } from './table-of-contents.tsx';

const entry = (id: string, level: number) => ({ id, level, text: id, html: id });
/** `a(b c)`: b and c are listed below a. */
function outline(entries: ReturnType<typeof entry>[]): string {
  const html = renderToStaticMarkup(<TableOfContents entries={entries} />);
  const list = /<ul class="table-of-contents[^"]*">(.*)<\/ul>/.exec(html)?.[1] ?? '';
  return list
    .replaceAll('<ul>', '(')
    .replaceAll('</ul>', ')')
    .replaceAll('</li><li>', ' ')
    .replace(/<[^>]*>/g, '');
}

test('nests headings below the nearest one of a higher rank, even if ranks are missing', () => {
  const entries = [entry('a', 2), entry('b', 3), entry('c', 5), entry('d', 4), entry('e', 2), entry('f', 3)];
  expect(outline(entries)).toBe('a(b(c d)) e(f)');
});

test('accepts a page that starts with a low rank', () => {
  expect(outline([entry('a', 3), entry('b', 2), entry('c', 3)])).toBe('a b(c)');
});
