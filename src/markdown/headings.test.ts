import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';

const readHeadings = async (source: string) =>
  (await compile(source)).headings.map(({ id, level, text }) => [level, id, text]);

test('numbers repeated headings, including the h1, which has no id', async () => {
  expect(await readHeadings('# Setup\n\n## Setup\n\n## Setup\n\n## setup 1\n')).toEqual([
    [1, null, 'Setup'],
    [2, 'setup-1', 'Setup'],
    [2, 'setup-2', 'Setup'],
    [2, 'setup-1-1', 'setup 1'],
  ]);
});

test("keeps the id of an author as written and doesn't count it", async () => {
  expect(await readHeadings('## A {#My-Id}\n\n## B *c* {#My-Id}\n\n## My-Id\n')).toEqual([
    [2, 'My-Id', 'A'],
    [2, 'My-Id', 'B c'],
    [2, 'my-id', 'My-Id'],
  ]);
});

test('reads an id from an MDX comment at the end of a heading, not from an HTML comment', async () => {
  expect(
    await readHeadings(
      '## A {/* #one */}\n\n## B <!-- #two -->\n\n## C {/* no id */}\n\n## D {/* #a */ /* #b */}\n',
    ),
  ).toEqual([
    [2, 'one', 'A'],
    [2, 'b-', 'B'],
    [2, 'c--no-id-', 'C'],
    [2, 'd--a---b-', 'D'],
  ]);
});

test('finds the id in the text of the whole heading and removes it from the last node', async () => {
  expect(await readHeadings('## `a {#b}`\n\n## c **d {#e}**\n\n## **f {#g}**\n\n## h {#`i`}\n')).toEqual([
    [2, 'b', 'a \\'],
    [2, 'e', 'c'],
    [2, 'g', 'f {#g}'],
    [2, 'i', 'h {#i}'],
  ]);
});

test('makes ids from emoji, other scripts, code, links and entities by their text', async () => {
  expect(
    await readHeadings(
      '## 🚀 Emoji\n\n## 中文 标题！\n\n## `a()` & [b](#c) **d**\n\n## &lt;T&gt; \\<U\\>\n\n## C++ / C#\n\n## <em>Html</em> text\n',
    ),
  ).toEqual([
    [2, '-emoji', '🚀 Emoji'],
    [2, '中文-标题', '中文 标题！'],
    [2, 'a--b-d', 'a() & b d'],
    [2, 't-u', '<T> <U>'],
    [2, 'c--c', 'C++ / C#'],
    [2, 'html-text', 'Html text'],
  ]);
});

test('replaces emoji names after the id is made', async () => {
  expect(await readHeadings('## Party :tada: time\n')).toEqual([[2, 'party-tada-time', 'Party 🎉 time']]);
});

test('gives a heading of punctuation no id, and the next one only a number', async () => {
  expect(await readHeadings('## !!!\n\n## !!!\n')).toEqual([
    [2, null, '!!!'],
    [2, '-1', '!!!'],
  ]);
});

test('wraps the content title in a header if it is the first heading and above any rule', async () => {
  const listInsideIds = async (source: string) =>
    (await compile(source)).headings.map((heading) => heading.inside);
  expect(await listInsideIds('text\n\n# A\n\n# B\n')).toEqual(['header', undefined]);
  expect(await listInsideIds('***\n\n# A\n')).toEqual([undefined]);
  expect(await listInsideIds('## A\n\n# B\n')).toEqual([undefined, undefined]);
});

test('records the container of each heading', async () => {
  const { headings } = await compile(
    ':::note\n\n### In note\n\n:::\n\n<details>\n<summary>S</summary>\n\n### In details\n\n</details>\n\n> ### In quote\n',
  );
  expect(headings.map(({ text, inside }) => [text, inside])).toEqual([
    ['In note', 'admonition'],
    ['In details', 'details'],
    ['In quote', undefined],
  ]);
});

test('leaves raw headings with their own id and out of the table of contents', async () => {
  const { headings, toc, html } = await compile('<h2>Raw</h2>\n\n<h2 id="own">Raw</h2>\n');
  expect(headings.map(({ id }) => id)).toEqual([null, 'own']);
  expect(toc).toEqual([]);
  expect(html).not.toContain('hash-link');
});

test('adds a link to itself to a heading, but not to an h1', async () => {
  const { html } = await compile('# Top\n\n## A & B\n');
  expect(html).toContain('<header><h1>Top</h1></header>');
  expect(html).toContain(
    '<h2 id="a--b">A &#x26; B<a class="hash-link" href="#a--b" aria-label="Direct link to A &amp; B" title="Direct link to A &amp; B"></a></h2>',
  );
});

test('keeps code and emphasis in the table of contents, drops links, and shows levels 2 and 3', async () => {
  const { toc } = await compile('# H\n\n## A `b<c` [link](./x) *e*\n\n### B\n\n#### C\n');
  expect(toc).toEqual([
    { id: 'a-bc-link-e', level: 2, text: 'A b<c link e', html: 'A <code>b&lt;c</code> link <em>e</em>' },
    { id: 'b', level: 3, text: 'B', html: 'B' },
  ]);
});

test('lets front matter set the levels of the table of contents or hide it', async () => {
  const source = '## A\n\n### B\n\n#### C\n';
  const listLevels = async (document: object) =>
    (await compile(source, { document })).toc.map(({ level }) => level);
  expect(await listLevels({ tocMinHeadingLevel: 3, tocMaxHeadingLevel: 4 })).toEqual([3, 4]);
  expect(await listLevels({ hideTableOfContents: true })).toEqual([]);
});

test('leaves the heading of footnotes out of the table of contents', async () => {
  const { headings, toc, anchors } = await compile('Text[^1].\n\n[^1]: Note.\n');
  expect(headings).toEqual([{ id: 'footnote-label', level: 2, text: 'Footnotes' }]);
  expect(toc).toEqual([]);
  expect(anchors).toEqual(['user-content-fnref-1', 'footnote-label', 'user-content-fn-1']);
});

test('finds the content title if the first heading is an h1 above any rule', async () => {
  const hasTitle = async (source: string) => (await compile(source)).hasTitle;
  expect(await hasTitle('# A')).toBe(true);
  expect(await hasTitle('text\n\n> # A')).toBe(true);
  expect(await hasTitle('A\n===\n')).toBe(true);
  expect(await hasTitle('## A\n\n# B')).toBe(false);
  expect(await hasTitle('text\n\n---\n\n# B')).toBe(false);
  expect(await hasTitle('<h1>A</h1>')).toBe(false);
  expect(await hasTitle('```sh\n# comment\n```\n')).toBe(false);
});

test('drops images and the spaces around them in the table of contents', async () => {
  const { toc } = await compile('## A <b> c </b>d <img src="x.png" alt="e" /> `f < g`\n', { files: {} });
  expect(toc).toEqual([
    { id: 'a--c-d--f--g', level: 2, text: 'A cd f < g', html: 'A <b>c</b>d  <code>f &lt; g</code>' },
  ]);
});

test('with `detect`, ignores raw tags in the text of a heading', async () => {
  const { toc } = await compile('## <b>A</b> `b` <a id="x"></a>\n', { format: 'detect' });
  expect(toc).toEqual([{ id: 'a-b-', level: 2, text: 'A b', html: 'A <code>b</code>' }]);
});

test('joins the texts around a comment', async () => {
  const { html } = await compile(':::note a <!-- b --> c\n\nd\n\n:::\n', { format: 'detect' });
  expect(html).toContain('</span>a  c</div>');
});
