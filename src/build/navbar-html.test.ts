import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';

const config = `module.exports = {
  title: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'es'] },
  presets: [['classic', { blog: false, docs: { sidebarPath: './sidebars.js' } }]],
  themeConfig: {
    navbar: {
      items: [
        { to: '/docs/one', html: '<b>link</b>' },
        { type: 'doc', docId: 'one', html: '<b>document</b>' },
        { type: 'docSidebar', sidebarId: 'book', html: '<b>sidebar</b>' },
        { type: 'docsVersion', html: '<b>version</b>' },
        { type: 'dropdown', html: '<b>menu</b>', items: [
          { to: '/docs/two', html: '<b>link in a menu</b>' },
          { type: 'doc', docId: 'two', html: '<b>document in a menu</b>' },
          { type: 'docSidebar', sidebarId: 'book', html: '<b>sidebar in a menu</b>' },
          { type: 'docsVersion', html: '<b>version in a menu</b>' },
        ] },
        { type: 'docsVersionDropdown', html: '<b>versions</b>', dropdownItemsAfter: [
          { type: 'doc', docId: 'two', html: '<b>document behind the versions</b>' },
        ] },
        { type: 'localeDropdown', html: '<b>languages</b>', queryString: '?keep=true&from=menu', dropdownItemsAfter: [
          { type: 'html', value: '<hr style="margin: 0.3rem 0;">' },
        ] },
        { type: 'docsVersionDropdown', html: '<b>some versions</b>', versions: { current: { label: 'Today' }, '1.0': {} } },
        { type: 'docsVersionDropdown', html: '<b>a version</b>', versions: ['1.0'], dropdownItemsBefore: [
          { to: '/docs/two', label: 'Before' },
        ] },
      ],
    },
  },
};
`;

let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    'docusaurus.config.js': config,
    'sidebars.js': "module.exports = { book: ['one', 'two'] };\n",
    'i18n/es/code.json': '{}',
    'docs/one.md': '# One\n',
    'docs/two.md': '# Two\n',
    'versions.json': '["1.0"]',
    'versioned_docs/version-1.0/one.md': '# One\n',
    'versioned_docs/version-1.0/two.md': '# Two\n',
    'versioned_sidebars/version-1.0-sidebars.json': '{ "book": ["one", "two"] }',
  });
  expect(await site.build()).toMatchObject({ ok: true, problems: [] });
});
afterAll(() => site[Symbol.dispose]());

const findElementWith = (html: string): string =>
  new RegExp(`<(?:a|summary)\\b[^>]*>(?:<span>)?${html}`).exec(site.page('/docs/one') ?? '')?.[0] ?? '';

describe('an item of the navbar with HTML instead of a label', () => {
  test.for([
    ['link', '/docs/one'],
    ['document', '/docs/one'],
    ['sidebar', '/docs/one'],
    ['version', '/docs/one'],
    ['link in a menu', '/docs/two'],
    ['document in a menu', '/docs/two'],
    ['sidebar in a menu', '/docs/one'],
    ['version in a menu', '/docs/one'],
    ['document behind the versions', '/docs/two'],
  ])('shows the HTML of a %s, which leads to %s', ([text, address]) => {
    expect(findElementWith(`<b>${text}</b>`)).toContain(`href="${address}"`);
  });

  test.for(['menu', 'versions', 'languages'])('shows the HTML on the button of the %s', (text) => {
    expect(findElementWith(`<b>${text}</b>`)).toMatch(/^<summary/);
  });
});

test('links of the menu of languages have the query of the configuration', () => {
  const html = site.page('/docs/one') ?? '';
  const hrefs = [...html.matchAll(/<a class="dropdown__link[^"]*" href="([^"]*)" lang="[^"]*"/g)].map(
    ([, href]) => href,
  );
  expect(new Set(hrefs)).toEqual(
    new Set(['/docs/one?keep=true&amp;from=menu', '/es/docs/one?keep=true&amp;from=menu']),
  );
});

test.for([
  ['some versions', ['Today', '1.0']],
  ['a version', ['Before', '1.0']],
] as const)('the menu “%s” lists the versions of the configuration, with their labels', ([name, labels]) => {
  const [, menu = ''] =
    new RegExp(`<b>${name}</b>.*?<ul[^>]*>(.*?)</ul>`, 's').exec(site.page('/docs/one') ?? '') ?? [];
  const shownLabels = [...menu.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, label]) => label);
  expect(new Set(shownLabels)).toEqual(new Set(labels));
});

test('code of the site finds the navbar by the names of Docusaurus', () => {
  expect(site.page('/docs/one')).toContain('<header class="navbar navbar__inner">');
});

test('an inline style in the HTML is a rule of the style sheet that the page loads', async () => {
  const page = site.page('/docs/one') ?? '';
  const [, name] = /<hr class="(s-\w+)">/.exec(page) ?? [];
  const [, sheet = ''] = /<link rel="stylesheet" href="([^"]*articles[^"]*)">/.exec(page) ?? [];
  expect(site.page(sheet)).toContain(`.${name}:not(#_){margin:0.3rem 0}`);
});
