import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listErrors, TestSite } from '../../testing/test-site.ts';

const config = `module.exports = {
  title: 'Kettles',
  url: 'https://kettles.example',
  baseUrl: '/book/',
  onBrokenLinks: 'throw',
  markdown: {
    preprocessor: ({ filePath, fileContent }) => fileContent.replace('{{file}}', require('node:path').basename(filePath)),
    remarkRehypeOptions: { footnoteLabel: 'Remarks' },
    anchors: { maintainCase: true },
    emoji: false,
  },
  presets: [['classic', {}]],
  themeConfig: {
    navbar: {
      logo: { src: '/book/img/logo.svg', srcDark: 'img/logo.svg', href: 'docs/one' },
      items: [
        { to: 'docs/one', label: 'Without slash' },
        { to: '/docs/one?from=bar#end', label: 'With slash' },
        { to: '/book/docs/one', label: 'With base' },
        { to: './docs/deep/../one', label: 'Dots' },
        { to: 'pathname:///plain.txt', label: 'Outside' },
        { href: 'https://elsewhere.example/docs/one', label: 'Elsewhere' },
        { href: 'mailto:a@kettles.example', label: 'Mail' },
        { href: '#end', label: 'Fragment' },
        { href: '/docs/one', label: 'Address' },
        { href: 'docs/one', prependBaseUrlToHref: true, label: 'Prepended' },
        { type: 'dropdown', label: 'More', to: 'docs/deep/two', items: [{ to: 'docs/one', label: 'Inside' }] },
        { type: 'docsVersionDropdown' },
      ],
    },
    footer: {
      logo: { src: 'img/logo.svg', href: '/docs/one' },
      links: [{ title: 'More', items: [
        { to: 'docs/one', label: 'Foot without slash' },
        { to: '/', label: 'Foot home' },
        { href: 'tel:123', label: 'Foot call' },
      ] }],
    },
  },
};
`;
const headImports =
  "import { useState } from 'react';\nimport Head from '@docusaurus/Head';\nimport { PageMetadata } from '@docusaurus/theme-common';\nimport Titled from '../components/Titled';";
const writePage = (body: string, imports = '') =>
  `import Layout from '@theme/Layout';\nimport Link from '@docusaurus/Link';\nimport { Redirect } from '@docusaurus/router';\nimport useBaseUrl from '@docusaurus/useBaseUrl';\n${imports}\nexport default function Page() ${body.startsWith('{') ? body : `{ return ${body}; }`}\n`;

