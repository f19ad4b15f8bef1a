import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

/** Reads the words that a page or component shows. */
function readShown(site: TestSite, page: string): unknown {
  const html = Buffer.from(site.page(page) ?? '', 'latin1').toString('utf8');
  const [, text = ''] = /<samp>(.*?)<\/samp>/s.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"'));
}

const config = `module.exports = {
  title: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/',
  presets: [['classic', {}]],
  plugins: ['./plugins/stock.js'],
};
`;

test('components and pages get the data of plugins, also after it has changed', async () => {
  using site = new TestSite({
    'docusaurus.config.js': config,
    'plugins/stock.js': `const fs = require('fs');
module.exports = () => ({
  name: 'stock',
  loadContent: () => JSON.parse(fs.readFileSync('data/stock.json', 'utf8')),
  async contentLoaded({ content, actions }) {
    actions.setGlobalData({ kettles: content });
    const kettles = await actions.createData('kettles.json', JSON.stringify(content));
    actions.addRoute({ path: '/stock', component: '@site/src/components/Shelf', modules: { kettles }, exact: true });
    for (const kettle of content)
      actions.addRoute({ path: '/stock/' + kettle, component: '@theme/Kettle', props: { kettle } });
  },
});
`,
    'data/stock.json': '["red"]\n',
    'src/pages/index.jsx': `import Layout from '@theme/Layout';
import { usePluginData } from '@docusaurus/useGlobalData';
export default function Home() {
  const { kettles } = usePluginData('stock');
  return <Layout title="Stock"><samp>{JSON.stringify(kettles)}</samp></Layout>;
}
`,
    'src/components/Stock.jsx': `import { useState } from 'react';
import useGlobalData, { useAllPluginInstancesData } from '@docusaurus/useGlobalData';
export default function Stock() {
  useState(0);
  const all = useAllPluginInstancesData('stock');
  const same = useGlobalData().stock;
  return <samp>{JSON.stringify([all, same])}</samp>;
}
`,
    'src/components/Shelf.jsx': `import { useState } from 'react';
import Layout from '@theme/Layout';
import Link from '@docusaurus/Link';
export default function Shelf({ kettles }) {
  const [words] = useState(kettles);
  return <Layout title="Shelf"><samp>{JSON.stringify(words)}</samp><Link to="/stock/red">red</Link></Layout>;
}
`,
    'src/theme/Kettle.jsx': `import Layout from '@theme/Layout';
export default ({ kettle }) => <Layout title={kettle}><samp>{JSON.stringify(kettle)}</samp></Layout>;
`,
    'docs/stock.mdx': "import Stock from '@site/src/components/Stock';\n\n# Stock\n\n<Stock />\n",
  });
  const { ok, problems } = await site.build();
  expect([ok, problems.filter(({ severity }) => severity === 'error')]).toEqual([true, []]);
  expect(readShown(site, '/')).toEqual(['red']);
  const red = { default: { kettles: ['red'] } };
  expect(readShown(site, '/docs/stock')).toEqual([red, red]);
  expect(readShown(site, '/stock')).toEqual(['red']);
  expect(site.page('/stock')).toContain('<title>Shelf | Kettles</title>');
  expect(readShown(site, '/stock/red')).toEqual('red');
  expect(site.page('/stock/blue')).toBeUndefined();

  site.write('data/stock.json', '["red","blue"]\n');
  expect((await site.build()).ok).toBe(true);
  expect(readShown(site, '/')).toEqual(['red', 'blue']);
  const both = { default: { kettles: ['red', 'blue'] } };
  expect(readShown(site, '/docs/stock')).toEqual([both, both]);
  expect(readShown(site, '/stock')).toEqual(['red', 'blue']);
  expect(readShown(site, '/stock/blue')).toEqual('blue');

  site.write('data/stock.json', '["blue"]\n');
  site.write('docusaurus.config.js', config.replace("['classic', {}]", "['classic', { pages: false }]"));
  // The page of the shelf links to a page that is gone. Pages of plugins don't depend on the plugin for pages.
  expect((await site.build({ BROKEN_LINKS: 'warn' })).ok).toBe(true);
  expect(site.page('/stock/red')).toBeUndefined();
  expect(readShown(site, '/stock/blue')).toEqual('blue');
});

