import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

const config = `export default {
  name: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/book/',
  broken: { links: 'warn' },
  groups: ['staff'],
  docs: [{ sidebarPath: './sidebars.js' }],
};
`;
const sidebars = `module.exports = {
  guide: [
    'start',
    {
      type: 'category', label: 'Water', className: 'wet', customProps: { depth: 3 },
      link: { type: 'doc', id: 'water' },
      items: ['cold', { type: 'category', label: 'Hot', link: { type: 'generated-index', slug: '/hot' }, items: ['steam', 'plan'] }],
    },
    { type: 'link', label: 'Shop', href: 'https://shop.example', description: 'Buy one' },
    { type: 'html', value: '<hr/>' },
  ],
  other: ['apart'],
};
`;
/** Shows what hooks return: once as code of the document, once as an interactive component. */
const show = (hooks: string, body: string) => `import { useState } from 'react';
import { ${hooks} } from '@docusaurus/plugin-content-docs/client';
export default function Show() { useState(0); return <pre>{JSON.stringify(${body})}</pre>; }
`;
const components: Readonly<Record<string, [hooks: string, body: string]>> = {
  Sidebar: ['useDocsSidebar', 'useDocsSidebar()'],
  Crumbs: ['useSidebarBreadcrumbs', 'useSidebarBreadcrumbs().map(({ label }) => label)'],
  Category: ['useCurrentSidebarCategory', 'useCurrentSidebarCategory()'],
  Siblings: [
    'useCurrentSidebarSiblings, filterDocCardListItems',
    '[useCurrentSidebarSiblings(), filterDocCardListItems(useCurrentSidebarSiblings())].map((items) => items.length)',
  ],
  Find: [
    'useDocsSidebar, findSidebarCategory, findFirstSidebarItemLink',
    "findFirstSidebarItemLink(findSidebarCategory(useDocsSidebar().items, ({ label }) => label === 'Hot'))",
  ],
  ById: ['useDocById', "useDocById('steam')"],
  Version: ['useDocsVersion', 'useDocsVersion()'],
  Context: ['useActiveDocContext', 'useActiveDocContext().activeDoc'],
  All: ['useAllDocsData', 'useAllDocsData()'],
  Plugin: ['useActivePlugin', 'useActivePlugin().pluginId'],
  Preferred: ['useDocsPreferredVersion', 'useDocsPreferredVersion().preferredVersion'],
  Layout: ['useLayoutDocsSidebar, useLayoutDoc', "[useLayoutDocsSidebar('other'), useLayoutDoc('cold')]"],
  Doc: ['useDoc', 'useDoc()'],
  Tags: ['useDocsContextualSearchTags', 'useDocsContextualSearchTags()'],
};
const names = Object.keys(components);
const use = `${names.map((name) => `import ${name} from '@site/src/${name}';`).join('\n')}\n\n# Cold\n\n## Ice\n\n${names.map((name) => `<div id="${name}"><${name} /></div>`).join('\n\n')}\n`;

let site: TestSite;
beforeAll(async () => {
  const code = Object.entries(components).map(
    ([name, [hooks, body]]) => [`src/${name}.jsx`, show(hooks, body)] as const,
  );
  site = new TestSite({
    'site.config.ts': config,
    'sidebars.js': sidebars,
    'docs/start.md': '# Start\n',
    'docs/water.md': '---\ndescription: All of it\n---\n\n# Water\n',
    'docs/cold.mdx': `---\ntags: [ice]\n---\n\n${use}`,
    'docs/steam.md': '---\ndescription: Gas\n---\n\n# Steam\n',
    'docs/plan.md': '---\naudience: [staff]\n---\n\n# Secret plan\n',
    'docs/apart.md': '# Apart\n',
    ...Object.fromEntries(code),
  });
  const { ok, problems } = await site.build();
  expect([ok, problems]).toEqual([true, []]);
});
afterAll(() => site[Symbol.dispose]());

