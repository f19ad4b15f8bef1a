import { expect, test } from 'vitest';
import type { SidebarCategory, SidebarItem, SidebarLink } from '../../model/site.ts';
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
