import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';

/** What the shell is bundled from is the same as in `tests/e2e/base-path.test.ts`: it is bundled once for both. */
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
    'docs/hidden.md': '---\nunlisted: true\n---\n\n# Hidden valve\n',
    'src/words.jsx': 'export const Word = ({ children }) => <b className="word">{children}</b>;\n',
    'src/pages/plain.md': `# Plain\n\n${headings}`,
    'src/pages/shop.tsx':
      "import { Word } from '../words';\nexport default () => <main><Word>Shop</Word></main>;\n",
    'src/pages/about.mdx': "import { Word } from '@site/src/words';\n\n# About\n\n<Word>Us</Word>\n",
    'src/pages/secret.md': '---\nunlisted: true\n---\n\n# Secret sale\n',
    'i18n/es/docusaurus-plugin-content-pages/shop.tsx':
      "import { useState } from 'react';\nimport { Word } from '../../../src/words';\nexport default () => <main><Word>Tienda</Word>{useState('viva')[0]}</main>;\n",
    'i18n/es/docusaurus-plugin-content-pages/about.mdx':
      "import { Word } from '@site/src/words';\n\n# Sobre\n\n<Word>Nosotros</Word>\n",
  });
  expect(await site.build()).toMatchObject({ ok: true, problems: [] });
});
afterAll(() => site[Symbol.dispose]());

function tocOf(page: string, list: RegExp): string[] {
  const [html = ''] = list.exec(textOf(page)) ?? [];
  return [...html.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
}

test('the table of contents has the levels of the configuration, and those of front matter before them', () => {
  const beside = /<nav[^>]*class="[^"]*\btoc\b.*?<\/nav>/s;
  expect(tocOf('/docs/a', beside)).toEqual(['two', 'three', 'four']);
  expect(tocOf('/docs/a', /<div class="table-of-contents-inline">.*?<\/div>/s)).toEqual([
    'two',
    'three',
    'four',
  ]);
  expect(tocOf('/docs/b', beside)).toEqual(['three', 'four', 'five']);
  expect(tocOf('/plain', beside)).toEqual(['two', 'three', 'four']);
});

test('what is unlisted says so on its page, in the language, and is in no list', () => {
  const notice = (page: string) =>
    /theme-unlisted-banner[^>]*><strong>(.*?)</.exec(textOf(page))?.[1] ?? 'no notice';
  for (const page of ['/docs/hidden', '/secret']) {
    expect([page, notice(page)]).toEqual([page, 'Unlisted page']);
    expect([page, notice(`/es${page}`)]).toEqual([page, 'Página sin clasificar']);
  }
  expect(notice('/docs/a')).toBe('no notice');
  for (const page of ['/docs/a', '/es/docs/a', '/llms.txt'])
    expect([page, /Hidden valve|Secret sale/.test(textOf(page))]).toEqual([page, false]);
});

test('pages are translated whatever they are written in, and live in each language where they do there', () => {
  const words = (page: string) =>
    [...textOf(page).matchAll(/<b class="word">(.*?)<\/b>/g)].map(([, word]) => word);
  expect(words('/shop')).toEqual(['Shop']);
  expect(words('/es/shop')).toEqual(['Tienda']);
  const lives = (page: string) => textOf(page).includes('<live-island');
  expect([lives('/shop'), lives('/es/shop')]).toEqual([false, true]);
  expect(words('/about')).toEqual(['Us']);
  expect(words('/es/about')).toEqual(['Nosotros']);
});

test('home is where the site begins in its language', () => {
  const home = (page: string) =>
    /<a class="(?:breadcrumbs__link|button)" href="([^"]*\/)"/.exec(textOf(page))?.[1];
  expect([home('/docs/a'), home('/404')]).toEqual(['/help/', '/help/']);
  expect([home('/es/docs/a'), home('/es/404')]).toEqual(['/help/es/', '/help/es/']);
});

test('a link to a search leads to the page of results of its language', () => {
  const link = (page: string) => /<kbd>(.*?)<\/kbd>/.exec(textOf(page))?.[1];
  expect(link('/docs/a')).toBe('/help/search?q=tea+pot');
  expect(link('/es/docs/a')).toBe('/help/es/search?q=tea+pot');
});

function textOf(page: string): string {
  return Buffer.from(site.page(`/help${page}`) ?? '', 'latin1').toString('utf8');
}
