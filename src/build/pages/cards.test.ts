import { expect, test } from 'vitest';
import { english } from '../../config/texts.ts';
import type { Doc, SidebarItem, Site } from '../../model/site.ts';
import { createCards, createCardsForDoc } from './cards.ts';

test('a category has a card for each child that has a page', () => {
  const cards = createCards(
    [
      { type: 'link', label: 'Outside', href: 'https://example.com', description: 'elsewhere' },
      { type: 'link', label: 'Inside', href: '/guide/first' },
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
    { oneItem: '1 artículo', manyItems: '{count} artículos' },
  );
  expect(cards).toEqual([
    { href: 'https://example.com', title: 'Outside', description: 'elsewhere', kind: 'link' },
    { href: '/guide/first', title: 'Inside', description: '', kind: 'doc' },
    { href: '/docs/first', title: 'Pages', description: '2 artículos', kind: 'category' },
  ]);
});

test('a document shows the cards of its own category, or the one around it, or the sidebar', () => {
  const link = (docId: string): SidebarItem => ({
    type: 'link',
    label: docId,
    href: `/docs/${docId}`,
    docId,
  });
  const defaults = { collapsible: true, collapsed: true, items: [link('inner')] };
  const items: SidebarItem[] = [
    { type: 'category', label: 'Own', href: '/docs/index', docId: 'index', ...defaults },
    link('top'),
  ];
  const listTitlesFor = (id: string) => {
    const doc = { id, sidebar: 'main', description: '' } as Doc;
    const site = { sidebars: { main: items } as Site['sidebars'] } as Site;
    return createCardsForDoc({ site, docs: new Map([[id, doc]]), texts: english }, id).map(
      ({ title }) => title,
    );
  };
  expect(listTitlesFor('index')).toEqual(['inner']);
  expect(listTitlesFor('inner')).toEqual(['inner']);
  expect(listTitlesFor('top')).toEqual(['Own', 'top']);
  expect(listTitlesFor('elsewhere')).toEqual(['Own', 'top']);
});
