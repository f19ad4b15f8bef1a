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