test('pages of plugins have the data, texts and addresses of their language', async () => {
  const write = (message: string) => JSON.stringify({ title: { message } });
  using site = new TestSite({
    'docusaurus.config.js': `module.exports = {
  title: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/shop/',
  i18n: { defaultLocale: 'en', locales: ['en', 'de', 'fr', 'nl'], localeConfigs: { nl: { translate: false } } },
  presets: [['classic', {}]],
  plugins: ['./plugins/stock.js', ['./plugins/stock.js', { id: 'rare' }]],
};
`,
    'plugins/stock.js': `module.exports = (context, { id }) => ({
  name: 'stock',
  loadContent: () => ({ title: 'Stock', language: context.i18n.currentLocale, id }),
  getTranslationFiles: ({ content }) => [{ path: 'words', content: { title: { message: content.title } } }],
  translateContent: ({ content, translationFiles: [words] }) => ({ ...content, title: words.content.title.message }),
  getDefaultCodeTranslationMessages: () => ({
    'stock.buy': { de: 'Kaufen', fr: 'Acheter', nl: 'Kopen' }[context.i18n.currentLocale],
    'stock.sell': { de: 'Verkaufen' }[context.i18n.currentLocale],
  }),
  async contentLoaded({ content, actions }) {
    const page = await actions.createData('page.json', content);
    const component = '@site/src/components/Shelf';
    actions.addRoute({ path: context.baseUrl + id, component, modules: { page }, exact: true });
    if (context.i18n.currentLocale === 'de')
      actions.addRoute({ path: context.baseUrl + 'nur-hier-' + id, component, props: { page: content } });
  },
});
`,
    'src/components/Shelf.jsx': `import Translate from '@docusaurus/Translate';
import Layout from '@theme/Layout';
export default function Shelf({ page }) {
  const { title, language, id } = page;
  return (
    <Layout title={title}>
      <samp>{JSON.stringify([title, language, id])}</samp>
      <em><Translate id="stock.buy">Buy</Translate> <Translate id="stock.sell">Sell</Translate></em>
    </Layout>
  );
}
`,
    'i18n/de/stock/words.json': write('Lager'),
    'i18n/de/stock-rare/words.json': write('Raritäten'),
    'i18n/fr/code.json': JSON.stringify({ 'stock.buy': { message: 'Commander' } }),
    'i18n/fr/stock-rare/words.json': write('Raretés'),
    'i18n/nl/stock/words.json': write('Voorraad'),
    'docs/start.md': '# Start\n',
  });
  const { ok, problems } = await site.build();
  expect([ok, problems.filter(({ severity }) => severity === 'error')]).toEqual([true, []]);
  const readPage = (page: string) => [
    readShown(site, page),
    /<em>(.*?)<\/em>/.exec(Buffer.from(site.page(page) ?? '', 'latin1').toString('utf8'))?.[1],
  ];
  expect(readPage('/shop/default')).toEqual([['Stock', 'en', 'default'], 'Buy Sell']);
  expect(readPage('/shop/de/default')).toEqual([['Lager', 'de', 'default'], 'Kaufen Verkaufen']);
  expect(readPage('/shop/de/rare')).toEqual([['Raritäten', 'de', 'rare'], 'Kaufen Verkaufen']);
  expect(readPage('/shop/fr/default')).toEqual([['Stock', 'fr', 'default'], 'Commander Sell']);
  expect(readPage('/shop/fr/rare')).toEqual([['Raretés', 'fr', 'rare'], 'Commander Sell']);
  // As in Docusaurus, a language without translations still has the texts that plugins bring for it.
  expect(readPage('/shop/nl/default')).toEqual([['Stock', 'nl', 'default'], 'Kopen Sell']);
  expect(readPage('/shop/de/nur-hier-rare')).toEqual([['Raritäten', 'de', 'rare'], 'Kaufen Verkaufen']);
  expect(site.page('/shop/nur-hier-rare')).toBeUndefined();

  site.write('i18n/de/stock/words.json', write('Vorrat'));
  expect((await site.build()).ok).toBe(true);
  expect(readPage('/shop/de/default')[0]).toEqual(['Vorrat', 'de', 'default']);
  expect(readPage('/shop/default')[0]).toEqual(['Stock', 'en', 'default']);
});

test.each([
  [
    'fails',
    "throw new Error('no words')",
    "The plugin ./plugins/stock.js can't load its data: no words (in the language",
  ],
  [
    'adds a page that is left out',
    "actions.addRoute({ path: context.baseUrl + ':kettle', component: '@site/src/play' })",
    'The plugin ./plugins/stock.js: the page /:kettle that it adds (addRoute) is left out, because its path is a pattern. Write the page in src/pages (in the language',
  ],
])('names the language in which a plugin %s', async (_kind, statement, message) => {
  using site = new TestSite({
    'docusaurus.config.js': `module.exports = {
  title: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/',
  i18n: { defaultLocale: 'en', locales: ['en', 'de', 'fr'] },
  presets: [['classic', {}]],
  plugins: ['./plugins/stock.js'],
};
`,
    'plugins/stock.js': `module.exports = (context) => ({
  name: 'stock',
  contentLoaded({ actions }) {
    if (context.i18n.currentLocale === 'fr') ${statement};
  },
});
`,
    'docs/start.md': '# Start\n',
  });
  const { problems } = await site.build();
  const messages = problems.map((problem) => problem.message);
  expect(messages.filter((text) => text.includes('plugin'))).toEqual([`${message} "fr").`]);
});
