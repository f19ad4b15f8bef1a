import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';

const fence = async (info: string, code: string) => (await compile(`\`\`\`${info}\n${code}\n\`\`\`\n`)).html;
const highlightedOf = (html: string) =>
  [...html.matchAll(/<span class="(line[^"]*)"[^>]*>(.*?)<\/span>\n?(?=<span class="line|<\/code>)/g)]
    .filter((match) => match[1]?.includes('line-highlighted'))
    .map((match) => match[2]?.replace(/<[^>]*>/g, ''));

test('a fence has its language, title, numbered lines and buttons', async () => {
  const html = await fence('js title="a.js" showLineNumbers=5', 'const a = 1;\n\nb();');
  expect(html).toContain(
    '<div class="theme-code-block language-js code-numbered"><div class="code-block-title">a.js</div>',
  );
  expect(html).toContain('<span class="line" data-line="5"><span class="tk-keyword">const </span>');
  expect(html).toContain('<span class="line" data-line="6"></span>');
  expect(html).toContain('data-action="copy"');
  expect(html).not.toContain('style=');
});

test('a title takes either quote and ends at the first one, escaped or not', async () => {
  expect(await fence("js title='single quotes'", 'x')).toContain(
    '<div class="code-block-title">single quotes</div>',
  );
  expect(await fence('js title="say \\"hi\\""', 'x')).toContain('<div class="code-block-title">say </div>');
});

test.each([
  'sh',
  'shell',
  'console',
  'golang',
  'proto',
  'protobuf',
  'jsonc',
  'objectivec',
  'markup',
  'docker',
  'text',
  'mermaid',
  'nosuchlanguage',
])('the language %s keeps its name', async (language) => {
  expect(await fence(language, 'a b')).toContain(`<div class="theme-code-block language-${language}">`);
});

test('a language in capitals is known all the same', async () => {
  const html = await fence('JSON', '{"a": 1}');
  expect(html).toContain('<div class="theme-code-block language-JSON language-json">');
  expect(html).toContain('tk-');
});

test('no language is text, an empty fence is a block, tildes are a fence', async () => {
  expect(await fence('', 'plain <b>')).toContain(
    'language-text"><div class="code-block-body"><pre class="code-block" tabindex="0"><code><span class="line">plain &lt;b&gt;</span>',
  );
  expect((await compile('```js\n```\n')).html).toContain('<code></code>');
  expect((await compile('~~~py\ny\n~~~\n')).html).toContain('language-py');
});

test('a range in the info string highlights lines, and then comments are left alone', async () => {
  const html = await fence('js {1,3-4}', 'a\n// highlight-next-line\nc\nd');
  expect(highlightedOf(html)).toEqual(['a', 'c', 'd']);
  expect(html).toContain('highlight-next-line');
});

test.each([
  ['js', '// highlight-next-line'],
  ['js', '/* highlight-next-line */'],
  ['jsx', '{/* highlight-next-line */}'],
  ['python', '# highlight-next-line'],
  ['html', '<!-- highlight-next-line -->'],
  ['sql', '-- highlight-next-line'],
  ['tex', '% highlight-next-line'],
  ['php', '# highlight-next-line'],
])('a comment of %s highlights the next line: %s', async (language, comment) => {
  const html = await fence(language, `a\n${comment}\nb\nc`);
  expect(highlightedOf(html)).toEqual(['b']);
  expect(html).not.toContain('highlight-next-line');
});

test('comments highlight a range of lines', async () => {
  expect(highlightedOf(await fence('text', 'a\n# highlight-start\nb\nc\n# highlight-end\nd'))).toEqual([
    'b',
    'c',
  ]);
});

test('a diff marks its lines', async () => {
  const html = await fence('diff', '- a\n+ b\n  c');
  expect(html).toContain('<span class="line line-removed"><span class="tk-deleted">');
  expect(html).toContain('<span class="line line-added"><span class="tk-inserted">');
});

