import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { isAnswered } from '../docusaurus/components/answered-imports.ts';
import { examineSite } from '../docusaurus/report/examine-site.ts';

/** `tests/e2e/base-path.test.ts` has the same configuration, so that the shell is bundled once for both. */
const config = `module.exports = {
  title: 'Pumps',
  url: 'https://pumps.example',
  baseUrl: '/help/',
  i18n: { defaultLocale: 'en', locales: ['en', 'es'] },
  presets: [['classic', { blog: false }]],
  themeConfig: { tableOfContents: { maxHeadingLevel: 4 } },
};
`;
const headings = '## Two\n\n### Three\n\n#### Four\n\n##### Five\n';

let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    'docusaurus.config.js': config,
    'docs/a.mdx': `import TOCInline from '@theme/TOCInline';\nimport { useSearchLinkCreator } from '@docusaurus/theme-common';\n\n# A\n\n<TOCInline toc={toc} /> <kbd>{useSearchLinkCreator()('tea pot')}</kbd>\n\n${headings}`,
    'docs/b.md': `---\ntoc_min_heading_level: 3\ntoc_max_heading_level: 5\n---\n\n# B\n\n${headings}`,
    'docs/settings.mdx':
      "import Settings from '@site/src/settings';\n\n# Settings\n\n<Settings />\n\n<Settings live />\n",
    'src/settings.jsx': `import { useState } from 'react';
import { useThemeConfig } from '@docusaurus/theme-common';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
export default function Settings({ live }) {
  const [isLive] = useState(live);
  const { colorMode, docs, tableOfContents, navbar } = useThemeConfig();
  const { themeConfig } = useDocusaurusContext().siteConfig;
  return <kbd>{[isLive, colorMode.defaultMode, docs.versionPersistence, tableOfContents.minHeadingLevel, tableOfContents.maxHeadingLevel, navbar.items.length, themeConfig.prism.magicComments.length].join(' ')}</kbd>;
}
`,
    'docs/hidden.md': '---\nunlisted: true\n---\n\n# Hidden valve\n',
    'src/words.jsx': 'export const Word = ({ children }) => <b className="word">{children}</b>;\n',
    'src/pages/plain.md': `# Plain\n\n${headings}`,
    'src/pages/shop.tsx':
      "import { Word } from '../words';\nexport default () => <main><Word>Shop</Word></main>;\n",
    'src/pages/about.mdx': "import { Word } from '@site/src/words';\n\n# About\n\n<Word>Us</Word>\n",
    'src/pages/formats/plain.md': '---\nmdx: { format: md }\n---\n\n# Plain\n\n1 + 1 = {1 + 1}\n',
    'src/pages/formats/mdx.md':
      '---\ntitle: Ana\n---\n\n# Page\n\n1 + 1 = {1 + 1}, made by {frontMatter.title}\n',
    'src/pages/title/only.md': '---\ntitle: About us\n---\n\nWe make pumps.\n\n## Valves\n',
    'src/pages/title/hero.mdx':
      "---\ntitle: Start\n---\n\nimport { Word } from '@site/src/words';\n\n<header><h1>Pumps for all</h1></header>\n\n<Word>Go</Word>\n",
    'src/pages/title/late.md': '---\ntitle: Late\n---\n\n## Valves\n\n# Pumps\n',
    'src/pages/secret.md': '---\nunlisted: true\n---\n\n# Secret sale\n',
    'i18n/es/docusaurus-plugin-content-pages/shop.tsx':
      "import { useState } from 'react';\nimport { Word } from '../../../src/words';\nexport default () => <main><Word>Tienda</Word>{useState('viva')[0]}</main>;\n",
    'i18n/es/docusaurus-plugin-content-pages/about.mdx':
      "import { Word } from '@site/src/words';\n\n# Sobre\n\n<Word>Nosotros</Word>\n",
  });
  expect(await site.build()).toMatchObject({ ok: true, problems: [] });
});
afterAll(() => site[Symbol.dispose]());

