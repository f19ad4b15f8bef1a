import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import { english as texts } from '../config/texts.ts';
import type { ArticleTexts } from './context.ts';

const tabImports = "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n";

const readTitles = (html: string) =>
  [...html.matchAll(/<div class="admonition-heading"><span[^>]*><\/span>(.*?)<\/div>/g)].map(
    (match) => match[1],
  );

test('takes the title of an admonition from its label, the old syntax, or its type', async () => {
  const { html } = await compile(
    ':::tip My tip\n\nt\n\n:::\n\n:::info[With *label* `code`]\ni\n:::\n\n:::note[]\nn\n:::\n\n:::danger{title="T"}\nd\n:::\n',
  );
  expect(readTitles(html)).toEqual(['My tip', 'With <em>label</em> <code>code</code>', 'note', 'T']);
  expect(html).toContain('class="theme-admonition theme-admonition-tip admonition"');
});

test('lets the admonition component set an icon', async () => {
  const { html } = await compile(
    'import Admonition from \'@theme/Admonition\';\n\n<Admonition type="tip" title="T" icon="💧">x</Admonition>\n',
  );
  expect(html).toContain('<span class="admonition-own-icon">💧</span>T');
  expect(html).not.toContain('admonition-icon');
});

test('supports nested admonitions, and admonitions in lists and quotes and with code', async () => {
  const { html, problems } = await compile(
    '::::note Outer\n\n:::tip Inner\n\nin\n\n:::\n\n::::\n\n- item\n\n  :::warning\n  in list\n\n  ```js\n  x\n  ```\n\n  :::\n\n> :::caution Quoted\n> q\n> :::\n',
  );
  expect(readTitles(html)).toEqual(['Outer', 'Inner', 'warning', 'Quoted']);
  expect(html.match(/theme-code-block/g)).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('supports an id and classes on an admonition', async () => {
  const { html, anchors } = await compile(':::note{#an-id .cls}\nx\n:::\n');
  expect(anchors).toEqual(['an-id']);
  expect(html).toContain('class="cls theme-admonition theme-admonition-note admonition"');
});

test('keeps the content of an unknown directive and warns about it', async () => {
  const { html, problems } = await compile(':::unknown\n\ncontent\n\n:::\n');
  expect(html).toContain('<p>content</p>');
  expect(problems).toMatchObject([{ severity: 'warning', line: 1, code: 'unknown-directive' }]);
});

test('leaves times, addresses and colons in other scripts as text', async () => {
  const { html, problems } = await compile(
    'At 10:30, foo:bar, std::vector, 注意:这里, http://localhost:port/x\n',
  );
  expect(html).toContain('At 10:30, foo:bar, std::vector, 注意:这里,');
  expect(html).toContain('href="http://localhost:port/x"');
  expect(problems).toEqual([]);
});

test('renders every tab panel and selects the default one', async () => {
  const { html, live, headings } = await compile(
    `${tabImports}<Tabs groupId="os">\n<TabItem value="a" label="A">\n\n## In tab\n\n</TabItem>\n<TabItem value="b" label="B" default>\n\n## In tab\n\n</TabItem>\n</Tabs>\n`,
  );
  expect(live).toEqual(['Tabs']);
  expect(html).toContain(
    'data-props="{&quot;items&quot;:[{&quot;value&quot;:&quot;a&quot;,&quot;label&quot;:&quot;A&quot;},{&quot;value&quot;:&quot;b&quot;,&quot;label&quot;:&quot;B&quot;}],&quot;selected&quot;:&quot;b&quot;,&quot;groupId&quot;:&quot;os&quot;}"',
  );
  expect(headings.map(({ id, inside }) => [id, inside])).toEqual([
    ['in-tab', 'tabpanel'],
    ['in-tab-1', 'tabpanel'],
  ]);
});

test('takes labels and order of tabs from `values`, and nests tabs and admonitions', async () => {
  const { html, problems } = await compile(
    `${tabImports}::::note\n\n<Tabs defaultValue="y" values={[{label: 'X', value: 'x'}, {label: <b>Y</b>, value: 'y'}]}>\n  <TabItem value="y">\n\n  :::tip\n  deep\n  :::\n\n  </TabItem>\n  <TabItem value="x">text</TabItem>\n</Tabs>\n\n::::\n`,
  );
  expect(problems).toEqual([]);
  expect(html).toMatch(/<li role="tab" [^>]*aria-selected="true"><b>Y<\/b><\/li>/);
  expect(html).toContain('<div role="tabpanel" aria-label="X" hidden="">text</div>');
  expect(readTitles(html)).toEqual(['note', 'tip']);
});

test.each([
  ['an element', '<b>Node</b>', '<b>Node</b>', 'Node'],
  ['elements around text', '<>On <code>npm</code></>', 'On <code>npm</code>', 'On npm'],
  [
    'a drawing alone',
    '<svg viewBox="0 0 1 1"><path d="M0 0" /></svg>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
    'a',
  ],
  ['a link', '<a href="https://x.example">Out</a>', '<a href="https://x.example">Out</a>', 'Out'],
  ['a text in braces', "'Plain'", 'Plain', 'Plain'],
  ['a number', '7', '7', '7'],
])('shows a label of a tab as it is written: %s', async (_kind, label, shownLabel, name) => {
  const source = `${tabImports}<Tabs>\n<TabItem value="a" label={${label}}>One</TabItem>\n<TabItem value="b">Two</TabItem>\n</Tabs>\n`;
  const { html, problems, markdown } = await compile(source);
  expect(problems).toEqual([]);
  expect(html).toMatch(/<li role="tab"/);
  expect(html).toContain(`aria-selected="true">${shownLabel}</li>`);
  expect(html).toContain(`<div role="tabpanel" aria-label="${name}">One</div>`);
  expect(markdown.trim()).toBe(`**${name}**\n\nOne\n\n**b**\n\nTwo`);
});

test('keeps the summary of details, and adds one if it is missing', async () => {
  const { html } = await compile(
    '<details>\n<summary>Sum **bold**</summary>\n\n- item\n\n</details>\n\n<details>\n\ntext\n\n</details>\n',
  );
  expect(html).toContain('<details class="details"><summary>Sum <strong>bold</strong></summary><ul>');
  expect(html).toContain('<details class="details"><summary>Details</summary><p>text</p></details>');
});

test('lets tables scroll, and allows pipes in cells', async () => {
  const { html } = await compile('| a | b |\n|:--|--:|\n| `x \\| y` | 1 \\| 2 |\n');
  expect(html).toContain('<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table>');
  expect(html).toContain('<td align="left"><code>x | y</code></td>');
});

test('supports the Markdown extensions of GitHub and Docusaurus', async () => {
  const { html } = await compile(
    '~~a~~ www.example.com :smile: H~2~O <kbd>K</kbd>\n\n- [ ] todo\n- [x] done\n',
  );
  expect(html).toContain('<del>a</del>');
  expect(html).toContain('<a href="http://www.example.com"');
  expect(html).toContain('😄');
  expect(html).toContain('<input type="checkbox" checked disabled aria-label="Done">');
});

test('follows CommonMark for emphasis beside full-width punctuation', async () => {
  const { html } = await compile('**中文（）**文字 与 **中文**文字\n');
  expect(html).toBe('<p>**中文（）**文字 与 <strong>中文</strong>文字</p>');
});

test('removes comments outside of code and keeps them inside', async () => {
  const { html } = await compile(
    '<!-- a\n\nb -->\n\nx <!-- c --> y {/* d */}\n\n`<!-- e -->`\n\n```html\n<!-- f -->\n```\n',
  );
  expect(html).not.toMatch(/[abcd] --|\/\*/);
  expect(html).toContain('<p>x  y </p>');
  expect(html).toContain('<code>&#x3C;!-- e --></code>');
  expect(html).toContain('&lt;!-- f --&gt;');
});

test("doesn't treat indented text as code in MDX", async () => {
  const { html } = await compile('a\n\n    not code\n');
  expect(html).toContain('<p>not code</p>');
});

test('with `detect`, reads .md as CommonMark with raw HTML unless front matter says otherwise', async () => {
  const source = 'a <br> { b } <https://x.example>\n\n<h2 id="r">Raw</h2>\n\n    code\n\n:::tip\nt\n:::\n';
  const { html, problems } = await compile(source, { format: 'detect' });
  expect(problems).toEqual([]);
  expect(html).toContain('<p>a <br> { b } <a href="https://x.example"');
  expect(html).toContain('theme-admonition-tip');
  expect(html).toContain('class="theme-code-block language-text"');
  const forced = await compile(source, { document: { frontMatter: { mdx: { format: 'md' } } } });
  expect(forced.html).toBe(html);
  expect((await compile('{1 + 1}', { format: 'detect', document: { file: 'page.mdx' } })).html).toBe('2');
});

test('with `md`, reads every document as CommonMark unless it says otherwise', async () => {
  const file = 'page.mdx';
  expect((await compile('{1 + 1}', { format: 'md', document: { file } })).html).toBe('<p>{1 + 1}</p>');
  const documentFormat = { file, frontMatter: { mdx: { format: 'mdx' } } };
  expect((await compile('{1 + 1}', { format: 'md', document: documentFormat })).html).toBe('2');
});

test('collects text blocks for search under their headings', async () => {
  const { blocks } = await compile(
    'Intro.\n\n## One\n\nPara *a*.\n\n- item\n  - nested\n\n| h |\n|---|\n| c d |\n\n```js\ncode\n```\n\n:::tip Title\n\nBody.\n\n:::\n',
  );
  expect(blocks).toEqual([
    { anchor: '', text: 'Intro.' },
    { anchor: 'one', text: 'Para a.' },
    { anchor: 'one', text: 'item' },
    { anchor: 'one', text: 'nested' },
    { anchor: 'one', text: 'h' },
    { anchor: 'one', text: 'c d' },
    { anchor: 'one', text: 'code', code: true },
    { anchor: 'one', text: 'Title' },
    { anchor: 'one', text: 'Body.' },
  ]);
});

test('turns inline styles into rules, and leaves out handlers and scripts with a warning', async () => {
  const { html, styles, problems } = await compile(
    '<div style={{color: "red", fontSize: 12}}>a</div>\n\n<p style="color: red" class="k" onclick="x()">b</p>\n\n<script>alert(1)</script>\n\n<style>{`.k { top: 0 }`}</style>\n',
  );
  expect(html).not.toMatch(/style=|onclick|script|alert/i);
  expect(styles).toEqual([
    expect.stringMatching(/^\.s-\w{8}:not\(#_\)\{color:red;font-size:12px\}$/),
    expect.stringMatching(/^\.s-\w{8}:not\(#_\)\{color:red\}$/),
    '.k { top: 0 }',
  ]);
  expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
    ['event-handler', 'warning'],
    ['script', 'warning'],
  ]);
});

test('with `detect`, moves a title of more than plain text into the admonition', async () => {
  const { html } = await compile(':::tip[A *b*]\n\nc\n\n:::\n\n:::tip[D]\n\ne\n\n:::\n', {
    format: 'detect',
  });
  expect(readTitles(html)).toEqual(['tip', 'D']);
  expect(html).toContain('<p>A <em>b</em></p>');
});

test('leaves emoji names in plain titles as they are', async () => {
  const { html } = await compile(':::tip[A :smile:]\n\n:smile:\n\n:::\n\n:::tip[*B* :smile:]\n\nc\n\n:::\n');
  expect(readTitles(html)).toEqual(['A :smile:', '<em>B</em> 😄']);
  expect(html).toContain('<p>😄</p>');
});

test('uses the texts of the site for what the compiler adds', async () => {
  const siteTexts: ArticleTexts = {
    ...texts,
    tipTitle: 'consejo',
    copyCode: 'Copiar «código»',
    taskOpen: 'Por hacer',
    table: 'Tabla',
    details: 'Detalles',
    directLink: 'Enlace a {heading}',
    manyItems: '{count} artículos',
  };
  const source = [
    ':::tip\n\nText.\n\n:::\n\n## Parte $&\n\n```js\na\n```\n\n- [ ] one\n\n| a |\n|---|\n| b |\n',
    '<details>\n\ntext\n\n</details>\n',
    "<DocCard item={{type: 'category', label: 'C', href: '/c', items: [1, 2]}} />\n",
  ].join('\n');
  const { html } = await compile(`import DocCard from '@theme/DocCard';\n\n${source}`, { texts: siteTexts });
  for (const words of [
    '</span>consejo</div>',
    'aria-label="Copiar «código»"',
    'aria-label="Por hacer"',
    'aria-label="Tabla"',
    '<summary>Detalles</summary>',
    'aria-label="Enlace a Parte $&amp;"',
    '<p class="card-description">2 artículos</p>',
  ])
    expect(html).toContain(words);
});
