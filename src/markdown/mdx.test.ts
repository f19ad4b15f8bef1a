import { expect, test } from 'vitest';
import { compile, pixel } from '../../testing/compile.ts';

test('evaluates expressions, exported constants and components of the document', async () => {
  const { html, problems } = await compile(
    "import React, {useState} from 'react';\nimport clsx from 'clsx';\n\nexport const name = 'World';\n\nexport const Counter = ({children}) => {\n  const [n] = useState(3);\n  return <b className={clsx('a', n > 2 && 'b')}>{children}{n}</b>;\n};\n\nHello {name}, {1 + 1} <Counter>x</Counter>\n\n<ul>\n{[1, 2].map((n) => <li key={n}>{n}</li>)}\n</ul>\n",
  );
  expect(problems).toEqual([]);
  expect(html).toContain('<p>Hello World, 2 <b class="a b">x3</b></p>');
  expect(html).toContain('<ul><li>1</li><li>2</li></ul>');
});

test('renders the same HTML with and without evaluation', async () => {
  const still = '## A\n\n- b [c](./d)\n\n<span className="x">y</span>\n';
  const moving = await compile(`${still}\n{'' + ''}\n`);
  expect(moving.html.trim()).toBe((await compile(still)).html.trim());
});

test('provides front matter, title and table of contents to expressions', async () => {
  const { html } = await compile(
    "import TOCInline from '@theme/TOCInline';\n\n# Top\n\n{frontMatter.custom} {contentTitle}\n\n<TOCInline toc={toc} />\n\n## A `b`\n\n### C\n",
    { document: { frontMatter: { custom: 'F' } } },
  );
  expect(html).toMatch(/F\s+Top/);
  expect(html).toContain('<a href="#a-b">A <code>b</code></a><ul><li><a href="#c">C</a></li></ul>');
});

test('renders partials with props and own ids, and adds their headings to the table of contents', async () => {
  const files = {
    'docs/_part.mdx': '---\nx: 1\n---\n\n## From part\n\nPart of {props.name} [up](./page.md) ![](./i.png)\n',
    'docs/sub/_plain.md': '## Plain\n\n[rel](../page.md) [url](x)\n',
    'docs/i.png': pixel,
  };
  const { html, toc, links, problems } = await compile(
    "import Part from './_part.mdx';\nimport Plain from '@site/docs/sub/_plain.md';\n\n<Part name=\"n\" />\n\n## From part\n\n<Plain />\n\n<Plain />\n",
    { files },
  );
  expect(problems).toEqual([]);
  expect(html).toContain('Part of n <a href="/docs/page">up</a>');
  expect(toc.map(({ id }) => id)).toEqual(['from-part', 'from-part', 'plain', 'plain']);
  expect(links.map(({ href }) => href)).toEqual([
    '/docs/page',
    '/docs/page',
    '/docs/x',
    '/docs/page',
    '/docs/x',
  ]);
});

test('lists the headings of an imported partial, inline code and own ids included', async () => {
  const files = {
    'docs/_part.mdx': '## From `part`\n\n### Own {#own-id}\n\n{props.name}\n',
    'docs/_plain.md': '## Plain\n',
    'docs/_outer.mdx': "import Plain from './_plain.md';\n\n## Outer\n\n<Plain />\n",
  };
  const list = (imports: string, toc: string) =>
    compile(`import TOCInline from '@theme/TOCInline';\n${imports}\n\n<TOCInline toc={${toc}} />\n`, {
      files,
    });
  const part = await list("import Part, { toc as partToc } from './_part.mdx';", 'partToc');
  expect(part.problems).toEqual([]);
  expect(part.html).toContain(
    '<a href="#from-part">From <code>part</code></a><ul><li><a href="#own-id">Own</a></li></ul>',
  );
  const plain = await list("import { toc as plainToc } from './_plain.md';", '[...toc, ...plainToc]');
  expect(plain.html).toContain('<li><a href="#plain">Plain</a></li>');
  const outer = await list("import { toc as outerToc } from './_outer.mdx';", 'outerToc');
  expect(outer.html).toContain('<a href="#outer">Outer</a></li><li><a href="#plain">Plain</a>');
});

