// Pages on which links of the navbar are marked, with the marks that Docusaurus 3.10 sets.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

const config = `module.exports = {
  title: 'Pumps', url: 'https://pumps.example', baseUrl: '/',
  presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]],
  themeConfig: { navbar: { items: [
    { type: 'docSidebar', sidebarId: 'guide', label: 'Guide' },
    { type: 'docSidebar', sidebarId: 'parts', label: 'Parts' },
    { type: 'doc', docId: 'b', label: 'B' },
    { type: 'doc', docId: 'single', label: 'Single' },
    { type: 'dropdown', label: 'More', items: [{ type: 'docSidebar', sidebarId: 'parts', label: 'Parts, too' }] },
    { to: '/blog', label: 'Blog' },
    { to: '#part', label: 'Part' },
    { href: '?tab=2', label: 'Tab' },
  ] } },
};
`;
const sidebars = {
  guide: [
    'a',
    { type: 'category', label: 'All', link: { type: 'generated-index', slug: '/all' }, items: ['b'] },
  ],
  parts: ['c'],
};
const documents = (folder: string) => ({
  [`${folder}/a.md`]: '# A\n',
  [`${folder}/b.md`]: '# B\n',
  [`${folder}/c.md`]: '# C\n',
  [`${folder}/single.md`]: '# Single\n',
  [`${folder}/single/below.md`]: '# Below\n',
  [`${folder}/hidden.md`]: '---\ndisplayed_sidebar: null\n---\n\n# Hidden\n',
  [`${folder}/moved.md`]: '---\ndisplayed_sidebar: parts\n---\n\n# Moved\n',
});

const pages: readonly (readonly [address: string, marks: readonly string[]])[] = [
  ['/a', ['Guide', 'B']],
  ['/b', ['Guide', 'B']],
  ['/all', ['Guide', 'B']],
  ['/c', ['Parts', 'Parts, too']],
  ['/moved', ['Parts', 'Parts, too']],
  ['/single', ['Single']],
  ['/single/below', []],
  ['/hidden', []],
];

/** Labels of the links in the navbar of a page that are marked. */
function readMarks(html: string): string[] {
  const bar = /<nav[^>]*class="navbar[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
  return [
    ...bar.matchAll(
      /<a class="(?:navbar__link navbar__link|dropdown__link dropdown__link)--active"[^>]*aria-current="true"[^>]*>([^<]*)</g,
    ),
  ].map(([, label = '']) => label);
}

describe('links of the navbar are marked on pages that show their sidebar', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = new TestSite({
      'docusaurus.config.js': config,
      'sidebars.js': `module.exports = ${JSON.stringify(sidebars)};\n`,
      'versions.json': '["1.0"]',
      'versioned_sidebars/version-1.0-sidebars.json': JSON.stringify(sidebars),
      'blog/2026-01-02-news.md': '# News\n\nText.\n\n<!-- truncate -->\n',
      ...documents('docs'),
      ...documents('versioned_docs/version-1.0'),
    });
    expect(await site.build()).toMatchObject({ ok: true, problems: [] });
  });
  afterAll(() => site[Symbol.dispose]());

  test.each([
    ...pages.map(([address, marks]) => [`/docs${address}`, marks] as const),
    ...pages.map(([address, marks]) => [`/docs/next${address}`, marks] as const),
    ['/blog', ['Blog']] as const,
    ['/blog/2026/01/02/news', ['Blog']] as const,
  ])('%s: %j', (address, marks) => {
    expect(readMarks(site.page(address) ?? '')).toEqual(marks);
  });
});
