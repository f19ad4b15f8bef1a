import { describe, expect, test } from 'vitest';
import type { SidebarNode } from '../page-data.ts';
import { type CategoryNode, isListed, isOpen, needsWhole } from './sidebar-tree.ts';

const link = (href: string): SidebarNode => ({ type: 'link', label: href, href });
const category = (label: string, more: Partial<CategoryNode>): CategoryNode => ({
  type: 'category',
  label,
  collapsible: true,
  collapsed: true,
  items: [],
  ...more,
});

describe('a category', () => {
  const guides = category('Guides', { items: [link('/a'), link('/b')] });

  test('is open where the reader is in it, and as its author set it elsewhere', () => {
    expect(isOpen(guides, '/a', undefined)).toBe(true);
    expect(isOpen(guides, '/other', undefined)).toBe(false);
    expect(isOpen({ ...guides, collapsed: false }, '/other', undefined)).toBe(true);
  });

  test('closed by the reader stays closed on that page, and opens again on the next one in it', () => {
    const closed = { open: false, at: '/a' };
    expect(isOpen(guides, '/a', closed)).toBe(false);
    expect(isOpen(guides, '/b', closed)).toBe(true);
    expect(isOpen(guides, '/other', closed)).toBe(false);
  });

  test('that cannot be closed is open, whatever was remembered', () => {
    expect(isOpen({ ...guides, collapsible: false }, '/other', { open: false, at: '/other' })).toBe(true);
  });
});

test('the whole sidebar is wanted only for an opened category whose items are not here', () => {
  const nodes = [category('Guides', { items: [link('/a'), category('Deep', { more: true })] })];
  expect(needsWhole(nodes, '/a', {})).toBe(false);
  expect(needsWhole(nodes, '/a', { '/Guides/Deep': { open: true, at: '/a' } })).toBe(true);
  expect(needsWhole(nodes, '/other', { '/Guides/Deep': { open: true, at: '/a' } })).toBe(false);
});

test('a category of unlisted documents shows only while the reader is on one of them', () => {
  const hidden = category('Hidden', { items: [{ type: 'link', label: 'x', href: '/x', unlisted: true }] });
  expect(isListed(hidden, '/other')).toBe(false);
  expect(isListed(hidden, '/x')).toBe(true);
});
