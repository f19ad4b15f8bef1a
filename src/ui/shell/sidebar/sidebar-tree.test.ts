import { describe, expect, test } from 'vitest';
import type { SidebarNode } from '../../page-data.ts';
import { type CategoryNode, isListed, isOpen, needsWhole } from './sidebar-tree.ts';

const link = (href: string): SidebarNode => ({ type: 'link', label: href, href });
const createCategory = (label: string, more: Partial<CategoryNode>): CategoryNode => ({
  type: 'category',
  label,
  collapsible: true,
  collapsed: true,
  items: [],
  ...more,
});

describe('a category', () => {
  const guides = createCategory('Guides', { items: [link('/a'), link('/b')] });

  test('is open if it contains the page, else as its author set it', () => {
    expect(isOpen(guides, '/a', undefined)).toBe(true);
    expect(isOpen(guides, '/other', undefined)).toBe(false);
    expect(isOpen({ ...guides, collapsed: false }, '/other', undefined)).toBe(true);
  });

  test('stays closed on the page where the reader closed it, and opens on the next one in it', () => {
    const closed = { open: false, at: '/a' };
    expect(isOpen(guides, '/a', closed)).toBe(false);
    expect(isOpen(guides, '/b', closed)).toBe(true);
    expect(isOpen(guides, '/other', closed)).toBe(false);
  });

  test("is open if it can't be closed, whatever is stored", () => {
    expect(isOpen({ ...guides, collapsible: false }, '/other', { open: false, at: '/other' })).toBe(true);
  });
});

test('loads the whole sidebar only for an open category without items', () => {
  const nodes = [createCategory('Guides', { items: [link('/a'), createCategory('Deep', { more: true })] })];
  expect(needsWhole(nodes, '/a', {})).toBe(false);
  expect(needsWhole(nodes, '/a', { '/Guides/Deep': { open: true, at: '/a' } })).toBe(true);
  expect(needsWhole(nodes, '/other', { '/Guides/Deep': { open: true, at: '/a' } })).toBe(false);
});

test('shows a category of unlisted documents only while the reader is on one of them', () => {
  const hiddenCategory = createCategory('Hidden', {
    items: [{ type: 'link', label: 'x', href: '/x', unlisted: true }],
  });
  expect(isListed(hiddenCategory, '/other')).toBe(false);
  expect(isListed(hiddenCategory, '/x')).toBe(true);
});
