import { expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';
import { checkConfigLinks } from './check-config-links.ts';

const config: SiteConfig = siteConfigSchema.parse({
  name: 'Manual',
  navbar: { items: [{ label: 'Docs', href: '/docs' }] },
  footer: {
    columns: [
      { title: 'Kept', items: [{ label: 'Blank', href: '/docs/Developer%20Info/x?y#z' }] },
      { title: 'Gone', items: [{ label: 'Old', href: '/docs/old' }] },
      { title: 'Elsewhere', items: [{ label: 'Code', href: 'https://example.com/docs/old' }] },
    ],
  },
});
const isServed = (path: string) => ['/docs', '/docs/Developer Info/x'].includes(path);

const check = (options: Partial<Parameters<typeof checkConfigLinks>[0]> = {}) =>
  checkConfigLinks({
    config,
    file: 'site.config.ts',
    text: '',
    base: '/',
    site: { sets: [], docs: [], sidebars: {} },
    isServed: isServed,
    findMissingAnchor: () => undefined,
    suggestTarget: () => '',
    dropsBrokenLinks: false,
    ...options,
  });

test("reports a link to a page that doesn't exist", () => {
  const { config: checkedConfig, problems } = check();
  expect(problems.map(({ severity, file, message }) => [severity, file, message])).toEqual([
    [
      'error',
      'site.config.ts',
      'The link “Old” leads to /docs/old, but this site has no such page or file. Correct or remove the link.',
    ],
  ]);
  expect(checkedConfig.footer).toEqual(config.footer);
});

test('with a foreign docs folder it leaves broken links out, and columns without other links', () => {
  const { config: checkedConfig, problems } = check({ dropsBrokenLinks: true });
  expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
  expect(checkedConfig.footer.columns.map(({ title }) => title)).toEqual(['Kept', 'Elsewhere']);
});

test('finds a broken link wherever the navbar and the footer can have one', () => {
  const brokenConfig = siteConfigSchema.parse({
    navbar: {
      logo: { src: 'a.svg', href: 'gone/logo' },
      items: [
        { label: 'A', to: 'gone/a' },
        {
          type: 'dropdown',
          label: 'B',
          to: '/gone/b',
          items: [
            { label: 'C', to: 'gone/c' },
            { label: 'Docs', to: 'docs' },
          ],
        },
        { type: 'docsVersionDropdown', dropdownItemsAfter: [{ label: 'D', to: '/gone/d' }] },
        { type: 'localeDropdown', dropdownItemsBefore: [{ label: 'E', href: '/gone/e' }] },
        { type: 'docsVersion', to: 'gone/f' },
        { label: 'Good', to: '/book/docs' },
      ],
    },
    footer: { logo: { src: 'a.svg', href: '/gone/g' } },
  });
  const { problems } = check({
    config: brokenConfig,
    base: '/book/',
    text: "\n\nto: 'gone/a'",
    isServed: (path) => path === '/book/docs',
  });
  const links = problems.filter(({ message }) => message.startsWith('The link'));
  const targets = links.map(({ message }) => /gone\/(\w+)/.exec(message)?.[1]);
  expect(targets.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'logo']);
  expect(problems.find(({ message }) => message.includes('gone/a'))?.line).toBe(3);
});

test('warns about an address that means something else on every page', () => {
  const configWithRelativeLinks = siteConfigSchema.parse({
    navbar: {
      items: [
        { label: 'A', href: 'docs/one' },
        { label: 'B', href: '#top' },
        { label: 'C', href: 'mailto:a@b.example' },
      ],
    },
  });
  const { problems } = check({ config: configWithRelativeLinks });
  expect(problems.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', expect.stringContaining('“A” leads to docs/one')],
  ]);
});

