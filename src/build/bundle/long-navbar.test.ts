import { expect, test } from 'vitest';
import { navbarSchema } from '../../config/navigation-options.ts';
import { english } from '../../config/texts.ts';
import { isLongNavbar } from './long-navbar.ts';
import { writeSiteModules } from './site-plugin.ts';

const withLinks = (labels: readonly string[], more: object[] = []) => {
  const items = [...labels.map((label) => ({ to: '/x', label })), ...more];
  return isLongNavbar({ name: 'Pumps', navbar: navbarSchema.parse({ items }) });
};

test("gives links a row of their own if they don't fit at 997 px", () => {
  const few = ['Docs', 'API', 'Blog', 'Help', 'Community'];
  const many = [...few, 'Showcase', 'Versions', 'Contribute', 'Changelog', 'Playground', 'GitHub'];
  expect(withLinks(few)).toBe(false);
  expect(withLinks(few, [{ type: 'localeDropdown' }, { type: 'search' }])).toBe(false);
  expect(withLinks(many)).toBe(true);
});

test('counts Chinese, Japanese and Korean characters with their width, and tags not at all', () => {
  const labels = Array.from({ length: 7 }, () => '参考文档指南');
  expect(withLinks(labels)).toBe(true);
  expect(withLinks(Array.from({ length: 7 }, () => 'manual'))).toBe(false);
  const html = `<a class="${'x'.repeat(200)}" href="https://git.example">Source</a>`;
  expect(withLinks([], [{ type: 'html', value: html }])).toBe(false);
});

test('loads the style for the row only where it is needed', () => {
  const writeStyles = (longNavbar: boolean) =>
    writeSiteModules({
      siteDir: '/nowhere',
      boundary: { roots: [], privateFolders: [] },
      texts: english,
      styles: [],
      hasLongNavbar: longNavbar,
    })['virtual:site/styles'];
  expect(writeStyles(true)).toContain('navbar-rows.css');
  expect(writeStyles(false)).not.toContain('navbar-rows.css');
});