test('imports and requires images, data, text and drawings', async () => {
  const files = {
    'docs/i.png': pixel,
    'docs/d.json': '{"list":[1,2]}',
    'docs/t.txt': 'raw <text>',
    'docs/l.svg': '<svg viewBox="0 0 1 1" onload="x()"><path d="M0 0"/></svg>',
  };
  const { html } = await compile(
    "import img from './i.png';\nimport data from './d.json';\nimport text from '!!raw-loader!./t.txt';\nimport Logo from './l.svg';\n\n<img src={img} /> <img src={require('./i.png').default} width=\"3\" />\n\n{data.list.length} {require('./d.json').list[1]} {text}\n\n<Logo />\n",
    { files },
  );
  expect(html.match(/src="\/_assets\/i\.\w{16}\.png"/g)).toHaveLength(2);
  expect(html).toContain('2 2 raw &#x3C;text>'.replace(/ /g, ' ').slice(0, 1));
  expect(html).toContain('raw &#x3C;text>');
  expect(html).toContain('<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>');
});

test('renders the components of the theme', async () => {
  const { html, headings, problems } = await compile(
    `import Admonition from '@theme/Admonition';
import Heading from '@theme/Heading';
import ThemedImage from '@theme/ThemedImage';
import Translate, {translate} from '@docusaurus/Translate';
import BrowserOnly from '@docusaurus/BrowserOnly';
import useBaseUrl from '@docusaurus/useBaseUrl';

<Head><title>none</title></Head>

<Admonition type="tip" title={<b>T</b>}>

**md**

</Admonition>

<Admonition type="odd">x</Admonition>

<Heading as="h3" id="own">Own</Heading>

<ThemedImage alt="i" sources={{light: useBaseUrl('l.png'), dark: useBaseUrl('/d.png')}} />

<Translate id="x" values={{n: 2}}>{'{n} things'}</Translate> {translate({message: 'Hi'})}

<BrowserOnly fallback={<i>wait</i>}>{() => <b>now</b>}</BrowserOnly>

<Details summary="S">inner</Details>
`,
    { files: { 'static/l.png': pixel, 'static/d.png': pixel } },
  );
  expect(problems).toEqual([]);
  expect(html).toContain(
    '</span><b>T</b></div><div class="admonition-content"><p><strong>md</strong></p></div>',
  );
  expect(html).toContain('class="theme-admonition theme-admonition-odd theme-admonition-info admonition"');
  expect(headings).toEqual([{ id: 'own', level: 3, text: 'Own' }]);
  expect(html).toMatch(
    /<img src="\/l.png" alt="i" class="themed-image themed-image--light"|<img alt="i" src="\/l.png" class="themed-image themed-image--light"/,
  );
  expect(html).toContain('2 things');
  expect(html).toContain('<i>wait</i>');
  expect(html).toContain('<details class="details"><summary>S</summary>inner</details>');
  expect(html).not.toContain('none');
});

test('shows the children of the category, or given items, in card lists', async () => {
  const cards = [{ href: '/docs/with space', title: 'T & x', description: 'D', kind: 'doc' as const }];
  const { html, headings, links, dependencies } = await compile(
    "import DocCardList from '@theme/DocCardList';\nimport {useCurrentSidebarCategory} from '@docusaurus/theme-common';\n\n<DocCardList />\n\n<DocCardList items={useCurrentSidebarCategory().items} />\n",
    {
      cards,
      getSidebar: () => [
        { type: 'link', label: 'T & x', href: '/docs/with space', description: 'D', docId: 'x' },
      ],
    },
  );
  expect(html.match(/<a class="card" href="\/docs\/with%20space">/g)).toHaveLength(2);
  expect(headings).toEqual(Array(2).fill({ id: null, level: 2, text: '📄️T & x', inside: 'card' }));
  expect(links).toMatchObject([{ href: '/docs/with space', checked: true }, { href: '/docs/with space' }]);
  expect(dependencies).toContainEqual({ kind: 'site', question: 'cards:page', hash: expect.any(String) });
});

test('shows the link and the number of items of a category on its card', async () => {
  const { headings, links, html } = await compile(
    `import DocCardList from '@theme/DocCardList';\n\n<DocCardList items={[{type: 'category', label: '🚀 Start', items: [{type: 'link', label: 'A', href: '/docs/a'}]}, {type: 'link', label: 'Out', href: 'https://x.example'}]} />\n`,
  );
  expect(headings.map(({ text }) => text)).toEqual(['🚀Start', '🔗Out']);
  expect(html).toContain('<p class="card-description">1 item</p>');
  expect(links.map(({ href }) => href)).toEqual(['/docs/a', 'https://x.example']);
});

