import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TableOfContents } from './table-of-contents.tsx';

const createEntry = (id: string, level: number) => ({ id, level, text: id, html: id });
/** `a(b c)`: b and c are listed below a. */
function outlineEntries(entries: ReturnType<typeof createEntry>[]): string {
  const html = renderToStaticMarkup(<TableOfContents entries={entries} />);
  const list = /<ul class="table-of-contents[^"]*">(.*)<\/ul>/.exec(html)?.[1] ?? '';
  return list
    .replaceAll('<ul>', '(')
    .replaceAll('</ul>', ')')
    .replaceAll('</li><li>', ' ')
    .replace(/<[^>]*>/g, '');
}

test('nests headings below the nearest one of a higher rank, even if ranks are missing', () => {
  const entries = [
    createEntry('a', 2),
    createEntry('b', 3),
    createEntry('c', 5),
    createEntry('d', 4),
    createEntry('e', 2),
    createEntry('f', 3),
  ];
  expect(outlineEntries(entries)).toBe('a(b(c d)) e(f)');
});

test('accepts a page that starts with a low rank', () => {
  expect(outlineEntries([createEntry('a', 3), createEntry('b', 2), createEntry('c', 3)])).toBe('a b(c)');
});
