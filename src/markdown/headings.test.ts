import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';

const headingsOf = async (source: string) =>
  (await compile(source)).headings.map(({ id, level, text }) => [level, id, text]);

test('repeated headings count up, the h1 included, which has no id', async () => {
  expect(await headingsOf('# Setup\n\n## Setup\n\n## Setup\n\n## setup 1\n')).toEqual([
    [1, null, 'Setup'],
    [2, 'setup-1', 'Setup'],
    [2, 'setup-2', 'Setup'],
    [2, 'setup-1-1', 'setup 1'],
  ]);
});

test('an id that the author wrote stays as it is and is not counted', async () => {
  expect(await headingsOf('## A {#My-Id}\n\n## B *c* {#My-Id}\n\n## My-Id\n')).toEqual([
    [2, 'My-Id', 'A'],
    [2, 'My-Id', 'B c'],
    [2, 'my-id', 'My-Id'],
  ]);
});

test('an id may be in a comment at the end of the heading, but not in one of HTML', async () => {
  expect(
    await headingsOf(
      '## A {/* #one */}\n\n## B <!-- #two -->\n\n## C {/* no id */}\n\n## D {/* #a */ /* #b */}\n',
    ),
  ).toEqual([
    [2, 'one', 'A'],
    [2, 'b-', 'B'],
    [2, 'c--no-id-', 'C'],
    [2, 'd--a---b-', 'D'],
  ]);
});

test('the mark of an id is looked for in the text of the whole heading, and taken out of its last part', async () => {
  expect(await headingsOf('## `a {#b}`\n\n## c **d {#e}**\n\n## **f {#g}**\n\n## h {#`i`}\n')).toEqual([
    [2, 'b', 'a \\'],
    [2, 'e', 'c'],
    [2, 'g', 'f {#g}'],
    [2, 'i', 'h {#i}'],
  ]);
});

test('emoji, other scripts, code, links and entities count with their text', async () => {
  expect(
    await headingsOf(
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

test('a name of an emoji is read after the id is made', async () => {
  expect(await headingsOf('## Party :tada: time\n')).toEqual([[2, 'party-tada-time', 'Party 🎉 time']]);
});

test('a heading of punctuation has no id, the next one a number only', async () => {
  expect(await headingsOf('## !!!\n\n## !!!\n')).toEqual([
    [2, null, '!!!'],
    [2, '-1', '!!!'],
  ]);
});

test('the content title is in a header when it is the first heading, above any rule', async () => {
  const inside = async (source: string) => (await compile(source)).headings.map((heading) => heading.inside);
  expect(await inside('text\n\n# A\n\n# B\n')).toEqual(['header', undefined]);
  expect(await inside('***\n\n# A\n')).toEqual([undefined]);
  expect(await inside('## A\n\n# B\n')).toEqual([undefined, undefined]);
});

test('headings know what they stand in', async () => {
  const { headings } = await compile(
    ':::note\n\n### In note\n\n:::\n\n<details>\n<summary>S</summary>\n\n### In details\n\n</details>\n\n> ### In quote\n',
  );
  expect(headings.map(({ text, inside }) => [text, inside])).toEqual([
    ['In note', 'admonition'],
    ['In details', 'details'],
    ['In quote', undefined],
  ]);
});

test('a raw heading has only its own id and is not in the table of contents', async () => {
  const { headings, toc, html } = await compile('<h2>Raw</h2>\n\n<h2 id="own">Raw</h2>\n');
  expect(headings.map(({ id }) => id)).toEqual([null, 'own']);
  expect(toc).toEqual([]);
  expect(html).not.toContain('hash-link');
});

test('a heading links to itself, an h1 does not', async () => {
  const { html } = await compile('# Top\n\n## A & B\n');
  expect(html).toContain('<header><h1>Top</h1></header>');
  expect(html).toContain(
    '<h2 id="a--b">A &#x26; B<a class="hash-link" href="#a--b" aria-label="Direct link to A &amp; B" title="Direct link to A &amp; B"></a></h2>',
  );
});

test('the table of contents keeps code and emphasis, drops links, and has levels 2 and 3', async () => {
  const { toc } = await compile('# H\n\n## A `b<c` [link](./x) *e*\n\n### B\n\n#### C\n');
  expect(toc).toEqual([
    { id: 'a-bc-link-e', level: 2, text: 'A b<c link e', html: 'A <code>b&lt;c</code> link <em>e</em>' },
    { id: 'b', level: 3, text: 'B', html: 'B' },
  ]);
});

test('front matter sets the levels of the table of contents, or hides it', async () => {
  const source = '## A\n\n### B\n\n#### C\n';
  const levels = async (document: object) =>
    (await compile(source, { document })).toc.map(({ level }) => level);
  expect(await levels({ tocMinHeadingLevel: 3, tocMaxHeadingLevel: 4 })).toEqual([3, 4]);
  expect(await levels({ hideTableOfContents: true })).toEqual([]);
});

test('footnotes add a heading that is not in the table of contents', async () => {
  const { headings, toc, anchors } = await compile('Text[^1].\n\n[^1]: Note.\n');
  expect(headings).toEqual([{ id: 'footnote-label', level: 2, text: 'Footnotes' }]);
  expect(toc).toEqual([]);
  expect(anchors).toEqual(['user-content-fnref-1', 'footnote-label', 'user-content-fn-1']);
});

test('the content has a title when its first heading is an h1 above any rule, wherever it stands', async () => {
  const hasTitle = async (source: string) => (await compile(source)).hasTitle;
  expect(await hasTitle('# A')).toBe(true);
  expect(await hasTitle('text\n\n> # A')).toBe(true);
  expect(await hasTitle('A\n===\n')).toBe(true);
  expect(await hasTitle('## A\n\n# B')).toBe(false);
  expect(await hasTitle('text\n\n---\n\n# B')).toBe(false);
  expect(await hasTitle('<h1>A</h1>')).toBe(false);
  expect(await hasTitle('```sh\n# comment\n```\n')).toBe(false);
});

test('the table of contents keeps code and emphasis, and drops pictures and the blanks around', async () => {
  const { toc } = await compile('## A <b> c </b>d <img src="x.png" alt="e" /> `f < g`\n', { files: {} });
  expect(toc).toEqual([
    { id: 'a--c-d--f--g', level: 2, text: 'A cd f < g', html: 'A <b>c</b>d  <code>f &lt; g</code>' },
  ]);
});

test('with `detect`, raw tags in a heading are no part of its text', async () => {
  const { toc } = await compile('## <b>A</b> `b` <a id="x"></a>\n', { format: 'detect' });
  expect(toc).toEqual([{ id: 'a-b-', level: 2, text: 'A b', html: 'A <code>b</code>' }]);
});

test('a comment parts no text: what stands around it is one text', async () => {
  const { html } = await compile(':::note a <!-- b --> c\n\nd\n\n:::\n', { format: 'detect' });
  expect(html).toContain('</span>a  c</div>');
});
