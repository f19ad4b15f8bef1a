import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  describeMissingPackage,
  findMissingPackage,
  getPackageName,
  installCommand,
} from './missing-packages.ts';

let siteDir: string;
beforeAll(() => {
  siteDir = mkdtempSync(path.join(tmpdir(), 'site-'));
  writeFileSync(
    path.join(siteDir, 'package.json'),
    JSON.stringify({ dependencies: { listed: '1' }, devDependencies: { '@scope/dev': '1' } }),
  );
});
afterAll(() => rmSync(siteDir, { recursive: true }));

test.each([
  [describeMissingPackage('left-pad'), 'left-pad'],
  [`\`./card\` can't be loaded: ${describeMissingPackage('@scope/name')}`, '@scope/name'],
  ["`./card` can't be loaded: The package `left-pad` isn't installed (src/card.jsx:1).", 'left-pad'],
  [`The package "remark-x" isn't installed. Run npm install in the site folder.`, 'remark-x'],
  ["The package `sass` isn't installed in the site folder: `npm install sass` there.", 'sass'],
  ["It can't be loaded: Cannot find package 'remark-x' imported from /site/site.config.ts", 'remark-x'],
  ["The plugin failed: Cannot find module '@a/b/c.js'\nRequire stack:", '@a/b'],
  ["Cannot find module './gone.js'", undefined],
  ["Cannot find module '/site/gone.js'", undefined],
  ["Cannot find module '@site/src/gone'", undefined],
  ["Cannot find module '@theme-original/Gone'", undefined],
  ['The plugin x failed, and is left out: no such file', undefined],
  [`The package "tailwind" isn't installed, so it doesn't process the style sheets.`, undefined],
])('finds the package that a message reports: %s', (message, name) => {
  expect(findMissingPackage(message)).toBe(name);
});

test.each([
  ['lodash', 'lodash'],
  ['lodash/map.js', 'lodash'],
  ['@scope/name/deep/file', '@scope/name'],
])('takes the package from the import %s', (specifier, name) => {
  expect(getPackageName(specifier)).toBe(name);
});

test.each([
  [['listed', '@scope/dev'], 'npm install'],
  [['unlisted', 'listed'], 'npm install unlisted'],
  [['b', 'a'], 'npm install a b'],
])('names only packages that package.json lacks in the command for %s', (names, command) => {
  expect(installCommand(siteDir, names)).toBe(command);
});

test('names every package where there is no package.json, and the folder', () => {
  expect(installCommand(path.join(siteDir, 'none'), ['listed'], 'site')).toBe(
    'npm install --prefix site listed',
  );
});

test.each([
  [{ 'pnpm-lock.yaml': '' }, 'pnpm install --dir site', 'pnpm add more'],
  [{ 'pnpm-workspace.yaml': '' }, 'pnpm install --dir site', 'pnpm add more'],
  [{ 'yarn.lock': '' }, 'yarn --cwd site install', 'yarn add more'],
  [{ 'bun.lockb': '' }, 'bun --cwd site install', 'bun add more'],
  [{ 'package-lock.json': '{}' }, 'npm install --prefix site', 'npm install more'],
  [
    { 'package.json': '{"packageManager":"pnpm@11.2.0+sha512.00"}' },
    'pnpm install --dir site',
    'pnpm add more',
  ],
  // The name in package.json counts more than a lock file of another program.
  [
    { 'package.json': '{"packageManager":"yarn@4.1.0"}', 'package-lock.json': '{}' },
    'yarn --cwd site install',
    'yarn add more',
  ],
  [{ 'package.json': '{"packageManager":"other@1"}' }, 'npm install --prefix site', 'npm install more'],
])('names the package manager of %j, also of a monorepo', (files, install, add) => {
  const project = mkdtempSync(path.join(siteDir, 'project-'));
  mkdirSync(path.join(project, '.git'));
  const website = path.join(project, 'website');
  mkdirSync(website);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(project, name), text);
  writeFileSync(path.join(website, 'package.json'), '{"dependencies":{"listed":"1"}}');
  expect(installCommand(website, ['listed'], 'site')).toBe(install);
  expect(installCommand(website, ['more', 'listed'])).toBe(add);
});

test('needs no name of a package that the monorepo lists', () => {
  const project = mkdtempSync(path.join(siteDir, 'hoisted-'));
  mkdirSync(path.join(project, '.git'));
  mkdirSync(path.join(project, 'website'));
  writeFileSync(path.join(project, 'package.json'), '{"devDependencies":{"listed":"1"}}');
  expect(installCommand(path.join(project, 'website'), ['listed'])).toBe('npm install');
});

test('takes no package manager from outside the repository', () => {
  const project = mkdtempSync(path.join(siteDir, 'outer-'));
  writeFileSync(path.join(project, 'yarn.lock'), '');
  mkdirSync(path.join(project, 'inner/.git'), { recursive: true });
  expect(installCommand(path.join(project, 'inner'), ['more'])).toBe('npm install more');
});