test("finds items that name a document, sidebar or version that doesn't exist", async () => {
  using folder = new TestSite({
    'docs/a.md': '# A\n',
    'docs/draft.md': '---\ndraft: true\n---\n\n# Draft\n',
    'sidebars.js': "module.exports = { book: ['a'], empty: [{ type: 'html', value: 'x' }] };\n",
    'docusaurus.config.js': `module.exports = {
  title: 'K', url: 'https://k.example', baseUrl: '/',
  presets: [['classic', { blog: false, docs: { sidebarPath: './sidebars.js' } }]],
  themeConfig: { navbar: { items: [
    { type: 'doc', docId: 'a', label: 'Good' },
    { type: 'doc', docId: 'draft', label: 'Draft' },
    { type: 'docSidebar', sidebarId: 'book', label: 'Good' },
    { type: 'docsVersionDropdown', versions: ['current'] },
    { type: 'doc', docId: 'b', label: 'No document' },
    { type: 'docSidebar', sidebarId: 'books', label: 'No sidebar' },
    { type: 'docSidebar', sidebarId: 'empty', label: 'Empty sidebar' },
    { type: 'docsVersionDropdown', versions: ['9.9'] },
    { type: 'docsVersion', docsPluginId: 'api', label: 'No documentation' },
    { type: 'dropdown', label: 'More', items: [{ type: 'doc', docId: 'c', label: 'Inside' }] },
  ] } },
};
`,
  });
  const { ok, problems } = await folder.build();
  expect(ok).toBe(false);
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [9, expect.stringMatching(/“No document” names the document "b", which doesn't exist/)],
    [10, expect.stringMatching(/the sidebar "books", which doesn't exist/)],
    [11, expect.stringMatching(/the sidebar "empty", which has no page to link to/)],
    [12, expect.stringMatching(/the version "9.9"/)],
    [13, expect.stringMatching(/the documentation "api"/)],
    [14, expect.stringMatching(/the document "c"/)],
  ]);
  expect((await folder.build({ BROKEN_LINKS: 'warn' })).ok).toBe(true);
});

test.each([
  ['the address of the site', 'https://docs.example/book/gone'],
  ['its address with a port', 'https://docs.example:443/book/gone/'],
  ['its address in capital letters', 'HTTPS://DOCS.example/book/gone?a#b'],
  ['its host without a scheme', '//docs.example/book/gone'],
  ['its address without encryption', 'http://docs.example/book/gone'],
])('warns about a link with %s if nothing is there', (_, href) => {
  const address = { url: 'https://docs.example', baseUrl: '/book/' };
  const { problems } = check({
    config: siteConfigSchema.parse({ ...address, navbar: { items: [{ label: 'A', href }] } }),
    base: '/book/',
  });
  expect(problems).toMatchObject([
    { code: 'broken-link', severity: 'warning', message: expect.stringContaining('an address of this site') },
  ]);
});

test.each([
  ['another host', 'https://example.com/book/gone'],
  ['another port', 'https://docs.example:8443/book/gone'],
  ['a path outside of the site', 'https://docs.example/shop'],
  ['a page that exists', 'https://docs.example/docs/Developer%20Info/x?y#z'],
  ['a mail address', 'mailto:docs@docs.example'],
])("doesn't warn about a link to %s", (_, href) => {
  const baseUrl = href.includes('/docs/') ? '/' : '/book/';
  const address = { url: 'https://docs.example', baseUrl };
  const { problems } = check({
    config: siteConfigSchema.parse({ ...address, navbar: { items: [{ label: 'A', href }] } }),
    base: baseUrl,
  });
  expect(problems).toEqual([]);
});

test('reports anchors that the pages of links in the navbar and the footer lack', async () => {
  using site = new TestSite({
    'docs/a.md': '# A\n\n## Steam {#steam}\n\nText.\n',
    'docusaurus.config.js': `module.exports = {
      title: 'A', url: 'https://docs.example', baseUrl: '/book/', onBrokenAnchors: 'throw',
      presets: [['classic', { blog: false }]],
      themeConfig: {
        navbar: { logo: { src: 'img/a.svg', href: '/docs/a#steam' }, items: [
          { label: 'Good', to: '/docs/a#steam' },
          { label: 'Top', to: 'docs/a#top' },
          { label: 'Text', href: '/book/docs/a#:~:text=steam' },
          { label: 'Item', to: '/docs/a#stem' },
          { type: 'dropdown', label: 'More', items: [{ label: 'Nested', to: 'docs/a/?x#gone' }] },
        ] },
        footer: { links: [{ label: 'Foot', href: '/docs/a#foot' }] },
      },
    };`,
    'static/img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const { problems } = await site.build();
  expect(problems.map(({ code, line }) => `${code} ${line}`)).toEqual([
    'broken-anchor 9',
    'broken-anchor 10',
    'broken-anchor 12',
  ]);
});