test('unwraps the mdx-code-block fence and keeps line numbers', async () => {
  const { html, problems } = await compile(
    'a\n\n```mdx-code-block\nexport const x = 1;\n\n<b>{x}</b>\n```\n\n![](./nope.png)\n',
  );
  expect(html).toContain('<b>1</b>');
  expect(problems).toMatchObject([{ line: 9 }]);
});

test('ignores a byte order mark and CRLF', async () => {
  const source = '---\ntitle: x\n---\n\n## A {#b}\n\n:::tip Title\n\nx\n\n:::\n\n```js\na\nb\n```\n';
  const { html } = await compile(`\uFEFF${source.replace(/\n/g, '\r\n')}`);
  expect(html).toBe((await compile(source)).html);
});

test('allows an import after its use, and imports in exported components', async () => {
  const { html, problems } = await compile(
    '<Box>x</Box>\n\nimport Link from \'@docusaurus/Link\';\n\nexport function Box({children}) {\n  return <p><Link to="/y">{children}</Link></p>;\n}\n',
  );
  expect(problems).toEqual([]);
  expect(html.trim()).toBe('<p><a href="/y">x</a></p>');
});

test("doesn't report ids in drawings as anchors, so that a drawing can repeat", async () => {
  const drawing = '<svg viewBox="0 0 1 1"><g id="part"><path d="M0 0" /></g></svg>';
  const { html, anchors } = await compile(`${drawing}\n\n${drawing}\n\n<b id="here">x</b>\n`);
  expect(html.match(/id="part"/g)).toHaveLength(2);
  expect(anchors).toEqual(['here']);
});

test.each([
  ['<MDXComponents.Details summary="More">x</MDXComponents.Details>', '<summary>More</summary>'],
  ['<MDXComponents.h3 id="x">Title</MDXComponents.h3>', '<h3 id="x">Title'],
  ['<MDXComponents.Admonition type="tip">x</MDXComponents.Admonition>', 'theme-admonition-tip'],
  [
    '{["a", "code", "img", "li", "mermaid", "pre", "ul"].filter((name) => !MDXComponents[name]).length} absent',
    '0 absent',
  ],
  ['{Object.keys({ ...MDXComponents }).length} spread', '0 spread'],
])('provides %s of @theme/MDXComponents', async (source, html) => {
  const article = await compile(`import MDXComponents from '@theme/MDXComponents';\n\n${source}\n`);
  expect(article.problems).toEqual([]);
  expect(article.html).toContain(html);
});

test.each([
  "import { useLocatoin } from '@docusaurus/router';",
  "import { useLocation, useLocatoin as unused } from '@docusaurus/router';",
  "import {\n  useLocatoin,\n} from '@docusaurus/router';",
])(
  "only warns about a name that a module doesn't export and the document doesn't use: %s",
  async (statement) => {
    const { html, problems } = await compile(`${statement}\n\n# Page\n\n{1 + 1} unusual words\n`);
    expect(html).toContain('2 unusual words');
    expect(problems).toEqual([
      expect.objectContaining({ code: 'missing-export', severity: 'warning', file: 'docs/page.md', line: 1 }),
    ]);
  },
);

test.each([
  ['@theme/MDXComponents', 'Details', 'Its default export has it'],
  ['@theme-original/MDXComponents', 'h2', 'Its default export has it'],
  ['@theme/MDXComponents', 'Banner', 'Check the name'],
  ['@docusaurus/router', 'useLocatoin', 'Did you mean `useLocation`?'],
])('reports an import from %s without the export %s', async (module, name, advice) => {
  const { problems } = await compile(`# Page\n\nimport { ${name} } from '${module}';\n\n{String(${name})}\n`);
  expect(problems).toEqual([
    expect.objectContaining({ code: 'missing-export', severity: 'error', file: 'docs/page.md', line: 3 }),
  ]);
  expect(problems[0]?.message).toContain(advice);
});

test('code of a document gets dates of its front matter as objects, at any depth', async () => {
  const { html } = await compile(
    '{frontMatter.decided.getUTCFullYear()} {frontMatter.history[0].on.toISOString().slice(0, 10)} {frontMatter.text}\n',
    {
      document: {
        frontMatter: {
          decided: '2025-12-01T00:00:00.000Z',
          history: [{ on: '2024-02-29T00:00:00.000Z' }],
          text: '2025-12-01',
        },
      },
    },
  );
  expect(html.split(/\s+/)).toEqual(['2025', '2024-02-29', '2025-12-01']);
});
