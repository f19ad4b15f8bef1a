import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  [`\`./card\` cannot be loaded: ${describeMissingPackage('@scope/name')}`, '@scope/name'],
  ["`./card` cannot be loaded: The package `left-pad` isn't installed (src/card.jsx:1).", 'left-pad'],
  ['The package "remark-x" is not installed. Run npm install in the site folder.', 'remark-x'],
  ['The package `sass` is not installed in the site folder: `npm install sass` there.', 'sass'],
  ["It cannot be loaded: Cannot find package 'remark-x' imported from /site/site.config.ts", 'remark-x'],
  ["The plugin failed: Cannot find module '@a/b/c.js'\nRequire stack:", '@a/b'],
  ["Cannot find module './gone.js'", undefined],
  ["Cannot find module '/site/gone.js'", undefined],
  ["Cannot find module '@site/src/gone'", undefined],
  ["Cannot find module '@theme-original/Gone'", undefined],
  ['The plugin x failed, and is left out: no such file', undefined],
  ['The package "tailwind" is not installed, so it does not process the style sheets.', undefined],
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

test('names every package where there is no package.json, and passes options on', () => {
  expect(installCommand(path.join(siteDir, 'none'), ['listed'], '--prefix site')).toBe(
    'npm install --prefix site listed',
  );
});
