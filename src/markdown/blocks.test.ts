import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import { english as texts } from '../config/texts.ts';
import type { ArticleTexts } from './context.ts';

const tabImports = "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n";

const titlesOf = (html: string) =>
  [...html.matchAll(/<div class="admonition-heading"><span[^>]*><\/span>(.*?)<\/div>/g)].map(
    (match) => match[1],
  );

test('admonitions take their title from the label, the old syntax, or their type', async () => {
  const { html } = await compile(
    ':::tip My tip\n\nt\n\n:::\n\n:::info[With *label* `code`]\ni\n:::\n\n:::note[]\nn\n:::\n\n:::danger{title="T"}\nd\n:::\n',
  );
  expect(titlesOf(html)).toEqual(['My tip', 'With <em>label</em> <code>code</code>', 'note', 'T']);
  expect(html).toContain('class="theme-admonition theme-admonition-tip admonition"');
});

test('an admonition by hand may have an icon of its own', async () => {
  const { html } = await compile(
    'import Admonition from \'@theme/Admonition\';\n\n<Admonition type="tip" title="T" icon="💧">x</Admonition>\n',
  );
  expect(html).toContain('<span class="admonition-own-icon">💧</span>T');
  expect(html).not.toContain('admonition-icon');
});

test('admonitions nest with more colons, work in lists and quotes, and hold code', async () => {
  const { html, problems } = await compile(
    '::::note Outer\n\n:::tip Inner\n\nin\n\n:::\n\n::::\n\n- item\n\n  :::warning\n  in list\n\n  ```js\n  x\n  ```\n\n  :::\n\n> :::caution Quoted\n> q\n> :::\n',
  );
  expect(titlesOf(html)).toEqual(['Outer', 'Inner', 'warning', 'Quoted']);
  expect(html.match(/theme-code-block/g)).toHaveLength(1);
  expect(problems).toEqual([]);
});

test('an admonition may carry an id and classes', async () => {
  const { html, anchors } = await compile(':::note{#an-id .cls}\nx\n:::\n');
  expect(anchors).toEqual(['an-id']);
  expect(html).toContain('class="cls theme-admonition theme-admonition-note admonition"');
});

test('an unknown directive keeps its content and is named in a warning', async () => {
  const { html, problems } = await compile(':::unknown\n\ncontent\n\n:::\n');
  expect(html).toContain('<p>content</p>');
  expect(problems).toMatchObject([{ severity: 'warning', line: 1, code: 'unknown-directive' }]);
});

test('times, addresses and colons in other scripts stay text', async () => {
  const { html, problems } = await compile(
    'At 10:30, foo:bar, std::vector, 注意:这里, http://localhost:port/x\n',
  );
  expect(html).toContain('At 10:30, foo:bar, std::vector, 注意:这里,');
  expect(html).toContain('href="http://localhost:port/x"');
  expect(problems).toEqual([]);
});

