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

/** Parts that browsers ignore, and that PostCSS accepts. */
const mistakes: readonly (readonly [part: string, line: number, css: string])[] = [
  ['a value', 2, '.a { color: red }\n.b { font-size: var(--size: 13px); color: blue }\n'],
  ['a selector', 1, '.b::after:: { color: blue }\n.c { color: blue }\n'],
  ['an unknown condition', 3, '.a { color: blue }\n\n@media (min-width: 3px and { .d { color: red } }\n'],
  ['a hack for old browsers', 1, '.a { *zoom: 1; color: blue }\n'],
];
const checkSheet = async (css: string, usesInfima: boolean, compiled?: string) => {
  using site = new TestSite({ 'a.css': css });
  const style = path.join(site.root, 'a.css');
  return await checkSiteStyles({
    siteDir: site.root,
    boundary: { roots: [site.root], privateFolders: [] },
    texts: english,
    styles: [style],
    usesInfima,
    ...(compiled === undefined ? {} : { compiledSheets: { [style]: compiled } }),
  });
};

test.each(mistakes)(
  'only warns about %s that browsers ignore, in a site that moved in',
  async (_, line, css) => {
    const warning = {
      code: 'style-syntax',
      severity: 'warning',
      file: 'a.css',
      line,
      message: expect.stringContaining('Browsers ignore this part'),
    };
    expect(await checkSheet(css, true)).toMatchObject([warning]);
    // PostCSS writes other lines, but the mistake as it is.
    expect(await checkSheet(css, true, `/* one */\n\n${css}`)).toMatchObject([warning]);
    expect(await checkSheet(css, false)).toMatchObject([{ ...warning, severity: 'error', message: /./ }]);
  },
);

test.each(['.a { color red }\n', '.a { color: red }}', '@import "./gone.css";\n.a { color:: red }\n'])(
  'reports as an error what PostCSS refuses, too: %s',
  async (css) => {
    expect(await checkSheet(css, true)).toMatchObject([{ severity: 'error' }]);
  },
);