let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    'docusaurus.config.js': config,
    'docs/one.md': '# One\n\n## end\n',
    'docs/deep/two.md': '# Two\n',
    'docs/old.mdx':
      '---\nsidebar_label: Old place\n---\n\nimport { Redirect } from \'@docusaurus/router\';\n\n# Old\n\n<Redirect to="./one" />\n',
    'docs/older.mdx':
      "import { Redirect } from '@docusaurus/router';\n\n# Older\n\n<Redirect to={{ pathname: '/docs/old', search: '?a=1' }} />\n",
    'src/pages/index.js': writePage('<Redirect to={useBaseUrl("/docs/one")} />'),
    'src/pages/relative.js': writePage('<Redirect to="docs/deep/two?x=1" />'),
    'src/pages/location.js': writePage(
      '<Redirect to={{ pathname: "/docs/one", search: "?x=1", hash: "#end" }} />',
    ),
    'src/pages/unmarked.js': writePage(
      '<Redirect to={{ pathname: "/docs/one", search: "x=1", hash: "end" }} />',
    ),
    'src/pages/conditional.js': writePage(
      '<Layout>{1 + 1 === 2 ? <Redirect push to="/docs/one" /> : <p>never</p>}</Layout>',
    ),
    'src/pages/component.jsx':
      "import Away from '../components/Away';\nexport default () => <main><Away /></main>;\n",
    'src/components/Away.jsx':
      "import { useState } from 'react';\nimport { Redirect } from 'react-router-dom';\nexport default function Away() { const [to] = useState('/docs/one'); return <Redirect to={to} />; }\n",
    'src/pages/later.jsx':
      "import { useState } from 'react';\nimport { Redirect, useLocation } from 'react-router-dom';\nexport default function Later() { const [on, set] = useState(false); useLocation(); return on ? <Redirect to=\"/docs/one\" /> : <button onClick={() => set(true)}>Leave</button>; }\n",
    'src/pages/links.js': writePage(
      '<Layout><Link to="docs/one">near</Link> <Link to="/docs/one">top</Link></Layout>',
    ),
    'src/pages/head-plain.js': writePage(
      '<Layout title="Outer"><Head><title>Plain {1 + 1}</title></Head></Layout>',
      headImports,
    ),
    'src/pages/head-live.js': writePage(
      '{ const [live] = useState(1); return <Layout title="Outer" description="Outer words"><Head><title>Live {live + 1}</title><meta name="description" content="Inner words" /></Head></Layout>; }',
      headImports,
    ),
    'src/pages/head-below.js': writePage('<Layout><Titled words="Below" /></Layout>', headImports),
    'src/pages/head-metadata.js': writePage(
      '{ const [live] = useState(1); return <Layout title="Outer"><PageMetadata title={"Data " + live} description="Data words" /></Layout>; }',
      headImports,
    ),
    'src/components/Titled.jsx':
      "import { useState } from 'react';\nimport Head from '@docusaurus/Head';\nexport default function Titled({ words }) { const [live] = useState(words); return <b><Head><title>{live}</title></Head>{live}</b>; }\n",
    'docs/deep/_part.mdx':
      '## Part\n\nTo [one](../one.md#end), [two](./two.md), [site](@site/docs/one.md), [address](/docs/one), [out](https://x.example).\n\n![Dot](./dot.svg) ![Logo](/img/logo.svg)\n\n:::tip[Mind]\n\nAt 10:30 sharp.\n\n:::\n',
    'docs/deep/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>',
    'src/pages/part.js': writePage(
      '<Layout><Part /></Layout>',
      "import Part from '../../docs/deep/_part.mdx';",
    ),
    'src/pages/part-live.js': writePage(
      '{ const [n] = useState(1); return <Layout><Part />{n}</Layout>; }',
      "import { useState } from 'react';\nimport Part from '@site/docs/deep/_part.mdx';",
    ),
    'docs/part.mdx': "import Part from '../docs/deep/_part.mdx';\n\n# Imports\n\n<Part />\n",
    'docs/reading.md': '# Reading\n\n## The File\n\nThis is {{file}} :wave:[^1].\n\n[^1]: Note.\n',
    'docs/head.mdx':
      "---\ntitle: Outer\n---\n\nimport Head from '@docusaurus/Head';\n\n<Head>\n  <title>A document</title>\n</Head>\n\nWords.\n",
    'blog/2026-01-02-head.mdx':
      '---\ntitle: Outer\n---\n\n<Head>\n  <title>A post</title>\n</Head>\n\nWords.\n\n{/* truncate */}\n',
    'src/pages/head-markdown.mdx':
      '---\ntitle: Outer\n---\n\n<Head>\n  <title>A page</title>\n</Head>\n\nWords.\n',
    'src/pages/head-layout.js': writePage('<Layout title="Outer"><p>Words</p></Layout>'),
    'src/pages/head-after.js': writePage(
      '<><Head><title>First</title></Head><Layout title="Last"><p>Words</p></Layout></>',
      "import Head from '@docusaurus/Head';",
    ),
    'src/pages/head-none.js': writePage('<Layout><p>Words</p></Layout>'),
    'static/img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'static/plain.txt': 'plain',
  });
  expect(await site.build()).toMatchObject({ ok: true, problems: [] });
});
afterAll(() => site[Symbol.dispose]());

const findHrefs = (address: string, label: string) =>
  [...(site.page(address) ?? '').matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].flatMap(
    ([, href = '', text]) => (text === label ? [href] : []),
  );

