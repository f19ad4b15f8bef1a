import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';

const compileFence = async (info: string, code: string) =>
  (await compile(`\`\`\`${info}\n${code}\n\`\`\`\n`)).html;
const readHighlightedLines = (html: string) =>
  [...html.matchAll(/<span class="(line[^"]*)"[^>]*>(.*?)<\/span>\n?(?=<span class="line|<\/code>)/g)]
    .filter((match) => match[1]?.includes('line-highlighted'))
    .map((match) => match[2]?.replace(/<[^>]*>/g, ''));

test('renders a fence with language, title, line numbers and buttons', async () => {
  const html = await compileFence('js title="a.js" showLineNumbers=5', 'const a = 1;\n\nb();');
  expect(html).toContain(
    '<div class="theme-code-block language-js code-numbered"><div class="code-block-title">a.js</div>',
  );
  expect(html).toContain('<span class="line" data-line="5"><span class="tk-keyword">const </span>');
  expect(html).toContain('<span class="line" data-line="6"></span>');
  expect(html).toContain('data-action="copy"');
  expect(html).not.toContain('style=');
});

test('reads a title in either kind of quotes, up to the first closing quote', async () => {
  expect(await compileFence("js title='single quotes'", 'x')).toContain(
    '<div class="code-block-title">single quotes</div>',
  );
  expect(await compileFence('js title="say \\"hi\\""', 'x')).toContain(
    '<div class="code-block-title">say </div>',
  );
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
])('keeps the name of the language %s', async (language) => {
  expect(await compileFence(language, 'a b')).toContain(
    `<div class="theme-code-block language-${language}">`,
  );
});

test('recognizes a language in capitals', async () => {
  const html = await compileFence('JSON', '{"a": 1}');
  expect(html).toContain('<div class="theme-code-block language-JSON language-json">');
  expect(html).toContain('tk-');
});

test('treats a missing language as text and supports empty and tilde fences', async () => {
  expect(await compileFence('', 'plain <b>')).toContain(
    'language-text"><div class="code-block-body"><pre class="code-block" tabindex="0"><code><span class="line">plain &lt;b&gt;</span>',
  );
  expect((await compile('```js\n```\n')).html).toContain('<code></code>');
  expect((await compile('~~~py\ny\n~~~\n')).html).toContain('language-py');
});

test('highlights a range from the info string and then ignores magic comments', async () => {
  const html = await compileFence('js {1,3-4}', 'a\n// highlight-next-line\nc\nd');
  expect(readHighlightedLines(html)).toEqual(['a', 'c', 'd']);
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
])('highlights the next line after a comment of %s: %s', async (language, comment) => {
  const html = await compileFence(language, `a\n${comment}\nb\nc`);
  expect(readHighlightedLines(html)).toEqual(['b']);
  expect(html).not.toContain('highlight-next-line');
});

test('highlights a range of lines between comments', async () => {
  expect(
    readHighlightedLines(await compileFence('text', 'a\n# highlight-start\nb\nc\n# highlight-end\nd')),
  ).toEqual(['b', 'c']);
});

test('marks added and removed lines of a diff', async () => {
  const html = await compileFence('diff', '- a\n+ b\n  c');
  expect(html).toContain('<span class="line line-removed"><span class="tk-deleted">');
  expect(html).toContain('<span class="line line-added"><span class="tk-inserted">');
});

test("doesn't rewrite old syntax inside code", async () => {
  const html = await compileFence('md', '## Title {#id}\n\n:::note Title\n:::');
  expect(html.replace(/<[^>]*>/g, '')).toBe('## Title {#id}\n\n:::note Title\n:::');
});

test.each([
  ['<b>a.js</b>', '<b>a.js</b>'],
  ['<>see <a href="https://x.example">a.js</a></>', 'see <a href="https://x.example">a.js</a>'],
  ["'a.js'", 'a.js'],
])('shows the title of <CodeBlock> as it is written: %s', async (title, shownTitle) => {
  const { html, blocks, markdown } = await compile(
    `import CodeBlock from '@theme/CodeBlock';\n\n<CodeBlock language="js" title={${title}}>{'let a;'}</CodeBlock>\n`,
  );
  expect(html).toContain(`<div class="code-block-title">${shownTitle}</div>`);
  expect(blocks).toEqual([{ anchor: '', text: 'let a;', code: true }]);
  expect(markdown).toContain('let a;\n```');
});

test('renders strings in <CodeBlock> as code', async () => {
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

test('leaves raw code elements in MDX as they are', async () => {
  expect((await compile('<pre><code>{`a\nb`}</code></pre>\n')).html).toBe('<pre><code>a\nb</code></pre>');
});

test('renders a block without code with its written language and no title', async () => {
  const { html } = await compile('```js title="x"\n```\n\n```\n```\n');
  expect(html.match(/class="theme-code-block[^"]*"/g)).toEqual([
    'class="theme-code-block language-js"',
    'class="theme-code-block"',
  ]);
  expect(html).not.toContain('code-block-title');
});

test('with `detect`, renders raw code with a line break or an element as a block', async () => {
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
const listLineClasses = (html: string) =>
  [...html.matchAll(/<span class="line ?([^"]*)"/g)].map(([, classes]) => classes);

test("adds the classes of the site's own magic comments to lines", async () => {
  const source = [
    '```js\none();\n// highlight-next-line\ntwo();\n// This leaks\n/* dry */\nthree();\n// dry-start\nfour();\n// dry-end\n```',
    '```html\n<!-- dry -->\n<p>x</p>\n```',
    '```ini\n; dry\nx = 1\n```',
    '```py\n// dry\n# dry\nx = 1\n```',
  ].join('\n\n');
  const { html } = await compile(source, { code: { magicComments } });
  const highlighted = 'line-highlighted theme-code-block-highlighted-line';
  expect(listLineClasses(html)).toEqual([
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

test('replaces the default magic comments by those of the site, whose first one marks ranges', async () => {
  const { html } = await compile('```js {1}\na\n```\n\n```js\n// highlight-next-line\nb\n```\n', {
    code: { magicComments: [{ className: 'own', line: 'mark' }] },
  });
  expect(listLineClasses(html)).toEqual(['own', '', '']);
});

test('uses the default language of the site for a fence without one', async () => {
  const { html } = await compile('```\n{"a": 1}\n```\n', { code: { defaultLanguage: 'json' } });
  expect(html).toContain('language-json');
});

test.each([
  ['js', 'code-numbered', []],
  ['js showLineNumbers', 'x', ['.code-numbered .line::before']],
  ['js {1}', 'x', ['.code-block .line:is(.line-highlighted']],
  ['diff', '+x', ['.code-block .line:is(.line-highlighted']],
  ['js {1} showLineNumbers', 'x', ['.code-numbered .line::before', '.code-block .line:is(.line-highlighted']],
])('loads the rules for numbered and marked lines where they are: %s', async (info, code, starts) => {
  const { styles } = await compile(`\`\`\`${info}\n${code}\n\`\`\`\n`);
  expect(styles).toEqual(starts.map((start) => expect.stringContaining(start)));
});

test.each([
  ['js', ' data-language="js"'],
  ['c++', ' data-language="c++"'],
  ['', ''],
  ['text', ''],
  ['js title="a.js"', ''],
])('names the language beside the buttons where no title does: %j', async (info, attribute) => {
  expect(await compileFence(info, 'x')).toContain(`<div class="code-block-buttons"${attribute}><button`);
});
