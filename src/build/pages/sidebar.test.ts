import { expect, test } from 'vitest';
import type { SidebarCategory, SidebarItem, SidebarLink } from '../../model/site.ts';
import { createCards } from './cards.ts';
import { markOutsideLinks } from './outside-links.ts';
import { createEditLink } from './page-plan.ts';
import { indexSidebar, selectOpenBranches, writeFullSidebar } from './sidebar.ts';

const createDoc = (name: string, more: Partial<SidebarLink> = {}): SidebarLink => ({
  type: 'link',
  label: name,
  href: `/docs/${name}`,
  docId: name,
  ...more,
});
const createCategory = (
  label: string,
  items: SidebarItem[],
  more: Partial<SidebarCategory> = {},
): SidebarCategory => ({ type: 'category', label, collapsible: true, collapsed: true, items, ...more });

const sidebar: SidebarItem[] = [
  createDoc('intro'),
  createCategory('Closed', [createDoc('a'), createCategory('Inner', [createDoc('b')])], {
    href: '/docs/category/closed',
  }),
  createCategory('No page', [createDoc('secret', { unlisted: true }), createDoc('c')]),
  createCategory('Open', [createDoc('d')], { collapsed: false }),
  createCategory('Hidden', [createDoc('h', { unlisted: true })]),
];
/** `Label(children)`, with `…` for children that only the sidebar file has, and `*` for the current page. */
function outlineSidebar(path: string): string[] {
  const writeNode = (node: ReturnType<typeof selectOpenBranches>[number]): string => {
    const label = node.type === 'html' ? 'html' : node.label;
    const below =
      node.type !== 'category'
        ? ''
        : node.more
          ? '(…)'
          : `(${node.items.map((child) => writeNode(child)).join(' ')})`;
    return `${label}${node.current ? '*' : ''}${below}`;
  };
  return selectOpenBranches(indexSidebar(sidebar), path).map(writeNode);
}

test('a page contains the branches that are open on it', () => {
  expect(outlineSidebar('/docs/intro')).toEqual(['intro*', 'Closed(…)', 'No page(…)', 'Open(d)']);
  expect(outlineSidebar('/docs/b')).toEqual(['intro', 'Closed(a Inner(b*))', 'No page(…)', 'Open(d)']);
  expect(outlineSidebar('/docs/category/closed')[1]).toBe('Closed*(a Inner(…))');
});

test('an unlisted document appears only on its own page, with the categories around it', () => {
  expect(outlineSidebar('/docs/c')[2]).toBe('No page(c*)');
  expect(outlineSidebar('/docs/h')).toContain('Hidden(h*)');
});

test('a category without a page leads to its first listed document', () => {
  const [, , noPage] = selectOpenBranches(indexSidebar(sidebar), '/docs/intro');
  expect(noPage).toMatchObject({ label: 'No page', firstHref: '/docs/c', items: [], more: true });
});

test('the sidebar file contains everything, with unlisted documents marked', () => {
  const wholeSidebar = writeFullSidebar(sidebar);
  expect(wholeSidebar).toHaveLength(5);
  expect(wholeSidebar[4]).toMatchObject({ items: [{ label: 'h', unlisted: true }] });
});

test('pages contain no ids and descriptions', () => {
  const sentSidebar = JSON.stringify(writeFullSidebar([createDoc('x', { description: 'long' })]));
  expect(sentSidebar).toBe('[{"type":"link","label":"x","href":"/docs/x"}]');
});

test('links that leave a moved site open in a new tab, in open and in closed categories', () => {
  const outside = createDoc('Outside', { href: 'https://x.example', docId: undefined });
  const items = [outside, createCategory('Closed', [outside, createDoc('inside')])];
  const attributes = { target: '_blank', rel: 'noopener noreferrer' };
  const nodes = writeFullSidebar(markOutsideLinks(items, true));
  expect(nodes).toMatchObject([{ attributes }, { items: [{ attributes }, { attributes: undefined }] }]);
  expect(selectOpenBranches(indexSidebar(markOutsideLinks(items, true)), '/')).toMatchObject([
    { attributes },
    {},
  ]);
  expect(JSON.stringify(writeFullSidebar(markOutsideLinks(items, false)))).not.toContain('_blank');
  const cards = createCards(markOutsideLinks(items, true), new Map(), { oneItem: '1', manyItems: '{count}' });
  expect(cards).toMatchObject([{ attributes }, { kind: 'category' }]);
});

test.each([
  [
    'https://forge.example/edit/a.md',
    true,
    { className: 'article-footer__edit theme-edit-this-page', target: '_blank', rel: 'noopener noreferrer' },
  ],
  ['/edit/a.md', true, { className: 'article-footer__edit theme-edit-this-page' }],
  ['https://forge.example/edit/a.md', false, { className: 'article-footer__edit' }],
])('the link to the source %s on a moved site: %s', (href, infima, more) => {
  expect(createEditLink(href, { infima })).toEqual({ href, ...more });
  expect(createEditLink(null, { infima })).toBeUndefined();
});
