import { afterEach, expect, test, vi } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { formatProblem } from '../shared/problem.ts';
import { checkReleasePages, type LanguageToCheck } from './check-release.ts';

// Each test builds a site of its own, some of them several times.
vi.setConfig({ testTimeout: 180_000 });

let site: TestSite | undefined;
afterEach(() => site?.[Symbol.dispose]());

async function listWarnings(files: Readonly<Record<string, string>>): Promise<string[]> {
  site = new TestSite(files);
  const { ok, problems } = await site.build();
  expect(ok).toBe(true);
  const root = `${site.root}/`;
  return problems.map((problem) => formatProblem(problem).replaceAll(root, ''));
}

const writeConfig = (themeConfig: string, more = '') =>
  `module.exports = {\n  title: 'Pumps', url: 'https://pumps.example', baseUrl: '/',\n  presets: [['classic', { blog: false${more} }]],\n  themeConfig: ${themeConfig},\n};\n`;

test("doesn't warn about a site whose pages, links, images and styles all exist", async () => {
  expect(
    await listWarnings({
      'docusaurus.config.js': writeConfig(
        "{ navbar: { title: 'Pumps', logo: { src: 'img/logo.svg' }, items: [{ to: '/docs/start', label: 'Start' }, { href: 'https://example.com', label: 'Other' }, { to: '/about#team', label: 'About' }, { href: '/img/logo.svg', label: 'File' }] } }",
        ", theme: { customCss: './src/css/custom.css' }",
      ),
      'docs/start.mdx':
        "import Live from '@site/src/components/Live';\n\n# Start\n\n![Logo](/img/logo.svg)\n\n<Live />\n",
      'src/components/Live.jsx':
        "import { useState } from 'react';\nexport default () => <i>{useState('live')[0]}</i>;\n",
      'src/pages/about.jsx':
        'export default () => <main><h1 id="team">About</h1><img src="/img/logo.svg" alt="" /></main>;\n',
      'src/pages/later.jsx':
        "import BrowserOnly from '@docusaurus/BrowserOnly';\nexport default () => <BrowserOnly>{() => <b>Later</b>}</BrowserOnly>;\n",
      'src/css/custom.css':
        '/* @apply is only a word here */\n.hero { background: url(../../static/img/logo.svg) }\n',
      'static/img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
  ).toEqual([]);
});

test('warns about what a finished release lacks, with the page, style sheet and line', async () => {
  const warnings = await listWarnings({
    'docusaurus.config.js': writeConfig('{}', ",\n    theme: { customCss: './src/css/custom.css' }"),
    'docs/start.mdx': "import Advert from '@site/src/components/Advert';\n\n# Start\n\n<Advert />\n",
    'src/components/Advert.jsx':
      "import styles from './advert.module.css';\nexport default () => <img className={styles.ad} src='/img/advert.png' alt='' />;\n",
    'src/pages/blank.jsx': 'export default () => <div><span /></div>;\n',
    'src/pages/nothing.jsx': 'export default function Nothing() {\n  return null;\n}\n',
    'src/pages/about.jsx': 'export default () => (\n  <main>\n    <video src="/film.mp4" />\n  </main>\n);\n',
    'src/css/custom.css': '.a { color: red }\n@tailwind utilities;\n.b { @apply flex; }\n',
    'src/components/advert.module.css': '.ad {\n  background: url(ad.svg), url(/img/ad.svg);\n}\n',
  });
  expect(warnings.map((line) => line.replace(' warning:', '')).toSorted()).toEqual([
    expect.stringMatching(/^docs\/start\.mdx: The image `\/img\/advert\.png` doesn't exist/),
    expect.stringMatching(/^src\/components\/advert\.module\.css:2: The file `\.?\/?ad\.svg` doesn't exist/),
    expect.stringMatching(/^src\/components\/advert\.module\.css:2: `\/img\/ad\.svg` is neither in a static/),
    expect.stringMatching(/^src\/css\/custom\.css:2: `@tailwind` has no effect.*postcss\.config\.js/),
    expect.stringMatching(/^src\/pages\/about\.jsx:3: The page shows \/film\.mp4/),
    expect.stringMatching(/^src\/pages\/blank\.jsx: This page is empty/),
    expect.stringMatching(/^src\/pages\/nothing\.jsx: This page is empty/),
  ]);
  // Warnings are repeated while they apply, even if nothing is built.
  const again = await site?.build();
  expect(again?.built).toMatchObject({ compiled: 0, rendered: 0 });
  expect(again?.problems).toHaveLength(warnings.length);
  site?.write('docs/other.md', '# Other\n');
  expect((await site?.build())?.problems).toHaveLength(warnings.length);
  site?.write('static/film.mp4', 'film');
  expect((await site?.build())?.problems).toHaveLength(warnings.length - 1);
});

test('warns about missing files in every place where a page can name one', async () => {
  const names = [
    ...['a.png', 'b.webp', 'c.png', 'drawing.pdf', 'sprite.svg', 'photo.png'],
    ...['bare.png', 'set.png'],
  ];
  const warnings = await listWarnings({
    'docusaurus.config.js': writeConfig(
      `{ announcementBar: { content: 'See <a href="/gone">more</a> <img src="/img/bar.png">' } }`,
      ",\n    theme: { customCss: './src/css/custom.css' }",
    ),
    'docs/start.mdx': '# Start\n\n<object data="/drawing.pdf">Drawing</object>\n',
    'src/pages/index.jsx': `export default () => (
  <main>
    <picture>
      <source srcSet="/a.png 1x, /b.webp 2x" />
      <img src="/img/there.svg" srcSet="/img/there.svg 1x, /c.png 2x" alt="" />
    </picture>
    <svg><use href="/sprite.svg#a" /><image href="/photo.png" /></svg>
    <a href="https://pumps.example/x.pdf">Data</a>
  </main>
);
`,
    'src/css/custom.css':
      '.a { background: image-set("/bare.png" 1x, url("/img/there.svg") 2x) }\n.b { mask: -webkit-image-set("./set.png" 1x) }\n',
    'static/img/there.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  for (const name of names) expect(warnings.filter((line) => line.includes(name))).toHaveLength(1);
  expect(warnings.filter((line) => line.includes('The announcement '))).toEqual([
    expect.stringMatching(/leads to \/gone/),
    expect.stringMatching(/picture \/img\/bar\.png/),
  ]);
  expect(warnings).toHaveLength(names.length + 2);
});

test('warns about each broken link of a line of the configuration', async () => {
  site = new TestSite({
    'docusaurus.config.js': writeConfig(
      `{ navbar: { items: [{ to: '/one', label: 'One' }, { type: 'html', value: '<a href="/two">2</a>' }] } }`,
    ),
    'docs/start.md': '# Start\n',
  });
  const { problems } = await site.build({ BROKEN_LINKS: 'warn' });
  expect(problems.map(({ message }) => / leads to (\S+),/.exec(message)?.[1])).toEqual(['/one', '/two']);
});

test('warns about pages that redirect in a circle, and static files that no request can name', async () => {
  const writeRedirect = (to: string) =>
    `import { Redirect } from '@docusaurus/router';\nexport default () => <Redirect to="${to}" />;\n`;
  const warnings = await listWarnings({
    'docusaurus.config.js': writeConfig('{}'),
    'docs/start.md': '# Start\n',
    'src/pages/a.js': writeRedirect('/b'),
    'src/pages/b.js': writeRedirect('/a/'),
    'src/pages/to-circle.js': writeRedirect('/a'),
    'src/pages/self.js': writeRedirect('/self?x'),
    'src/pages/fine.js': writeRedirect('/docs/start'),
    'static/a\\b.txt': 'A',
    'static/a\nb.txt': 'A',
    'static/a\u0007b.txt': 'A',
    'static/a%5Cb.txt': 'A',
  });
  const messages = warnings.map((line) => line.replaceAll('\n', '↵').replace(' warning:', ''));
  expect(messages.filter((line) => line.includes('redirects to itself'))).toEqual([
    'src/pages/a.js: This page redirects to itself, by /b. Correct the target of its `<Redirect>`.',
    'src/pages/b.js: This page redirects to itself, by /a. Correct the target of its `<Redirect>`.',
    'src/pages/self.js: This page redirects to itself. Correct the target of its `<Redirect>`.',
  ]);
  expect(messages.filter((line) => line.startsWith('static/'))).toHaveLength(3);
  expect(site?.page('/a%5Cb.txt') ?? site?.page('/a%255Cb.txt')).toBe('A');
});

test('warns about Markdown pages that show nothing', async () => {
  const emptyPages = {
    'blog/2024-01-01-later.md': '---\ntitle: Later\n---\n\n<!-- truncate -->\n',
    'docs/blank.md': '',
    'docs/comment.md': '---\ntitle: Later\n---\n\n<!-- Write this. -->\n',
    'docs/front-matter.md': '---\ntitle: Later\ndescription: Nothing yet\n---\n',
    'docs/import.mdx': "import Later from './_later.mdx';\n\nexport const later = 1;\n",
    'src/pages/head.mdx': '<head>\n  <meta name="robots" content="noindex" />\n</head>\n',
    'src/pages/meta.md': '<meta httpEquiv="refresh" content="0; url=/docs/start" />\n',
  };
  const warnings = await listWarnings({
    ...emptyPages,
    'docusaurus.config.js': writeConfig('{}', ', blog: {}'),
    'docs/start.md': '# Start\n',
    'docs/_later.mdx': 'Later.\n',
    'docs/picture.md': '![Pump](https://pumps.example/a.png)\n',
    'docs/component.mdx': 'export const Pump = () => <hr />;\n\n<Pump />\n',
    'docs/sum.mdx': '{1 + 1}\n',
  });
  const [firstFile, ...otherFiles] = Object.keys(emptyPages);
  expect(warnings).toContainEqual(
    expect.toSatisfy(
      (line: string) =>
        line.startsWith(`${firstFile}: warning: This page is empty: front matter`) &&
        line.endsWith(` 6 more files have the same: ${otherFiles.join(', ')}.`),
    ),
  );
});

const source = { name: 'docusaurus.config.js', readText: () => "\n\nto: '/docs/gone'" };
const language: LanguageToCheck = {
  basePath: '/book/',
  rootPath: '/book/',
  shell: {
    navbar: { title: 'K', href: '/book/', className: 'navbar', items: [] },
    footer: { style: 'light', columns: [], copyright: '' },
  },
  icon: undefined,
  configuration: source,
  styles: [],
  sheets: [],
  reportsRootFiles: true,
  references: [],
};
const createEntry = (url: string) => ({ url });
const check = (changes: Partial<LanguageToCheck>, urls = ['/']): string[] =>
  checkReleasePages([{ ...language, ...changes }], { entries: urls.map(createEntry), redirects: [] }).map(
    formatProblem,
  );

test('warns if the release has no home page', () => {
  expect(check({})).toEqual([]);
  expect(check({}, ['/docs/a'])).toEqual([
    expect.stringMatching(/The site has no home page: nothing is at \/book\//),
  ]);
  const redirects = [{ from: '/', to: '/docs/a' }];
  expect(checkReleasePages([language], { entries: [createEntry('/docs/a')], redirects })).toEqual([]);
});

test.each([
  [
    'a link',
    [{ type: 'link', label: 'Gone', href: '/book/docs/gone' }],
    /:3: warning: The navbar link "Gone" leads to/,
  ],
  [
    'a link in a menu',
    [{ type: 'menu', label: 'More', items: [{ type: 'link', label: 'Gone', href: '/book/docs/gone?x#y' }] }],
    /"Gone" leads to/,
  ],
  [
    'a link to a version',
    [{ type: 'set-link', latest: 'docs', links: { docs: { label: 'Gone', href: '/book/docs/gone' } } }],
    /"Gone" leads to/,
  ],
  [
    'a relative link in HTML',
    [{ type: 'html', html: '<a href="docs/a">x</a>' }],
    /leads to docs\/a, which is relative to the page/,
  ],
  [
    'a link in HTML',
    [{ type: 'html', html: "<a class=x href='/book/docs/gone'>x</a>" }],
    /leads to \/book\/docs\/gone/,
  ],
  [
    'a picture in HTML',
    [{ type: 'html', html: '<img alt="" src="/book/img/gone.svg">' }],
    /shows the picture \/book\/img/,
  ],
] as const)('warns about %s of the navbar that leads nowhere', (_, items, message) => {
  const navbar = { ...language.shell.navbar, items };
  expect(check({ shell: { ...language.shell, navbar } })).toEqual([expect.stringMatching(message)]);
});

test.each([
  [
    'a link',
    { columns: [{ items: [{ label: 'Gone', href: '/book/docs/gone' }] }] },
    /The footer link "Gone" leads to/,
  ],
  ['a link in the copyright', { copyright: '<a href="/book/terms">Terms</a>' }, /leads to \/book\/terms/],
  ['the logo', { logo: { src: '/book/book/img/a.svg', alt: '' } }, /picture \/book\/book\/img\/a\.svg/],
] as const)('warns about %s of the footer that leads nowhere', (_, changes, message) => {
  const footer = { ...language.shell.footer, ...changes };
  expect(check({ shell: { ...language.shell, footer } })).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['below a language', '/book/de/docs/code', "themes: ['live-codeblock'],\nto: '/docs/code?a#b'", 2],
  ['below the base path', '/book/code', "themes: ['code_block'],\nto: 'code'", 2],
  ['that the file has nowhere', '/book/de/code', "themes: ['codeblock'],\nto: decode", undefined],
])('names the line of an address %s', (_, href, text, line) => {
  const navbar = { ...language.shell.navbar, items: [{ type: 'link', label: 'Code', href }] as const };
  const configuration = { name: 'docusaurus.config.js', readText: () => text };
  const [problem] = checkReleasePages(
    [
      {
        ...language,
        configuration,
        shell: { ...language.shell, navbar: { ...navbar, items: [...navbar.items] } },
      },
    ],
    { entries: [createEntry('/')], redirects: [] },
  );
  expect(problem).toMatchObject({ code: 'navigation-link' });
  expect(problem?.line).toBe(line);
});

test.each([
  ['a missing icon', { icon: 'img/none.ico' }, /The icon img\/none\.ico doesn't exist/],
  ['an icon on another server', { icon: 'https://img.example/a.ico' }, /is on another server/],
  [
    'a picture of a style sheet',
    { styles: ['.a{background:url("/book/img/none.png")}'] },
    /A style sheet uses \/book\/img/,
  ],
  [
    'a relative picture of a style sheet, with its line',
    {
      styles: ['.a{background:url(./none.png)}.b{mask:url(#a)}.c{mask:url("data:image/svg+xml,a")}'],
      sheets: [{ name: 'src/css/a.css', readText: () => '.b {}\n.a { background: url("./none.png") }' }],
    },
    /^src\/css\/a\.css:2: warning: The file `\.\/none\.png` doesn't exist/,
  ],
  [
    'an island without its script',
    { references: [{ source, addresses: ['/book/_assets/island.0123.js'] }] },
    /isn't interactive/,
  ],
  [
    'a missing video',
    { references: [{ source, addresses: ['/book/film.mp4'] }] },
    /The page shows \/book\/film\.mp4/,
  ],
] as const)('warns about %s', (_, changes, message) => {
  expect(check(changes)).toEqual([expect.stringMatching(message)]);
});

test.each([
  ['with and without its slash', { icon: '/book/docs/a' }, ['/', '/docs/a/']],
  ['with letters that need encoding', { icon: 'img/höhe 1.svg' }, ['/', '/img/höhe 1.svg']],
  ['with the base path', { icon: '/book/img/a.ico' }, ['/', '/img/a.ico']],
] as const)('accepts an address %s', (_, changes, urls) => {
  expect(check(changes, [...urls])).toEqual([]);
});