describe('links of the navbar and the footer', () => {
  test.for([
    ['Without slash', '/book/docs/one'],
    ['With slash', '/book/docs/one?from=bar#end'],
    ['With base', '/book/docs/one'],
    ['Dots', '/book/docs/one'],
    ['Outside', '/book/plain.txt'],
    ['Elsewhere', 'https://elsewhere.example/docs/one'],
    ['Mail', 'mailto:a@kettles.example'],
    ['Fragment', '#end'],
    ['Address', '/book/docs/one'],
    ['Prepended', '/book/docs/one'],
    ['More', '/book/docs/deep/two'],
    ['Inside', '/book/docs/one'],
    ['Next', '/book/docs/deep/two'],
    ['Foot without slash', '/book/docs/one'],
    ['Foot home', '/book/docs/one'],
    ['Foot call', 'tel:123'],
  ])('resolve as in Docusaurus: %s', ([label = '', href]) => {
    for (const address of ['/book/docs/one', '/book/docs/deep/two'])
      expect([...new Set(findHrefs(address, label))]).toEqual([href]);
  });

  test('a logo has the base path once, with or without it in the configuration', () => {
    const html = site.page('/book/docs/deep/two') ?? '';
    const pictures = [...html.matchAll(/<img [^>]*src="([^"]*logo[^"]*)"/g)].map(([, src]) => src);
    expect(new Set(pictures)).toEqual(new Set(['/book/img/logo.svg']));
    expect(/class="navbar__brand"[^>]*href="([^"]*)"/.exec(html)?.[1]).toBe('/book/docs/one');
  });
});

test('a page or document that only redirects becomes a redirect of the server', () => {
  const { redirects, entries }: { redirects: { from: string; to: string }[]; entries: { url: string }[] } =
    JSON.parse(site.page('manifest.json') ?? '{}');
  const target = new Map(redirects.map(({ from, to }) => [from, to]));
  const sent = [
    '/',
    '/relative',
    '/location',
    '/unmarked',
    '/conditional',
    '/component',
    '/docs/old',
    '/docs/older',
    '/later',
  ];
  expect(sent.map((from) => [from, target.get(from)])).toEqual([
    ['/', '/docs/one'],
    ['/relative', '/docs/deep/two?x=1'],
    ['/location', '/docs/one?x=1#end'],
    ['/unmarked', '/docs/one?x=1#end'],
    ['/conditional', '/docs/one'],
    ['/component', '/docs/one'],
    ['/docs/old', '/docs/one'],
    // A redirect to a redirect leads to the final target.
    ['/docs/older', '/docs/one'],
    ['/later', undefined],
  ]);
  const urls = new Set(entries.map(({ url }) => url));
  expect(sent.filter((address) => urls.has(address))).toEqual(['/later']);
  const texts = Buffer.from(site.page('/book/llms.txt') ?? '', 'latin1').toString('utf8');
  expect(texts).not.toContain('Old');
  expect(findHrefs('/book/docs/one', 'Old place')).toContain('/book/docs/old');
});

test('a link of a page is below the base path only if it starts with a slash', () => {
  expect(findHrefs('/book/links', 'near')).toEqual(['/book/docs/one']);
  expect(findHrefs('/book/links', 'top')).toEqual(['/book/docs/one']);
});

test.for([
  [
    'a page',
    'src/pages/x.js',
    'import big from \'@site/static/img/big.png\';\nexport default () => <main><img src={big} alt="big" /></main>;\n',
  ],
  [
    'a component of a document',
    'src/x.jsx',
    'import big from \'./big.png\';\nexport default () => <img src={big} alt="big" />;\n',
  ],
])('publishes an image that %s imports', async ([, file = '', code = '']) => {
  using other = new TestSite({
    'docs/a.mdx': file.includes('pages') ? '# A\n' : "import X from '@site/src/x';\n\n# A\n\n<X />\n",
    [file]: code,
  });
  const bytes = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(9000, 7)]);
  other.write('static/img/big.png', bytes);
  other.write('src/big.png', bytes);
  expect((await other.build()).problems).toEqual([]);
});

