import path from 'node:path';
import { expect, test } from 'vitest';
import { readTestSite } from '../../testing/docs-folder.ts';
import { toBuildFeatures } from '../features/feature.ts';
import { engineFeatures } from '../features/index.ts';
import { findReservedAddresses } from './reserved-addresses.ts';

const features = toBuildFeatures(engineFeatures);
const folders = { docsDir: path.resolve('docs'), pagesDir: path.resolve('pages') };
const atRoot = { docs: [{ routeBasePath: '/' }] };

test.each([
  ['docs/login.md', '/login'],
  ['pages/setup.tsx', '/setup'],
  ['pages/account.md', '/account'],
  ['pages/admin/users.tsx', '/admin/users'],
  ['docs/mcp.md', '/mcp'],
  ['docs/oauth/authorize/someone.md', '/oauth/authorize/someone'],
])('warns that %s is at an address of the program', async (file, address) => {
  const { site } = await readTestSite({ 'docs/intro.md': '# Intro', [file]: '# Page' }, atRoot);
  expect(findReservedAddresses(site, folders, features)).toEqual([
    {
      code: 'reserved-address',
      severity: 'warning',
      file,
      message: `Readers can't reach this page, because the program uses the address ${address}. Give the page another "slug" or file name.`,
    },
  ]);
});

test('the base path and a trailing slash make no difference', async () => {
  const files = { 'docs/intro.md': '# Intro', 'pages/setup.tsx': '', 'pages/de/setup.tsx': '' };
  const { site } = await readTestSite(files, { baseUrl: '/book/', trailingSlash: true });
  expect(findReservedAddresses(site, folders, features).map(({ file }) => file)).toEqual(['pages/setup.tsx']);
});

test('other addresses are free', async () => {
  const files = { 'docs/login.md': '# Login', 'docs/setup/account.md': '# Account', 'pages/set-up.tsx': '' };
  const { site } = await readTestSite(files);
  expect(findReservedAddresses(site, folders, features)).toEqual([]);
});