function answer(name: string, page = '/book/docs/cold'): unknown {
  const html = Buffer.from(site.page(page) ?? '', 'latin1').toString('utf8');
  const [, text = ''] = new RegExp(`<div id="${name}">.*?<pre>(.*?)</pre>`, 's').exec(html) ?? [];
  return JSON.parse(
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#x3C;', '<')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

const steam = { type: 'link', href: '/book/docs/steam', label: 'Steam', docId: 'steam', unlisted: false };
const hot = {
  type: 'category',
  label: 'Hot',
  collapsible: true,
  collapsed: true,
  href: '/book/docs/hot',
  items: [steam],
};
const cold = { type: 'link', href: '/book/docs/cold', label: 'Cold', docId: 'cold', unlisted: false };
const water = {
  type: 'category',
  label: 'Water',
  collapsible: true,
  collapsed: true,
  className: 'wet',
  customProps: { depth: 3 },
  href: '/book/docs/water',
  items: [cold, hot],
};

test('a sidebar is complete, except for items that only some readers may see', () => {
  expect(answer('Sidebar')).toEqual({
    name: 'guide',
    items: [
      { type: 'link', href: '/book/docs/start', label: 'Start', docId: 'start', unlisted: false },
      water,
      { type: 'link', href: 'https://shop.example', label: 'Shop', description: 'Buy one' },
      { type: 'html', value: '<hr/>' },
    ],
  });
  expect(answer('Crumbs')).toEqual(['Water', 'Cold']);
  expect(answer('Category')).toMatchObject({
    label: 'Water',
    customProps: { depth: 3 },
    items: [cold, { label: 'Hot' }],
  });
  expect(answer('Siblings')).toEqual([2, 2]);
  expect(answer('Find')).toBe('/book/docs/hot');
});

test('hooks for documents and versions return what Docusaurus does', () => {
  const byId = { id: 'steam', title: 'Steam', description: 'Gas', sidebar: 'guide' };
  expect(answer('ById')).toEqual(byId);
  expect(answer('Version')).toMatchObject({
    pluginId: 'default',
    version: 'current',
    label: 'Next',
    banner: null,
    badge: false,
    noIndex: false,
    className: 'docs-version-current',
    isLast: true,
    docs: { steam: byId, apart: { id: 'apart', title: 'Apart', sidebar: 'other' } },
    docsSidebars: { guide: expect.arrayContaining([water]), other: [{ label: 'Apart' }] },
  });
  expect(answer('Context')).toEqual({ id: 'cold', path: '/book/docs/cold', sidebar: 'guide' });
  expect(answer('All')).toMatchObject({
    default: {
      path: '/book/docs',
      breadcrumbs: true,
      versions: [
        {
          name: 'current',
          mainDocId: 'start',
          docs: expect.arrayContaining([
            { id: 'steam', path: '/book/docs/steam', sidebar: 'guide' },
            { id: '/hot', path: '/book/docs/hot', sidebar: 'guide' },
          ]),
          sidebars: { other: { link: { path: '/book/docs/apart', label: 'Apart' } } },
        },
      ],
    },
  });
  expect(answer('Plugin')).toBe('default');
  expect(answer('Preferred')).toBeNull();
  expect(answer('Layout')).toEqual([
    { link: { path: '/book/docs/apart', label: 'Apart' } },
    { id: 'cold', path: '/book/docs/cold', sidebar: 'guide' },
  ]);
  expect(answer('Tags')).toEqual(['docs-default-current']);
});

test('a document knows its own metadata', () => {
  expect(answer('Doc')).toMatchObject({
    metadata: {
      id: 'cold',
      title: 'Cold',
      permalink: '/book/docs/cold',
      source: '@site/docs/cold.mdx',
      sourceDirName: '.',
      slug: '/cold',
      draft: false,
      unlisted: false,
      sidebar: 'guide',
      version: 'current',
      tags: [{ label: 'ice', permalink: '/book/docs/tags/ice' }],
      previous: { title: 'Water', permalink: '/book/docs/water' },
      next: { title: 'Hot', permalink: '/book/docs/hot' },
    },
    frontMatter: { tags: ['ice'] },
    toc: [{ value: 'Ice', id: 'ice', level: 2 }],
    contentTitle: 'Cold',
  });
});

test('no answer for all readers of a page contains what only some of them may see', () => {
  // These are compiled separately for each kind of reader, like cards.
  const madeForEach = ['Category', 'Siblings'];
  const shared = names.filter((name) => !madeForEach.includes(name));
  expect(shared.filter((name) => /plan/i.test(JSON.stringify(answer(name))))).toEqual([]);
});

test.each([
  ['2.0', ['Next', '2.0', '1.0']],
  ['1.0', ['Next', '2.0', '1.0']],
  ['current', ['Next', '2.0', '1.0']],
])('versions are listed in the order of Docusaurus if the last one is %s', async (lastVersion, labels) => {
  using other = new TestSite({
    'docusaurus.config.js': `module.exports = { title: 'K', url: 'https://k.example', baseUrl: '/', trailingSlash: true, presets: [['classic', { blog: false, docs: { lastVersion: '${lastVersion}', editUrl: ({ permalink }) => 'https://forge.example' + permalink } }]], themeConfig: { navbar: { items: [{ type: 'docsVersionDropdown' }] } } };`,
    'versions.json': '["2.0", "1.0"]',
    ...Object.fromEntries(
      ['docs', 'versioned_docs/version-2.0', 'versioned_docs/version-1.0'].flatMap((folder) => [
        [`${folder}/a.md`, '# A\n'],
        [`${folder}/deep/index.md`, '# Deep\n'],
      ]),
    ),
    'src/pages/versions.jsx': `import { useVersions } from '@docusaurus/plugin-content-docs/client';
export default () => <pre>{useVersions('default').map(({ label }) => label).join()}</pre>;
`,
  });
  expect(await other.build()).toMatchObject({ ok: true, problems: [] });
  expect(other.page('/versions/')).toContain(`<pre>${labels.join()}</pre>`);
  const page = other.page('/docs/a/') ?? '';
  const menu = [...page.matchAll(/<a [^>]*href="\/docs\/(?:[\w.]+\/)?a\/"[^>]*>([^<]+)</g)].map(
    ([, label]) => label,
  );
  // The menu is in the page twice, for small windows too.
  expect(menu.filter((label) => labels.includes(label ?? ''))).toEqual([...labels, ...labels]);
  // The address as the slug has it, whatever `trailingSlash` says.
  expect(page).toContain('href="https://forge.example/docs/a"');
  expect(other.page('/docs/deep/')).toContain('href="https://forge.example/docs/deep/"');
});