test('every panel of tabs is in the HTML; the default one is selected', async () => {
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

test('tabs take labels and order from `values`, and work in admonitions, admonitions in tabs', async () => {
  const { html, problems } = await compile(
    `${tabImports}::::note\n\n<Tabs defaultValue="y" values={[{label: 'X', value: 'x'}, {label: <b>Y</b>, value: 'y'}]}>\n  <TabItem value="y">\n\n  :::tip\n  deep\n  :::\n\n  </TabItem>\n  <TabItem value="x">text</TabItem>\n</Tabs>\n\n::::\n`,
  );
  expect(problems).toEqual([]);
  expect(html).toMatch(/<li role="tab" [^>]*aria-selected="true">Y<\/li>/);
  expect(html).toContain('<div role="tabpanel" aria-label="X" hidden="">text</div>');
  expect(titlesOf(html)).toEqual(['note', 'tip']);
});

test('details keep their summary, and get one where there is none', async () => {
  const { html } = await compile(
    '<details>\n<summary>Sum **bold**</summary>\n\n- item\n\n</details>\n\n<details>\n\ntext\n\n</details>\n',
  );
  expect(html).toContain('<details class="details"><summary>Sum <strong>bold</strong></summary><ul>');
  expect(html).toContain('<details class="details"><summary>Details</summary><p>text</p></details>');
});

test('tables scroll on their own, and cells may hold pipes', async () => {
  const { html } = await compile('| a | b |\n|:--|--:|\n| `x \\| y` | 1 \\| 2 |\n');
  expect(html).toContain('<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table>');
  expect(html).toContain('<td align="left"><code>x | y</code></td>');
});

test('GitHub’s and Docusaurus’s additions to Markdown', async () => {
  const { html } = await compile(
    '~~a~~ www.example.com :smile: H~2~O <kbd>K</kbd>\n\n- [ ] todo\n- [x] done\n',
  );
  expect(html).toContain('<del>a</del>');
  expect(html).toContain('<a href="http://www.example.com"');
  expect(html).toContain('😄');
  expect(html).toContain('<input type="checkbox" checked disabled aria-label="Done">');
});

test('emphasis beside full-width punctuation follows CommonMark', async () => {
  const { html } = await compile('**中文（）**文字 与 **中文**文字\n');
  expect(html).toBe('<p>**中文（）**文字 与 <strong>中文</strong>文字</p>');
});

test('comments vanish outside code and stay inside', async () => {
  const { html } = await compile(
    '<!-- a\n\nb -->\n\nx <!-- c --> y {/* d */}\n\n`<!-- e -->`\n\n```html\n<!-- f -->\n```\n',
  );
  expect(html).not.toMatch(/[abcd] --|\/\*/);
  expect(html).toContain('<p>x  y </p>');
  expect(html).toContain('<code>&#x3C;!-- e --></code>');
  expect(html).toContain('&lt;!-- f --&gt;');
});

test('indented text is no code in MDX', async () => {
  const { html } = await compile('a\n\n    not code\n');
  expect(html).toContain('<p>not code</p>');
});

test('with `detect`, .md is CommonMark with raw HTML, and front matter overrides', async () => {
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

test('with `md`, every document is CommonMark but one that says otherwise', async () => {
  const file = 'page.mdx';
  expect((await compile('{1 + 1}', { format: 'md', document: { file } })).html).toBe('<p>{1 + 1}</p>');
  const own = { file, frontMatter: { mdx: { format: 'mdx' } } };
  expect((await compile('{1 + 1}', { format: 'md', document: own })).html).toBe('2');
});

test('text blocks for search follow the headings', async () => {
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

test('inline styles become rules, handlers and scripts are left out with a warning', async () => {
  const { html, styles, problems } = await compile(
    '<div style={{color: "red", fontSize: 12}}>a</div>\n\n<p style="color: red" class="k" onclick="x()">b</p>\n\n<script>alert(1)</script>\n\n<style>{`.k { top: 0 }`}</style>\n',
  );
  expect(html).not.toMatch(/style=|onclick|script|alert/i);
  expect(styles).toEqual([
    expect.stringMatching(/^\.s-\w{8}\{color:red;font-size:12px\}$/),
    expect.stringMatching(/^\.s-\w{8}\{color:red\}$/),
    '.k { top: 0 }',
  ]);
  expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
    ['event-handler', 'warning'],
    ['script', 'warning'],
  ]);
});

test('with `detect`, a title of more than plain text is the first line of the admonition', async () => {
  const { html } = await compile(':::tip[A *b*]\n\nc\n\n:::\n\n:::tip[D]\n\ne\n\n:::\n', {
    format: 'detect',
  });
  expect(titlesOf(html)).toEqual(['tip', 'D']);
  expect(html).toContain('<p>A <em>b</em></p>');
});

test('the name of an emoji stays a name in a title of nothing else but text', async () => {
  const { html } = await compile(':::tip[A :smile:]\n\n:smile:\n\n:::\n\n:::tip[*B* :smile:]\n\nc\n\n:::\n');
  expect(titlesOf(html)).toEqual(['A :smile:', '<em>B</em> 😄']);
  expect(html).toContain('<p>😄</p>');
});

test('the words that the compiler adds are those of the site', async () => {
  const own: ArticleTexts = {
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
  const { html } = await compile(`import DocCard from '@theme/DocCard';\n\n${source}`, { texts: own });
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
