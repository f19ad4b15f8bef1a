import { expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';

/** Reads the words that a page or component shows. */
function readShown(site: TestSite, page: string): unknown {
  const html = Buffer.from(site.page(page) ?? '', 'latin1').toString('utf8');
  const [, text = ''] = /<samp>(.*?)<\/samp>/s.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&quot;', '"'));
}

test('components get the data of plugins, also after it has changed', async () => {
  using site = new TestSite({
    'docusaurus.config.js': `module.exports = {
  title: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/',
  presets: [['classic', {}]],
  plugins: ['./plugins/stock.js'],
};
`,
    'plugins/stock.js': `const fs = require('fs');
module.exports = () => ({
  name: 'stock',
  loadContent: () => JSON.parse(fs.readFileSync('data/stock.json', 'utf8')),
  contentLoaded: ({ content, actions }) => actions.setGlobalData({ kettles: content }),
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
    'docs/stock.mdx': "import Stock from '@site/src/components/Stock';\n\n# Stock\n\n<Stock />\n",
  });
  const { ok, problems } = await site.build();
  expect([ok, problems.filter(({ severity }) => severity === 'error')]).toEqual([true, []]);
  expect(readShown(site, '/')).toEqual(['red']);
  const red = { default: { kettles: ['red'] } };
  expect(readShown(site, '/docs/stock')).toEqual([red, red]);

  site.write('data/stock.json', '["red","blue"]\n');
  expect((await site.build()).ok).toBe(true);
  expect(readShown(site, '/')).toEqual(['red', 'blue']);
  const both = { default: { kettles: ['red', 'blue'] } };
  expect(readShown(site, '/docs/stock')).toEqual([both, both]);
});
