import path from 'node:path';
import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { english } from '../../config/texts.ts';
import { checkSiteStyles } from './site-styles.ts';

const writeFontFace = (address: string) =>
  `@font-face { font-family: I; src: local('I'), url('${address}') }`;

test.each([
  [
    'an import',
    ".a { color: red }\n@import url('https://fonts.example/a.css');\n",
    2,
    'https://fonts.example/a.css',
  ],
  ['an import without url()', '@import "//fonts.example/b.css" screen;\n', 1, '//fonts.example/b.css'],
  ['a font', `\n${writeFontFace('https://fonts.example/c.woff2')}\n`, 2, 'https://fonts.example/c.woff2'],
])(
  "warns that browsers don't load %s of another server in a site that moved in",
  async (_, css, line, address) => {
    using site = new TestSite({ 'a.css': css });
    const styles = [path.join(site.root, 'a.css')];
    const boundary = { roots: [site.root], privateFolders: [] };
    const problems = await checkSiteStyles({
      siteDir: site.root,
      boundary,
      texts: english,
      styles,
      usesInfima: true,
    });
    expect(problems).toEqual([
      {
        code: 'style-elsewhere',
        severity: 'warning',
        file: 'a.css',
        line,
        column: undefined,
        message: expect.stringContaining(`Browsers aren't allowed to load ${address}.`),
      },
    ]);
  },
);

test('accepts fonts of the site, and pictures of other servers', async () => {
  using site = new TestSite({
    'a.css': `${writeFontFace('./i.woff2')}\n.a { background: url(https://img.example/a.png) }\n`,
    'i.woff2': '',
  });
  const styles = [path.join(site.root, 'a.css')];
  const boundary = { roots: [site.root], privateFolders: [] };
  const problems = await checkSiteStyles({
    siteDir: site.root,
    boundary,
    texts: english,
    styles,
    usesInfima: true,
  });
  expect(problems).toEqual([]);
});

test.each([
  ['@import "tailwindcss";', /^The package `tailwindcss` isn't installed\. Install it/],
  ['@import "@fontsource/inter/400.css";', /^The package `@fontsource\/inter` isn't installed/],
  ['@import "./gone.css";', /gone\.css/],
  ['@import "gone.css";', /gone\.css/],
])('names what a style sheet imports and the site lacks: %s', async (css, message) => {
  using site = new TestSite({ 'a.css': `${css}\n` });
  const styles = [path.join(site.root, 'a.css')];
  const boundary = { roots: [site.root], privateFolders: [] };
  const problems = await checkSiteStyles({
    siteDir: site.root,
    boundary,
    texts: english,
    styles,
    usesInfima: true,
  });
  expect(problems).toEqual([
    expect.objectContaining({ severity: 'error', message: expect.stringMatching(message) }),
  ]);
});
