import { expect, test } from 'vitest';
import { listErrors, TestSite } from '../../../testing/test-site.ts';

const unescapeHtml = (text: string) =>
  text
    .replace(/&(?:quot|#x22|#34);/g, '"')
    .replace(/&(?:#x3C|lt);/g, '<')
    .replace(/&(?:amp|#x26);/g, '&');

/** Reads what a page shows as JSON. */
function readShown(site: TestSite, page: string): unknown {
  const html = Buffer.from(site.page(page) ?? '', 'latin1').toString('utf8');
  const [, text = 'null'] = /<samp>(.*?)<\/samp>/s.exec(html) ?? [];
  return JSON.parse(
    text
      .replaceAll('&quot;', '"')
      .replaceAll(/&(?:#x3C|lt);/g, '<')
      .replaceAll('&amp;', '&'),
  );
}

/** The facts that a page carries for its live components. */
function readFacts(site: TestSite, page: string): Record<string, unknown> {
  const html = Buffer.from(site.page(page) ?? '', 'latin1').toString('utf8');
  const [, text = '{}'] = /data-facts="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(unescapeHtml(text));
}

const config = `module.exports = {
  title: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/book/',
  customFields: { api: 'https://api.example' },
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  presets: [['classic', { blog: { onUntruncatedBlogPosts: 'ignore' } }]],
  plugins: [['content-blog', { id: 'news', path: 'news', routeBasePath: 'news', onUntruncatedBlogPosts: 'ignore' }]],
};
`;
const posts = {
  'blog/2026-01-02-steam.md':
    '---\ntags: [hot]\ndescription: Hot air.\n---\n\n# Steam\n\nIt *rises*.\n\n<!-- truncate -->\n\nMore.\n',
  'blog/2026-01-01-ice.md': '# Ice\n\nIt floats.\n',
  'news/open.md': '---\ndate: 2026-02-03\nslug: open\n---\n\n# We are open\n\nCome in.\n',
};
const recentPosts = {
  title: 'Recent posts',
  items: [
    {
      title: 'Steam',
      permalink: '/book/blog/2026/01/02/steam',
      unlisted: false,
      date: '2026-01-02T00:00:00.000Z',
    },
    {
      title: 'Ice',
      permalink: '/book/blog/2026/01/01/ice',
      unlisted: false,
      date: '2026-01-01T00:00:00.000Z',
    },
  ],
};
const news = {
  title: 'Recent posts',
  items: [
    { title: 'We are open', permalink: '/book/news/open', unlisted: false, date: '2026-02-03T00:00:00.000Z' },
  ],
};
const lists = 'docusaurus-plugin-content-blog/default/blog-post-list-prop-default.json';

/** Ways to import a generated file and to show it, and what they show. */
const uses: Readonly<Record<string, readonly [code: string, shown: unknown]>> = {
  required: [
    `const all = require('../../.docusaurus/${lists}');\nexport const show = () => all;`,
    recentPosts,
  ],
  'at-once': [
    `const titles = require('../../.docusaurus/${lists}').items.map(({ title }) => title);\nexport const show = () => titles;`,
    ['Steam', 'Ice'],
  ],
  'by-site': [
    `import all from '@site/.docusaurus/${lists}';\nexport const show = () => ({ ...all });`,
    recentPosts,
  ],
  'by-name': [
    `import { items } from '@generated/${lists}';\nexport const show = () => items;`,
    recentPosts.items,
  ],
  'other-blog': [
    `import all from '@generated/docusaurus-plugin-content-blog/news/blog-post-list-prop-news.json';\nexport const show = () => all;`,
    news,
  ],
  archive: [
    `import all from '@generated/docusaurus-plugin-content-blog/default/p/blog-archive-f05.json';
export const show = () => all.archive.blogPosts.map(({ metadata, content }) => [metadata.title, metadata.description, metadata.tags, metadata.hasTruncateMarker, content]);`,
    [
      [
        'Steam',
        'Hot air.',
        [{ inline: true, label: 'hot', permalink: '/book/blog/tags/hot' }],
        true,
        '# Steam\n\nIt *rises*.\n\n<!-- truncate -->\n\nMore.',
      ],
      ['Ice', 'It floats.', [], false, '# Ice\n\nIt floats.'],
    ],
  ],
  'earlier-archive': [
    `const { blogPosts } = require('@site/.docusaurus/docusaurus-plugin-content-blog/default/blog-archive-80c.json');
export const show = () => blogPosts.map(({ metadata }) => metadata.permalink);`,
    ['/book/blog/2026/01/02/steam', '/book/blog/2026/01/01/ice'],
  ],
  config: [
    `import siteConfig from '@generated/docusaurus.config';\nconst { api } = siteConfig.customFields;\nexport const show = () => [api, siteConfig.title, siteConfig.baseUrl, 'url' in siteConfig];`,
    ['https://api.example', 'Kettles', '/book/', true],
  ],
  'config-file': [
    `import siteConfig from '../../.docusaurus/docusaurus.config.mjs';\nexport const show = () => siteConfig.customFields;`,
    { api: 'https://api.example' },
  ],
  language: [
    `import i18n from '@generated/i18n';\nconst { currentLocale } = i18n;\nexport const show = () => [currentLocale, i18n.locales];`,
    ['en', ['en', 'fr']],
  ],
  global: [
    `const all = require('../../.docusaurus/globalData.json');\nconst { docs } = all['docusaurus-plugin-content-docs'].default.versions[0];\nexport const show = () => docs.map(({ id }) => id);`,
    ['a'],
  ],
  metadata: [
    `import { docusaurusVersion } from '@generated/site-metadata';\nexport const show = () => docusaurusVersion.split('.')[0];`,
    '3',
  ],
  other: [
    `import '@generated/client-modules';\nimport messages from '@generated/codeTranslations';\nimport storage from '@generated/site-storage';\nexport const show = () => [Object.keys(messages), storage.type];`,
    [[], 'localStorage'],
  ],
};

test('components and pages get what Docusaurus generates, however they import it', async () => {
  const files = Object.entries(uses).flatMap(([name, [code]]) => [
    // The same code as a page and as a live component in a document.
    [
      `src/pages/${name}.jsx`,
      `${code}\nexport default () => <samp>{JSON.stringify(show())}</samp>;\n`,
    ] as const,
    [
      `src/components/${name}.jsx`,
      `import { useState } from 'react';\n${code}\nexport default function Show() { useState(0); return <samp>{JSON.stringify(show())}</samp>; }\n`,
    ] as const,
    [`docs/${name}.mdx`, `import Show from '@site/src/components/${name}';\n\n# Show\n\n<Show />\n`] as const,
  ]);
  using site = new TestSite({
    'docusaurus.config.js': config,
    ...posts,
    'docs/a.md': '# A\n',
    ...Object.fromEntries(files),
    'docs/in-code.mdx': `import all from '@site/.docusaurus/${lists}';
import { api } from '@site/src/api';

# In code

<samp>{JSON.stringify([all.items.length, require('@generated/i18n').currentLocale, require('@site/.docusaurus/${lists}').title, api])}</samp>
`,
    'src/api.js':
      "import config from '@generated/docusaurus.config';\nexport const api = config.customFields.api;\n",
  });
  const result = await site.build();
  expect(listErrors(result)).toEqual([]);
  for (const [name, [, value]] of Object.entries(uses)) {
    const expected = name === 'global' ? expect.arrayContaining(['a', 'global']) : value;
    expect([name, readShown(site, `/book/${name}`)]).toEqual([name, expected]);
    expect([name, readShown(site, `/book/docs/${name}`)]).toEqual([name, expected]);
  }
  expect(readShown(site, '/book/docs/in-code')).toEqual([2, 'en', 'Recent posts', 'https://api.example']);
  expect(readShown(site, '/book/fr/language')).toEqual(['fr', ['en', 'fr']]);
  expect(readShown(site, '/book/fr/docs/language')).toEqual(['fr', ['en', 'fr']]);
  expect(readShown(site, '/book/fr/at-once')).toEqual(['Steam', 'Ice']);
  // A page carries only what its components ask for.
  expect(readFacts(site, '/book/docs/required').blogs).toEqual({
    default: { about: expect.objectContaining({ blogBasePath: '/book/blog' }), list: recentPosts },
    news: { about: expect.objectContaining({ blogBasePath: '/book/news' }), list: news },
  });
  expect(JSON.stringify(readFacts(site, '/book/docs/earlier-archive').blogs)).not.toContain('rises');
  expect(readFacts(site, '/book/docs/config').blogs).toBeUndefined();
  expect(site.distFiles().filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);

  site.write('blog/2026-01-03-mist.md', '# Mist\n\nIt hides.\n');
  expect(listErrors(await site.build())).toEqual([]);
  expect(readShown(site, '/book/docs/at-once')).toEqual(['Mist', 'Steam', 'Ice']);
  expect(readShown(site, '/book/required')).toMatchObject({ items: [{ title: 'Mist' }, {}, {}] });
});

test('a page shows only posts that all of its readers may see', async () => {
  const show = (name: string, code: string) => ({
    [`src/components/${name}.jsx`]: `const all = require('@generated/${lists}');\n${code}`,
  });
  const page = (audience: string, name: string) =>
    `---\naudience: ${audience}\n---\n\nimport Show from '@site/src/components/${name}';\n\n# Posts\n\n<Show />\n`;
  const config = `export default { name: 'Kettles', url: 'https://kettles.example', baseUrl: '/', groups: ['staff'], blogs: [{ onUntruncatedBlogPosts: 'ignore' }] };`;
  using site = new TestSite({
    'site.config.ts': config,
    'blog/2026-01-02-plan.md': '---\naudience: staff\n---\n\n# Plan\n\nSecret.\n',
    'blog/2026-01-01-ice.md': '# Ice\n\nIt floats.\n',
    ...show(
      'Later',
      'export default () => <samp>{JSON.stringify(all.items.map(({ title }) => title))}</samp>;',
    ),
    ...show(
      'AtOnce',
      'const titles = all.items.map(({ title }) => title);\nexport default () => <samp>{JSON.stringify(titles)}</samp>;',
    ),
    'docs/a-staff.mdx': page('staff', 'Later'),
    'docs/b-readers.mdx': page('readers', 'Later'),
    'docs/c-staff-at-once.mdx': page('staff', 'AtOnce'),
    'docs/d-readers-at-once.mdx': page('readers', 'AtOnce'),
  });
  expect(listErrors(await site.build())).toEqual([]);
  expect(readShown(site, '/docs/a-staff')).toEqual(['Plan', 'Ice']);
  expect(readShown(site, '/docs/b-readers')).toEqual(['Ice']);
  // The top level of a module runs once, for the pages of all readers.
  expect(readShown(site, '/docs/c-staff-at-once')).toEqual(['Ice']);
  expect(readShown(site, '/docs/d-readers-at-once')).toEqual(['Ice']);

  site.write('site.config.ts', config.replace('groups:', 'publicPages: true, groups:'));
  site.write('docs/e-public.mdx', page('public', 'Later'));
  site.write('docs/f-public-at-once.mdx', page('public', 'AtOnce'));
  expect(listErrors(await site.build())).toEqual([]);
  expect(readShown(site, '/docs/b-readers')).toEqual(['Ice']);
  for (const name of ['e-public', 'f-public-at-once'])
    expect([name, readShown(site, `/docs/${name}`)]).toEqual([name, []]);
});

test.for([
  '@generated/routes',
  '@generated/registry',
  '@generated/docusaurus-plugin-tea/default/leaves.json',
  '../../.docusaurus/docusaurus-plugin-content-docs/default/p/docs-175.json',
])('refuses %s by name', async (specifier) => {
  using site = new TestSite({
    'docusaurus.config.js': config,
    ...posts,
    'docs/a.md': '# A\n',
    'src/pages/tea.jsx': `import leaves from '${specifier}';\nexport default () => <b>{leaves.name}</b>;\n`,
  });
  const { ok, problems } = await site.build();
  expect(ok).toBe(false);
  expect(problems.map(({ message }) => message).join('\n')).toContain(
    `\`${specifier}\` doesn't exist: Docusaurus or one of its plugins generates it`,
  );
});