test('what the old syntaxes rewrite elsewhere stays as written inside code', async () => {
  const html = await fence('md', '## Title {#id}\n\n:::note Title\n:::');
  expect(html.replace(/<[^>]*>/g, '')).toBe('## Title {#id}\n\n:::note Title\n:::');
});

test('the component shows strings as code too', async () => {
  const { html } = await compile(
    'import CodeBlock from \'@theme/CodeBlock\';\n\n<CodeBlock language="js" title="a.js" showLineNumbers>{`let a;\n// highlight-next-line\nlet b;`}</CodeBlock>\n',
  );
  expect(html).toContain(
    '<div class="theme-code-block language-js code-numbered"><div class="code-block-title">a.js</div>',
  );
  expect(html).toContain(
    '<span class="line line-highlighted theme-code-block-highlighted-line" data-line="2">',
  );
});

test('raw code elements in MDX stay raw', async () => {
  expect((await compile('<pre><code>{`a\nb`}</code></pre>\n')).html).toBe('<pre><code>a\nb</code></pre>');
});

test('a block without code has no title, and no language but the one written', async () => {
  const { html } = await compile('```js title="x"\n```\n\n```\n```\n');
  expect(html.match(/class="theme-code-block[^"]*"/g)).toEqual([
    'class="theme-code-block language-js"',
    'class="theme-code-block"',
  ]);
  expect(html).not.toContain('code-block-title');
});

test('with `detect`, raw code is a block where it holds a line break or an element', async () => {
  const { html, links } = await compile(
    '<code>a</code> and <code>b <a href="#c">d</a></code>\n\n<pre><code class="language-js">let e;\n</code></pre>\n\n<pre>f <b>g</b></pre>\n',
    { format: 'detect' },
  );
  expect(html).toContain('<code>a</code> and ');
  expect(html).toContain('<pre class="code-block" tabindex="0"><code>b <a href="#c">d</a></code></pre>');
  expect(html).toContain('class="theme-code-block language-js"');
  expect(html).toMatch(/f <b>g<\/b>$/);
  expect(links.map(({ href }) => href)).toEqual(['#c']);
});

const magicComments = [
  {
    className: 'theme-code-block-highlighted-line',
    line: 'highlight-next-line',
    block: { start: 'highlight-start', end: 'highlight-end' },
  },
  { className: 'code-leak', line: 'This leaks' },
  { className: 'code-dry', line: 'dry', block: { start: 'dry-start', end: 'dry-end' } },
];
const classesOfLines = (html: string) =>
  [...html.matchAll(/<span class="line ?([^"]*)"/g)].map(([, classes]) => classes);

test("the site's own magic comments give lines their classes", async () => {
  const source = [
    '```js\none();\n// highlight-next-line\ntwo();\n// This leaks\n/* dry */\nthree();\n// dry-start\nfour();\n// dry-end\n```',
    '```html\n<!-- dry -->\n<p>x</p>\n```',
    '```ini\n; dry\nx = 1\n```',
    '```py\n// dry\n# dry\nx = 1\n```',
  ].join('\n\n');
  const { html } = await compile(source, { code: { magicComments } });
  const highlighted = 'line-highlighted theme-code-block-highlighted-line';
  expect(classesOfLines(html)).toEqual([
    '',
    highlighted,
    'code-leak code-dry',
    'code-dry',
    'code-dry',
    '',
    '',
    '',
    'code-dry',
  ]);
});

test('the comments that a site names replace the usual ones, and the first of them is that of a range', async () => {
  const { html } = await compile('```js {1}\na\n```\n\n```js\n// highlight-next-line\nb\n```\n', {
    code: { magicComments: [{ className: 'own', line: 'mark' }] },
  });
  expect(classesOfLines(html)).toEqual(['own', '', '']);
});

test('a fence without a language has the one that the site names', async () => {
  const { html } = await compile('```\n{"a": 1}\n```\n', { code: { defaultLanguage: 'json' } });
  expect(html).toContain('language-json');
});
