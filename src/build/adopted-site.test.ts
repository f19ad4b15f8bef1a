import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../testing/test-site.ts';
import { readManifest } from '../model/manifest.ts';
import { describeBudget, isOver, measureBudgets } from './budgets.ts';

const config = `module.exports = {
  title: 'Pumps',
  url: 'https://pumps.example',
  baseUrl: '/help/',
  i18n: { defaultLocale: 'en', locales: ['en', 'es'] },
  presets: [['classic', { theme: { customCss: './src/css/custom.css' } }]],
  themeConfig: { tableOfContents: { maxHeadingLevel: 4 } },
};
`;
const headings = '## Two\n\n### Three\n\n#### Four\n\n##### Five\n';

let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    'docusaurus.config.js': config,
    'docs/a.mdx': `import TOCInline from '@theme/TOCInline';\n\n# A\n\n<TOCInline toc={toc} />\n\n${headings}`,
    'docs/b.md': `---\ntoc_min_heading_level: 3\ntoc_max_heading_level: 5\n---\n\n# B\n\n${headings}`,
    'docs/hidden.md': '---\nunlisted: true\n---\n\n# Hidden valve\n',
    'docs/live.mdx': "import Count from '@site/src/count';\n\n# Live\n\n<Count />\n",
    'blog/2024-01-01-news.md': '# News\n\nOf pumps.\n\n<!-- truncate -->\n\nAll of it.\n',
    'src/css/custom.css': ':root {\n  --ifm-color-primary: #00687a;\n}\n',
    'src/count.jsx':
      'import { useState } from \'react\';\nexport default () => {\n  const [n, setN] = useState(0);\n  return <button type="button" onClick={() => setN(n + 1)}>{n}</button>;\n};\n',
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

test('its pages keep the budgets; one with an island loads a little more, and React once', () => {
  const budgets = measureBudgets(site.distDir) ?? [];
  expect(budgets).toHaveLength(4);
  expect(budgets.filter(isOver).map(describeBudget)).toEqual([]);

  const scriptsOf = (page: string) =>
    new Set(
      [...textOf(page).matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.js)"/g)].map(
        ([, url = '']) => url,
      ),
    );
  const withIsland = scriptsOf('/docs/live');
  expect(withIsland).toEqual(scriptsOf('/docs/b'));
  const islands = [...textOf('/docs/live').matchAll(/data-island="([^"]+)"/g)].map(([, url = '']) => url);
  expect(islands).toHaveLength(1);
  const manifest = readManifest(site.distDir);
  const files = new Map(
    manifest?.entries.map(({ url, file, encodings }) => [`/help${url}`, { file, ...encodings }]),
  );
  const read = (url: string) => readFileSync(path.join(site.distDir, files.get(url)?.file ?? url), 'utf8');
  const loaded = new Set(islands);
  for (const url of loaded)
    for (const [, name = ''] of read(url).matchAll(/(?:from|import)\s*"(?:[^"]*\/)?([^"/]+\.js)"/g))
      loaded.add(`/help/_assets/${name}`);
  const all = new Set([...withIsland, ...loaded]);
  // What React says when it fails is in React, and nowhere else.
  expect([...all].filter((url) => read(url).includes('react.dev/errors'))).toEqual([
    expect.stringMatching(/\/react\.[^/]+$/),
  ]);
  const bytes = [...loaded]
    .filter((url) => !withIsland.has(url))
    .map((url) => {
      const { br, file = url } = files.get(url) ?? {};
      return statSync(path.join(site.distDir, br ?? file)).size;
    });
  expect(bytes.length).toBeGreaterThan(1);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(12_000);
});

test('home is where the site begins in its language', () => {
  const home = (page: string) =>
    /<a class="(?:breadcrumbs__link|button)" href="([^"]*\/)"/.exec(textOf(page))?.[1];
  expect([home('/docs/a'), home('/404')]).toEqual(['/help/', '/help/']);
  expect([home('/es/docs/a'), home('/es/404')]).toEqual(['/help/es/', '/help/es/']);
});

function textOf(page: string): string {
  return Buffer.from(site.page(`/help${page}`) ?? '', 'latin1').toString('utf8');
}
