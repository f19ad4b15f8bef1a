import path from 'node:path';
import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { english } from '../../config/texts.ts';
import { toBuildFeatures } from '../../features/feature.ts';
import { liveCode } from '../../features/live-code/feature.ts';
import type { BundledSite } from './site-plugin.ts';
import { createUiParts } from './ui-parts.ts';

const features = { blog: false, groups: false, public: false, otherEditions: false };

/** Names of the parts of the UI that are bundled again after this change of a site with live code. */
function listChanged(change: Partial<BundledSite>, files: Readonly<Record<string, string>> = {}): string[] {
  using site = new TestSite({ 'look.css': '.a { color: red }', 'icon.svg': '<svg/>' });
  const listFolders = (more: Partial<BundledSite>) => {
    const {
      graph: _,
      frames,
      lookKey,
      ...parts
    } = createUiParts({
      siteDir: site.root,
      cacheDir: path.join(site.root, '.cache'),
      boundary: { roots: [site.root], privateFolders: [] },
      texts: english,
      styles: [path.join(site.root, 'look.css')],
      features,
      icon: path.join(site.root, 'icon.svg'),
      added: toBuildFeatures([liveCode]),
      ...more,
    });
    const folders = [...Object.values(parts), ...frames].map(({ kind, folder }) => [kind, folder] as const);
    return new Map<string, string>([...folders, ['look', lookKey]]);
  };
  const before = listFolders({});
  for (const [file, text] of Object.entries(files)) site.write(file, text);
  return [...listFolders(change)]
    .filter(([kind, folder]) => before.get(kind) !== folder)
    .map(([kind]) => kind)
    .sort();
}

test.each([
  ['nothing', {}, {}, []],
  ['the content of a style sheet', {}, { 'look.css': '.a { color: blue }' }, ['styles']],
  ['the list of style sheets', { styles: [] }, {}, ['styles']],
  ['what PostCSS made of a sheet', { compiledSheets: { 'look.css': '.a{}' } }, {}, ['styles']],
  ['the colors of the brand', { brandStyle: ':root{--accent:red}' }, {}, ['styles']],
  ['a navbar with many links', { hasLongNavbar: true }, {}, ['styles']],
  ['a coloured navbar', { navbarStyles: ['primary'] as const }, {}, ['styles']],
  ['the icon', {}, { 'icon.svg': '<svg><path/></svg>' }, ['look']],
  [
    'a feature of the shell, which has styles of its own',
    { features: { ...features, blog: true } },
    {},
    ['preview', 'renderer', 'shell', 'styles'],
  ],
  [
    'the markup, which stays that of Docusaurus on a moved site',
    { usesInfima: true },
    {},
    ['preview', 'renderer', 'shell', 'styles'],
  ],
  [
    'the scope of live code, whose frame the shell names',
    {},
    { 'src/theme/ReactLiveScope.ts': 'export default {};' },
    ['frame', 'preview', 'shell'],
  ],
  [
    'a page of the site, which only the renderer contains',
    {},
    { 'src/pages/about.tsx': 'export default () => <p>About</p>;' },
    ['renderer'],
  ],
  [
    'a live part of the site',
    {},
    { 'src/live/game/game.tsx': 'export const Game = () => <p>Play</p>;' },
    ['preview', 'renderer', 'shell'],
  ],
  [
    'a text of the interface',
    { texts: { ...english, search: 'Look up' } },
    {},
    ['preview', 'renderer', 'shell'],
  ],
  [
    'the path of the site',
    { locale: { basePath: '/docs/', rootPath: '/docs/', allPaths: ['/docs/'] } },
    {},
    ['frame', 'preview', 'renderer', 'shell', 'styles', 'visitors'],
  ],
])('after a change of %s, bundles again only what is made from it', (_what, change, files, changedParts) => {
  expect(listChanged(change, files)).toEqual(changedParts);
});

test('sites without code of their own share all parts except the styles', () => {
  const describe = () => {
    using site = new TestSite({ 'look.css': '.a { color: red }' });
    const {
      graph: _,
      frames,
      lookKey: _key,
      ...parts
    } = createUiParts({
      siteDir: site.root,
      cacheDir: '/cache',
      boundary: { roots: [site.root], privateFolders: [] },
      texts: english,
      styles: [path.join(site.root, 'look.css')],
      added: toBuildFeatures([liveCode]),
    });
    return [...Object.values(parts), ...frames].map(({ folder }) => path.basename(folder));
  };
  const first = describe();
  const other = describe();
  // The boundary, which decides what a sheet may use, contains the folder of the site.
  expect(first.filter((name) => !other.includes(name))).toEqual([expect.stringMatching(/^styles-/)]);
});
