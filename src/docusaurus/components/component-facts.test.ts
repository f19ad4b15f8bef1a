import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

const config = `module.exports = {
  title: 'Kettles', url: 'https://kettles.example', baseUrl: '/book/',
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', { blog: { blogTitle: 'Steam', blogDescription: 'All of it', onInlineAuthors: 'ignore' } }]],
  plugins: [['content-docs', { id: 'guide', path: 'guide', routeBasePath: 'guide' }]],
  themeConfig: {
    navbar: { title: 'K', logo: { alt: 'Pot', src: 'pot.svg' }, items: [
      { to: '/', label: 'Home' },
      { label: 'More', position: 'right', items: [{ to: '/blog', label: 'Blog' }] },
    ] },
    footer: { copyright: 'Us', links: [{ title: 'Read', items: [{ to: '/blog', label: 'Blog' }] }] },
  },
};
`;
const navbarTexts = {
  title: { message: 'B' },
  'logo.alt': { message: 'Pot (fr)' },
  'item.label.Home': { message: 'Accueil' },
  'item.label.Blog': { message: 'Journal' },
};
const footerTexts = {
  copyright: { message: 'Nous' },
  'link.title.Read': { message: 'Lire' },
  'link.item.label.Blog': { message: 'Journal' },
};

/** Shows what hooks return: name, imports, and an expression. */
const components: readonly (readonly [name: string, imports: string, body: string])[] = [
  ['Post', "import { useBlogPost } from '@docusaurus/plugin-content-blog/client';", 'useBlogPost()'],
  ['Blog', "import { useBlogMetadata } from '@docusaurus/plugin-content-blog/client';", 'useBlogMetadata()'],
  ['Route', "import useRouteContext from '@docusaurus/useRouteContext';", 'useRouteContext().plugin'],
  [
    'Theme',
    "import { useThemeConfig } from '@docusaurus/theme-common';",
    '[useThemeConfig().navbar, useThemeConfig().footer]',
  ],
  [
    'Config',
    "import useDocusaurusContext from '@docusaurus/useDocusaurusContext';",
    '[useDocusaurusContext().siteConfig.staticDirectories, useDocusaurusContext().siteConfig.i18n, useDocusaurusContext().i18n.path]',
  ],
  [
    'Filters',
    "import { useContextualSearchFilters } from '@docusaurus/theme-common/internal';",
    'useContextualSearchFilters()',
  ],
  [
    'Names',
    "import { ThemeClassNames } from '@docusaurus/theme-common';",
    '[ThemeClassNames.tabs.container, ThemeClassNames.page.mdxPage, ThemeClassNames.docs.docCard.title, ThemeClassNames.docs.docSidebarItemLinkLevel(2), ThemeClassNames.layout.navbar.mobileSidebar.panel]',
  ],
];
const uses = components
  .map(([name]) => `import ${name} from '@site/src/${name}';\n`)
  .join('')
  .concat('\n', components.map(([name]) => `<div id="${name}"><${name} /></div>`).join('\n\n'));
const list = (names: readonly string[]) =>
  uses
    .split('\n')
    .filter((line) => !names.some((name) => line.includes(name)))
    .join('\n');

/** Kinds of files whose import is their address. */
const otherFiles = ['docx', 'xls', 'rar', 'mkv', 'avi', 'mov', 'wmv', 'm4a', 'ttf', 'eot', 'avif', 'MPG'];

let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    'docusaurus.config.js': config,
    'docs/a.mdx': `# A\n\n${list(['Post', 'Blog'])}\n`,
    'guide/b.mdx': `# B\n\n${list(['Post', 'Blog'])}\n`,
    'blog/2026-01-02-tea.mdx': `---\ntitle: Tea\ndescription: Hot\ntags: [green]\nauthors: [{ name: Ann }]\n---\n\nWords.\n\n{/* truncate */}\n\n## Pot\n\n${uses}\n`,
    'src/pages/p.mdx': `# P\n\n${list(['Post', 'Blog'])}\n`,
    'i18n/fr/docusaurus-theme-classic/navbar.json': JSON.stringify(navbarTexts),
    'i18n/fr/docusaurus-theme-classic/footer.json': JSON.stringify(footerTexts),
    'static/pot.svg': '<svg xmlns="http://www.w3.org/2000/svg" />',
    'static/leaflet.pdf': `%PDF-1.4${' '.repeat(5_000)}`,
    'static/notes.zip': 'PK'.repeat(3_000),
    ...Object.fromEntries(otherFiles.map((ending) => [`static/more.${ending}`, ending.repeat(2_000)])),
    'src/pages/more.jsx': `${otherFiles.map((ending, index) => `import file${index} from '@site/static/more.${ending}';\n`).join('')}export default () => <main>{[${otherFiles.map((_, index) => `file${index}`).join()}].map((file) => <a key={file} href={file}>{file}</a>)}</main>;\n`,
    'src/pages/files.jsx':
      "import leaflet from '@site/static/leaflet.pdf';\nimport notes from '@site/static/notes.zip';\nexport default () => <main><a href={leaflet}>Leaflet</a><a href={notes} download>Notes</a></main>;\n",
    'docs/files.mdx':
      "import leaflet from '@site/static/leaflet.pdf';\nimport Files from '@site/src/files';\n\n# Files\n\n<a href={leaflet}>Leaflet</a>\n\n<Files />\n",
    'src/files.jsx':
      "import notes from '@site/static/notes.zip';\nexport default () => <a href={notes}>Notes</a>;\n",
    'docs/inside.mdx':
      "import { Deep, Texts } from '@site/src/inside';\n\n# Inside\n\n<Deep><p><b>deep text</b></p></Deep>\n\n<Texts><ul><li>one <i>two</i></li><li>three</li></ul></Texts>\n\n<Texts>\n\nSome **bold _words_**\n\n1. first\n2. second\n\n</Texts>\n",
    'src/inside.jsx':
      "import { isValidElement, useState } from 'react';\nconst read = (node) => Array.isArray(node) ? node.map(read).join('') : isValidElement(node) ? read(node.props.children) : String(node ?? '');\nexport function Deep({ children }) { useState(0); return <code>{children.props.children.props.children}</code>; }\nexport function Texts({ children }) { useState(0); return <code>{read(children).replace(/\\s+/g, ' ').trim()}</code>; }\n",
    ...Object.fromEntries(
      components.map(([name, imports, body]) => [
        `src/${name}.jsx`,
        `import { useState } from 'react';\n${imports}\nexport default function Show() { useState(0); return <pre>{JSON.stringify(${body})}</pre>; }\n`,
      ]),
    ),
  });
  const { problems } = await site.build();
  expect(problems.map(formatProblem)).toEqual([]);
});
afterAll(() => site[Symbol.dispose]());