function readToc(page: string, list: RegExp): string[] {
  const [html = ''] = list.exec(readPage(page)) ?? [];
  return [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
}

test('gives components the theme configuration with the defaults of Docusaurus', () => {
  const values = [...readPage('/docs/settings').matchAll(/<kbd>([^<]*)<\/kbd>/g)].map(([, text]) => text);
  expect(values).toEqual([' light localStorage 2 4 0 1', 'true light localStorage 2 4 0 1']);
});

test('shows the heading levels of the front matter in the table of contents, or else of the configuration', () => {
  const beside = /<nav[^>]*class="[^"]*\btoc\b.*?<\/nav>/s;
  expect(readToc('/docs/a', beside)).toEqual(['two', 'three', 'four']);
  expect(readToc('/docs/a', /<div class="table-of-contents-inline">.*?<\/div>/s)).toEqual([
    'two',
    'three',
    'four',
  ]);
  expect(readToc('/docs/b', beside)).toEqual(['three', 'four', 'five']);
  expect(readToc('/plain', beside)).toEqual(['two', 'three', 'four']);
});

test('the title of a page is that of its tab, and no heading', () => {
  const readTitles = (page: string) => {
    const html = readPage(page);
    const headings = [...html.matchAll(/<h1[^>]*>(.*?)<\/h1>/gs)].map(([, text = '']) =>
      text.replace(/<[^>]*>/g, '').trim(),
    );
    return [/<title>(.*?)<\/title>/.exec(html)?.[1], ...headings];
  };
  expect(readTitles('/title/only')).toEqual(['About us | Pumps']);
  expect(readTitles('/title/hero')).toEqual(['Start | Pumps', 'Pumps for all']);
  expect(readTitles('/title/late')).toEqual(['Late | Pumps', 'Pumps']);
});

test('marks an unlisted page in its language and leaves it out of every list', () => {
  const notice = (page: string) =>
    /theme-unlisted-banner[^>]*><strong>(.*?)</.exec(readPage(page))?.[1] ?? 'no notice';
  for (const page of ['/docs/hidden', '/secret']) {
    expect([page, notice(page)]).toEqual([page, 'Unlisted page']);
    expect([page, notice(`/es${page}`)]).toEqual([page, 'Página sin clasificar']);
  }
  expect(notice('/docs/a')).toBe('no notice');
  for (const page of ['/docs/a', '/es/docs/a', '/llms.txt'])
    expect([page, /Hidden valve|Secret sale/.test(readPage(page))]).toEqual([page, false]);
});

test('translates pages of every kind, and makes each interactive only in the languages where it is', () => {
  const listWords = (page: string) =>
    [...readPage(page).matchAll(/<b class="word">(.*?)<\/b>/g)].map(([, word]) => word);
  expect(listWords('/shop')).toEqual(['Shop']);
  expect(listWords('/es/shop')).toEqual(['Tienda']);
  const isInteractive = (page: string) => readPage(page).includes('<live-island');
  expect([isInteractive('/shop'), isInteractive('/es/shop')]).toEqual([false, true]);
  expect(listWords('/about')).toEqual(['Us']);
  expect(listWords('/es/about')).toEqual(['Nosotros']);
});

test('links home to the start of the site in its language', () => {
  const findHomeLink = (page: string) =>
    /<a class="(?:breadcrumbs__link|button)" href="([^"]*\/)"/.exec(readPage(page))?.[1];
  expect([findHomeLink('/docs/a'), findHomeLink('/404')]).toEqual(['/help/', '/help/']);
  expect([findHomeLink('/es/docs/a'), findHomeLink('/es/404')]).toEqual(['/help/es/', '/help/es/']);
});

test('links a search to the results page of its language', () => {
  const link = (page: string) => /<kbd>(.*?)<\/kbd>/.exec(readPage(page))?.[1];
  expect(link('/docs/a')).toBe('/help/search?q=tea+pot');
  expect(link('/es/docs/a')).toBe('/help/es/search?q=tea+pot');
});

function readPage(page: string): string {
  return Buffer.from(site.page(`/help${page}`) ?? '', 'latin1').toString('utf8');
}

test('reads a page of its own in the format that its front matter names, and gives it the front matter', () => {
  expect(readPage('/formats/plain')).toContain('1 + 1 = {1 + 1}');
  expect(readPage('/formats/mdx')).toContain('1 + 1 = 2, made by Ana');
});

const createConfig = (preset: string, more = '') =>
  `module.exports = { title: 'Pumps', url: 'https://pumps.example', baseUrl: '/', presets: [['classic', ${preset}]]${more} };`;

