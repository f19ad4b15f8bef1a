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

test.each([
  ['an endpoint of every site', 'docs/api/v1/account.md'],
  ['an endpoint of a feature', 'docs/api/v1/backups.md'],
  ['an endpoint with a parameter', 'docs/api/v1/accounts/someone.md'],
  ['no endpoint yet', 'docs/api/v1/guide/start.md'],
  ['an endpoint, as a page in React', 'pages/api/v1/sessions.tsx'],
])('warns about addresses of the API: %s', async (_, file) => {
  const { site } = await readTestSite({ 'docs/intro.md': '# Intro', [file]: '# Page' }, atRoot);
  expect(findReservedAddresses(site, folders, features)).toEqual([
    {
      code: 'reserved-address',
      severity: 'warning',
      file,
      message:
        'Readers might not reach this page, because the addresses below /api/v1/ belong to the API of the program. Give the page another "slug" or file name.',
    },
  ]);
});

test('the base path and a trailing slash make no difference', async () => {
  const files = {
    'docs/intro.md': '# Intro',
    'pages/setup.tsx': '',
    'pages/api/v1/account.tsx': '',
    'pages/de/setup.tsx': '',
  };
  const { site } = await readTestSite(files, { baseUrl: '/book/', trailingSlash: true });
  expect(findReservedAddresses(site, folders, features).map(({ file }) => file)).toEqual([
    'pages/api/v1/account.tsx',
    'pages/setup.tsx',
  ]);
});

test('other addresses are free', async () => {
  const files = { 'docs/login.md': '# Login', 'docs/setup/account.md': '# Account', 'pages/set-up.tsx': '' };
  const { site } = await readTestSite({
    ...files,
    'pages/api/v1/index.tsx': '',
    'pages/api/v2/account.tsx': '',
  });
  expect(findReservedAddresses(site, folders, features)).toEqual([]);
});