test('reports a redirect to nothing as a broken link, and keeps pages that redirect in a circle', async () => {
  using other = new TestSite({
    'docusaurus.config.js':
      "module.exports = { title: 'K', url: 'https://k.example', baseUrl: '/', presets: [['classic', { blog: false }]] };",
    'docs/a.md': '# A\n',
    'src/pages/index.js': writePage('<Redirect to="/docs/nowhere" />'),
    'src/pages/left.js': writePage('<Redirect to="/right" />'),
    'src/pages/right.js': writePage('<Redirect to="/left" />'),
  });
  const { problems } = await other.build();
  expect(listErrors({ problems })).toEqual([expect.stringMatching(/^broken-link .*src\/pages\/index\.js/)]);
  expect(problems[0]?.message).toContain('/docs/nowhere');
  await other.build({ BROKEN_LINKS: 'warn' });
  expect(other.page('/left')).toContain('href="/right"');
});

test('a redirect with the base path of the site keeps the language of its page', async () => {
  using other = new TestSite({
    'docusaurus.config.js':
      "module.exports = { title: 'K', url: 'https://k.example', baseUrl: '/book/', i18n: { defaultLocale: 'en', locales: ['en', 'de'] }, presets: [['classic', { blog: false }]] };",
    'i18n/de/code.json': '{}',
    'docs/a.md': '# A\n\n## Part\n',
    'src/pages/index.js': writePage('<Redirect to="/book/docs/a" />'),
    'src/pages/plain.js': writePage('<Redirect to="/docs/a" />'),
    'src/pages/based.js': writePage('<Redirect to={useBaseUrl("/docs/a")} />'),
    'src/pages/more.js': writePage('<Redirect to="/book/docs/a?b=1#part" />'),
    'src/pages/refresh.js': writePage(
      '<Layout><Head><meta httpEquiv="refresh" content={"0; url=" + useBaseUrl("/docs/a")} /><link rel="canonical" href="/book/docs/a" /></Head></Layout>',
      "import Head from '@docusaurus/Head';",
    ),
    'src/pages/refresh-live.js': writePage(
      '{ const [to] = useState("docs/a?b=1#part"); return <><Head><meta http-equiv="Refresh" content={"0;URL=\'" + to + "\'"} /></Head><a href="docs/a">Go on</a></>; }',
      "import { useState } from 'react';\nimport Head from '@docusaurus/Head';",
    ),
  });
  expect(await other.build()).toMatchObject({ ok: true, problems: [] });
  const { redirects }: { redirects: { from: string; to: string }[] } = JSON.parse(
    other.page('manifest.json') ?? '',
  );
  const targets = Object.fromEntries(redirects.map(({ from, to }) => [from, to]));
  expect(targets).toMatchObject({
    '/': '/docs/a',
    '/de/': '/de/docs/a',
    '/plain': '/docs/a',
    '/de/plain': '/de/docs/a',
    '/de/based': '/de/docs/a',
    '/more': '/docs/a?b=1#part',
    '/de/more': '/de/docs/a?b=1#part',
    '/refresh': '/docs/a',
    '/de/refresh': '/de/docs/a',
    '/refresh-live': '/docs/a?b=1#part',
  });
});