function readAnswer(name: string, page: string): unknown {
  const html = Buffer.from(site.page(page) ?? '', 'latin1').toString('utf8');
  const [, text = 'null'] = new RegExp(`<div id="${name}">.*?<pre>(.*?)</pre>`, 's').exec(html) ?? [];
  return JSON.parse(
    text.replaceAll('&quot;', '"').replaceAll('&#x3C;', '<').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  );
}

test('a post knows its metadata and its blog', () => {
  expect(readAnswer('Post', '/book/blog/2026/01/02/tea')).toMatchObject({
    metadata: {
      title: 'Tea',
      description: 'Hot',
      permalink: '/book/blog/2026/01/02/tea',
      date: '2026-01-02T00:00:00.000Z',
      tags: [{ label: 'green', permalink: '/book/blog/tags/green' }],
      authors: [{ name: 'Ann' }],
      hasTruncateMarker: true,
      unlisted: false,
    },
    toc: [{ value: 'Pot', id: 'pot', level: 2 }],
    isBlogPostPage: true,
  });
  expect(readAnswer('Blog', '/book/blog/2026/01/02/tea')).toMatchObject({
    blogBasePath: '/book/blog',
    blogTitle: 'Steam',
    blogDescription: 'All of it',
  });
});

test.each([
  ['/book/docs/a', 'docs', 'default'],
  ['/book/guide/b', 'docs', 'guide'],
  ['/book/blog/2026/01/02/tea', 'blog', 'default'],
  ['/book/p', 'pages', 'default'],
])('the route of %s names its plugin', (page, kind, id) => {
  expect(readAnswer('Route', page)).toEqual({ name: `docusaurus-plugin-content-${kind}`, id });
});

test.each([
  [
    '/book/docs/a',
    { title: 'K', alt: 'Pot', labels: ['Home', 'More', 'Blog'], footer: ['Us', 'Read', 'Blog'] },
  ],
  [
    '/book/fr/docs/a',
    {
      title: 'B',
      alt: 'Pot (fr)',
      labels: ['Accueil', 'More', 'Journal'],
      footer: ['Nous', 'Lire', 'Journal'],
    },
  ],
])('the settings of the theme on %s are translated and complete', (page, expected) => {
  expect(readAnswer('Theme', page)).toMatchObject([
    {
      title: expected.title,
      logo: { alt: expected.alt, src: 'pot.svg' },
      items: [
        { to: '/', label: expected.labels[0], position: 'left' },
        { label: expected.labels[1], position: 'right', items: [{ to: '/blog', label: expected.labels[2] }] },
      ],
    },
    {
      copyright: expected.footer[0],
      style: 'light',
      links: [{ title: expected.footer[1], items: [{ label: expected.footer[2] }] }],
    },
  ]);
});

test('settings have the defaults of Docusaurus', () => {
  expect(readAnswer('Config', '/book/docs/a')).toEqual([
    ['static'],
    { defaultLocale: 'en', locales: ['en', 'fr'], path: 'i18n', localeConfigs: {} },
    'i18n',
  ]);
  expect(readAnswer('Names', '/book/docs/a')).toEqual([
    'theme-tabs-container',
    'mdx-page',
    'theme-doc-card-title',
    'theme-doc-sidebar-item-link-level-2',
    'theme-layout-navbar-sidebar-panel',
  ]);
});

test.each([
  ['/book/docs/a', 'en'],
  ['/book/fr/guide/b', 'fr'],
  ['/book/p', 'en'],
])('filters for a search on %s name all documentation', (page, locale) => {
  expect(readAnswer('Filters', page)).toEqual({
    locale,
    tags: ['default', 'docs-default-current', 'docs-guide-current'],
  });
});

test("a link to a file that code imports isn't reported as broken", () => {
  for (const page of ['/book/files', '/book/docs/files']) {
    expect(site.page(page)).toMatch(/<a href="\/book\/_assets\/leaflet\.[^"]+\.pdf"/);
    expect(site.page(page)).toMatch(/<a href="\/book\/_assets\/notes\.[^"]+\.zip"/);
  }
  const addresses = [
    ...(site.page('/book/more') ?? '').matchAll(/<a href="(\/book\/_assets\/more\.[^"]+)"/g),
  ];
  expect(addresses.map(([, address = '']) => address.slice(address.lastIndexOf('.') + 1))).toEqual(
    otherFiles,
  );
});

test('a live component can read the texts and elements in its content', () => {
  const page = site.page('/book/docs/inside') ?? '';
  expect([...page.matchAll(/<code>(.*?)<\/code>/g)].map(([, text]) => text)).toEqual([
    'deep text',
    'one twothree',
    expect.stringMatching(/^Some bold words ?first ?second$/),
  ]);
});