test.each([
  [
    'a blog at the root',
    {
      'docusaurus.config.js': createConfig(
        "{ docs: false, blog: { routeBasePath: '/', onUntruncatedBlogPosts: 'ignore' } }",
      ),
      'blog/2026-01-02-valves.md': '# Valves\n\nThey close.\n',
    },
    {
      '/': '<title>Pumps</title>',
      '/2026/01/02/valves': 'They close.',
      '/archive': 'Valves',
      '/rss.xml': 'Valves',
    },
  ],
  [
    'pages',
    {
      'docusaurus.config.js': createConfig('{ docs: false, blog: false }'),
      'src/pages/index.js': 'export default () => <main>Welcome.</main>;\n',
      'src/pages/about.md': '# About\n\nWe make pumps.\n',
    },
    { '/': 'Welcome.', '/about': 'We make pumps.' },
  ],
  [
    'a documentation that isn’t the default one, and a blog',
    {
      'docusaurus.config.js': createConfig(
        "{ docs: false, blog: { onUntruncatedBlogPosts: 'ignore' } }",
        ", plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'api' }]]",
      ),
      'api/calls.md': '# Calls\n\nAsk.\n',
      'blog/2026-01-02-valves.md': '# Valves\n\nThey close.\n',
    },
    { '/api/calls': 'Ask.', '/blog': 'They close.' },
  ],
] as const)('a site without the default documentation can consist of %s', async (_, files, expectedPages) => {
  using other = new TestSite(files);
  rmSync(other.docsDir, { recursive: true });
  const { problems } = await examineSite(other.root, { isEngineModule: isAnswered });
  expect(problems).toEqual([]);
  expect(await other.build()).toMatchObject({ ok: true, problems: [] });
  for (const [address, content] of Object.entries(expectedPages))
    expect([address, other.page(address)]).toEqual([address, expect.stringContaining(content)]);
});

test.each([
  [
    'documents',
    "{ blog: { onUntruncatedBlogPosts: 'ignore' } }",
    { 'blog/2026-01-02-valves.md': '# Valves\n' },
  ],
  ['anything', '{ docs: false, blog: false }', {}],
])('a site without %s is refused', async (_, preset, files) => {
  using other = new TestSite({ 'docusaurus.config.js': createConfig(preset), ...files });
  rmSync(other.docsDir, { recursive: true });
  const { ok, problems } = await other.build();
  expect(ok).toBe(false);
  expect(problems.map(({ code }) => code)).toContain('no-docs');
});

test.each([
  ['turns all content off', createConfig('{ docs: false, blog: false }')],
  ['has no presets', "module.exports = { title: 'Pumps', url: 'https://pumps.example', baseUrl: '/' };"],
  ['is empty', ''],
])('a configuration that %s is named, not the docs folder', async (_, config) => {
  using other = new TestSite({ 'docusaurus.config.js': config, 'docs/a.md': '# A\n' });
  const { problems } = await other.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      code: 'no-docs',
      file: expect.stringMatching(/docusaurus\.config\.js$/),
      message: expect.stringContaining('adds no documentation'),
    },
  ]);
});

test('each language has the values that the configuration gives it', async () => {
  const choose = (french: string, english: string) =>
    `process.env.DOCUSAURUS_CURRENT_LOCALE === 'fr' ? '${french}' : '${english}'`;
  using localized = new TestSite({
    'docusaurus.config.js': `module.exports = {
      title: ${choose('Pompes', 'Pumps')}, url: 'https://pumps.example', baseUrl: '/',
      i18n: { defaultLocale: 'en', locales: ['en', 'fr', 'de'] },
      customFields: { tea: ${choose('menthe', 'mint')} },
      presets: [['classic', { blog: false, docs: { editUrl: ${choose('https://fr.example', 'https://en.example')} } }]],
      themeConfig: { navbar: { items: [{ label: ${choose('Accueil', 'Home')}, to: '/' }] } },
    };`,
    'i18n/fr/code.json': '{}',
    'i18n/de/code.json': '{}',
    'docs/a.mdx': "import Tea from '@site/src/tea';\n\n# A\n\n<Tea />\n",
    'src/tea.jsx':
      "import useDocusaurusContext from '@docusaurus/useDocusaurusContext';\nexport default () => <b>{useDocusaurusContext().siteConfig.customFields.tea}</b>;\n",
  });
  expect((await localized.build()).problems).toEqual([]);
  for (const [page, ...words] of [
    ['/docs/a', 'A | Pumps', '>Home<', 'https://en.example', '<b>mint</b>'],
    ['/fr/docs/a', 'A | Pompes', '>Accueil<', 'https://fr.example', '<b>menthe</b>'],
    ['/de/docs/a', 'A | Pumps', '>Home<', 'https://en.example', '<b>mint</b>'],
  ] as const)
    for (const word of words) expect(localized.page(page), page).toContain(word);
});