describe('links and redirects to a page of another language', () => {
  const createFiles = (redirects: string, redirectsFile: Record<string, string>, doc: string) => ({
    'docusaurus.config.js': `module.exports = { title: 'K', url: 'https://k.example', baseUrl: '/', i18n: { defaultLocale: 'en', locales: ['en', 'de'] }, presets: [['classic', { blog: false }]], plugins: [['@docusaurus/plugin-client-redirects', { redirects: [${redirects}] }]] };`,
    'i18n/de/docusaurus-plugin-content-docs/current/a.md': '# A\n\n## Teil\n',
    'docs/redirects.json': JSON.stringify(redirectsFile),
    'docs/a.md': `# A\n\n${doc}\n`,
  });

  test('lead to the page in that language', async () => {
    using other = new TestSite({
      ...createFiles(
        "{ from: '/hallo', to: '/de/docs/a' }, { from: ['/moin', '/servus'], to: '/de/docs/a/?b=1#teil' }",
        { '/gruss': '/de/docs/a#teil', '/start': '/de/' },
        '[German](/de/docs/a) [Part](/de/docs/a#teil) <a href="/de/docs/a">Raw</a> [Moved](/de/docs/a/)',
      ),
      'src/pages/go.js': writePage('<Layout><Link to="/de/docs/a">German</Link></Layout>'),
    });
    expect(await other.build()).toMatchObject({ ok: true, problems: [] });
    const { redirects }: { redirects: { from: string; to: string }[] } = JSON.parse(
      other.page('manifest.json') ?? '',
    );
    expect(Object.fromEntries(redirects.map(({ from, to }) => [from, to]))).toMatchObject({
      '/hallo': '/de/docs/a',
      '/servus': '/de/docs/a/?b=1#teil',
      '/gruss': '/de/docs/a#teil',
      '/start': '/de/',
    });
  });

  test('are reported if that language has no such page', async () => {
    using other = new TestSite(
      createFiles(
        "{ from: '/hallo', to: '/de/docs/none' }",
        { '/gruss': '/de/docs/gone' },
        '[Lost](/de/docs/lost)',
      ),
    );
    const { ok, problems } = await other.build();
    expect(ok).toBe(false);
    const messages = problems.map(({ message }) => message).join('\n');
    for (const name of ['/de/docs/none', '/de/docs/gone', '/de/docs/lost']) expect(messages).toContain(name);
    expect(problems.every((problem) => !('missingPage' in problem))).toBe(true);
  });
});

test.each([
  ['head-plain', 'Plain 2', undefined],
  ['head-live', 'Live 2', 'Inner words'],
  ['head-below', 'Below', undefined],
  ['head-metadata', 'Data 1 | Kettles', 'Data words'],
  ['head-layout', 'Outer | Kettles', undefined],
  ['head-after', 'Last | Kettles', undefined],
  ['head-none', 'Kettles', undefined],
  // As in Docusaurus, the first line with a text is the description of a document.
  ['head-markdown', 'A page', 'A page'],
  ['docs/head', 'A document', 'A document'],
  ['blog/2026/01/02/head', 'A post', 'A post'],
])(
  'title and description of a page are the last ones, and only `<Head>` has the whole title: %s',
  (name, title, description) => {
    const html = site.page(`/book/${name}`) ?? '';
    expect(/<title>([^<]*)/.exec(html)?.[1]).toBe(title);
    expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]).toBe(description);
    expect(html).not.toContain('x-head');
  },
);

test('documents are read as `markdown` of the configuration says', () => {
  const html = site.page('/book/docs/reading') ?? '';
  expect(html).toContain('This is reading.md :wave:');
  expect(html).toContain('id="The-File"');
  expect(html).toContain('>Remarks<');
});

test.each(['part', 'part-live', 'docs/part'])(
  'links and images of imported Markdown lead from its own file: %s',
  (name) => {
    const address = `/book/${name}`;
    const html = site.page(address) ?? '';
    expect(findHrefs(address, 'one')).toEqual(['/book/docs/one#end']);
    expect(findHrefs(address, 'two')).toEqual(['/book/docs/deep/two']);
    expect(findHrefs(address, 'site')).toEqual(['/book/docs/one']);
    expect(findHrefs(address, 'address')).toEqual(['/book/docs/one']);
    expect(findHrefs(address, 'out')).toEqual(['https://x.example']);
    expect(html).toMatch(/<img [^>]*src="(?:\/book\/_assets\/dot\.|data:image\/svg)[^>]*alt="Dot"/);
    expect(html).toMatch(/<img [^>]*src="\/book\/(?:img\/logo\.svg|_assets\/logo\.[^"]*)"[^>]*alt="Logo"/);
    expect(html).toContain('theme-admonition-tip');
    expect(html).toContain('At 10:30 sharp.');
    expect(html).not.toContain(':::');
  },
);
