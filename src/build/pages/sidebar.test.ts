import { expect, test } from 'vitest';
import type { SidebarCategory, SidebarItem, SidebarLink } from '../../model/site.ts';
import { fullSidebar, indexSidebar, openBranches } from './sidebar.ts';

const doc = (name: string, more: Partial<SidebarLink> = {}): SidebarLink => ({
  type: 'link',
  label: name,
  href: `/docs/${name}`,
  docId: name,
  ...more,
});
const category = (
  label: string,
  items: SidebarItem[],
  more: Partial<SidebarCategory> = {},
): SidebarCategory => ({ type: 'category', label, collapsible: true, collapsed: true, items, ...more });

const sidebar: SidebarItem[] = [
  doc('intro'),
  category('Closed', [doc('a'), category('Inner', [doc('b')])], { href: '/docs/category/closed' }),
  category('No page', [doc('secret', { unlisted: true }), doc('c')]),
  category('Open', [doc('d')], { collapsed: false }),
  category('Hidden', [doc('h', { unlisted: true })]),
];
/** `Label(children)`, `…` for what is in the sidebar file only, `*` for the current page. */
function outline(path: string): string[] {
  const text = (node: ReturnType<typeof openBranches>[number]): string => {
    const label = node.type === 'html' ? 'html' : node.label;
    const below =
      node.type !== 'category'
        ? ''
        : node.more
          ? '(…)'
          : `(${node.items.map((child) => text(child)).join(' ')})`;
    return `${label}${node.current ? '*' : ''}${below}`;
  };
  return openBranches(indexSidebar(sidebar), path).map(text);
}

test('a page carries the branches that are open on it', () => {
  expect(outline('/docs/intro')).toEqual(['intro*', 'Closed(…)', 'No page(…)', 'Open(d)']);
  expect(outline('/docs/b')).toEqual(['intro', 'Closed(a Inner(b*))', 'No page(…)', 'Open(d)']);
  expect(outline('/docs/category/closed')[1]).toBe('Closed*(a Inner(…))');
});

test('an unlisted document is seen on its own page only, with the categories around it', () => {
  expect(outline('/docs/c')[2]).toBe('No page(c*)');
  expect(outline('/docs/h')).toContain('Hidden(h*)');
});

test('the head of a category without a page leads to its first listed document', () => {
  const [, , noPage] = openBranches(indexSidebar(sidebar), '/docs/intro');
  expect(noPage).toMatchObject({ label: 'No page', firstHref: '/docs/c', items: [], more: true });
});

test('the sidebar file holds everything, with unlisted documents marked', () => {
  const whole = fullSidebar(sidebar);
  expect(whole).toHaveLength(5);
  expect(whole[4]).toMatchObject({ items: [{ label: 'h', unlisted: true }] });
});

test('ids and descriptions stay out of what is sent with every page', () => {
  const sent = JSON.stringify(fullSidebar([doc('x', { description: 'long' })]));
  expect(sent).toBe('[{"type":"link","label":"x","href":"/docs/x"}]');
});
