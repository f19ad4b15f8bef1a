import { expect, test } from 'vitest';
import { cardsOf } from './cards.ts';

test('a category has a card for each child that can be reached', () => {
  const cards = cardsOf(
    [
      { type: 'link', label: 'Outside', href: 'https://example.com', description: 'elsewhere' },
      { type: 'link', label: 'Unlisted', href: '/docs/u', docId: 'u', unlisted: true },
      {
        type: 'category',
        label: 'Pages',
        collapsible: true,
        collapsed: true,
        items: [
          { type: 'link', label: 'Unlisted', href: '/docs/u', docId: 'u', unlisted: true },
          { type: 'link', label: 'First', href: '/docs/first', docId: 'first' },
        ],
      },
      { type: 'category', label: 'Empty', collapsible: true, collapsed: true, items: [] },
      { type: 'html', value: '<hr>' },
    ],
    new Map(),
  );
  expect(cards).toEqual([
    { href: 'https://example.com', title: 'Outside', description: 'elsewhere', kind: 'link' },
    { href: '/docs/first', title: 'Pages', description: '2 items', kind: 'category' },
  ]);
});
