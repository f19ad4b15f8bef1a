import { describe, expect, test } from 'vitest';
import { listErrors, TestSite } from '../../testing/test-site.ts';

const createConfig = (head: string, docs = '{}', more = '') => `${head}
module.exports = {
  title: 'Kettles', url: 'https://kettles.example', baseUrl: '/', onBrokenLinks: 'warn',
  presets: [['classic', { blog: false, docs: ${docs} }]],
  ${more}
};
`;
/** Enough documents for several compiler threads. */
const manyDocuments = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`docs/d${index}.md`, `# Document ${index}\n\nText.\n`]),
);

test('the configuration and its functions run in the site folder, in every thread', async () => {
  using site = new TestSite({
    ...manyDocuments,
    'words/note.txt': 'kettle',
    'docusaurus.config.js': createConfig(
      `const fs = require('node:fs');
const { readFile } = require('fs/promises');
const { execSync } = require('child_process');
const path = require('node:path');
const note = fs.readFileSync('./words/note.txt', 'utf8') + path.basename(path.resolve('words'));
const place = execSync('cat words/note.txt').toString();
const later = () => async (tree) => {
  const text = note + ' ' + place + ' ' + (await readFile('words/note.txt', 'utf8')) + ' ' + fs.existsSync('docs/d1.md');
  tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: text }] });
};`,
      '{ remarkPlugins: [later] }',
    ),
  });
  const before = process.cwd();
  expect(await site.build()).toMatchObject({ ok: true, problems: [] });
  expect(process.cwd()).toBe(before);
  for (const at of [0, 30, 59]) expect(site.page(`/docs/d${at}`)).toContain('kettlewords kettle kettle true');
});

describe('a module with a default export is that export', () => {
  test.for([
    ['require of TypeScript', "const moves = require('./moves.ts');"],
    ['require without an ending', "const moves = require('./moves');"],
    ['its default', "const moves = require('./moves').default;"],
    ['an ES module', "const moves = require('./moves.mjs');"],
    ['spread', "const moves = { ...require('./moves.mjs') };"],
    ['named beside default', "const moves = { redirects: require('./moves').redirects };"],
  ])('%s', async ([, head = '']) => {
    using site = new TestSite({
      'docs/a.md': '# A\n',
      'moves.ts':
        "const moves: { redirects: object[] } = { redirects: [{ from: '/old', to: '/docs/a' }] };\nexport default moves;\n",
      'moves.mjs': "export default { redirects: [{ from: '/old', to: '/docs/a' }] };\n",
      'docusaurus.config.js': createConfig(
        head,
        '{}',
        "plugins: [['@docusaurus/plugin-client-redirects', moves]],",
      ),
    });
    expect(await site.build()).toMatchObject({ ok: true, problems: [] });
    expect(site.page('manifest.json')).toContain('"from":"/old","to":"/docs/a"');
  });
});

describe('reports errors of site code as problems, and continues', () => {
  const writePlugin = (body: string) =>
    createConfig(`const own = () => (tree) => { ${body} };`, '{ remarkPlugins: [own] }');
  test.for([
    ['a timer', 'setTimeout(() => { throw new Error("kettle"); }, 0);'],
    ['a promise', 'Promise.reject(new Error("kettle"));'],
    ['a text that is thrown', 'Promise.reject("kettle");'],
    ['nothing that is thrown', 'Promise.reject(undefined);'],
    ['an error at once', 'throw new Error("kettle");'],
    ['a text at once', 'throw "kettle";'],
    ['the end of the program', 'process.exit(3);'],
  ])('%s, in a plugin of Markdown', async ([, body = '']) => {
    using site = new TestSite({ 'docs/a.md': '# A\n', 'docusaurus.config.js': writePlugin(body) });
    const { ok, problems } = await site.build();
    expect(ok).toBe(false);
    expect(listErrors({ problems })).toEqual([expect.stringMatching(/^markdown-plugin .*docs\/a\.md/)]);
    expect(problems[0]?.message).toMatch(/kettle|undefined|process\.exit/);
    expect(await site.build({ BROKEN_DOCUMENTS: 'warn' })).toMatchObject({ ok: true });
  });

  test.for([
    ['an error', 'throw new Error("kettle");'],
    ['a text', 'throw "kettle";'],
    ['nothing', 'throw null;'],
    ['the end of the program', 'process.exit(1);'],
    ['a signal to itself', 'process.kill(process.pid);'],
    [
      "an error that can't be read",
      'throw Object.defineProperty(new Error(""), "message", { get() { throw new Error("kettle"); } });',
    ],
  ])('%s, in the configuration', async ([, body = '']) => {
    using site = new TestSite({ 'docs/a.md': '# A\n', 'docusaurus.config.js': createConfig(body) });
    const { ok, problems } = await site.build();
    expect(ok).toBe(false);
    expect(listErrors({ problems })[0]).toMatch(/^docusaurus-config .*docusaurus\.config\.js/);
    expect(problems[0]?.message).toMatch(/kettle|null|process\.(?:exit|kill)|can't be read/);
  });

  test("a rejected promise that the configuration doesn't await is a warning", async () => {
    using site = new TestSite({
      'docs/a.md': '# A\n',
      'docusaurus.config.js': createConfig('Promise.reject(new Error("kettle"));'),
    });
    const { ok, problems } = await site.build();
    expect([ok, problems.map(({ severity, message }) => [severity, message])]).toEqual([
      true,
      [['warning', expect.stringContaining('kettle')]],
    ]);
  });

  test.for([
    ['a timer', 'setTimeout(() => { throw new Error("kettle"); }, 100);'],
    ['a timer of a plugin', '', "plugins: [() => void setTimeout(() => { throw 'kettle'; }, 100)],"],
    ['a request', 'setTimeout(() => require("node:net").connect(1, "127.0.0.1"), 100);'],
  ])('%s that fails after the configuration was read is a warning', async ([, head = '', settings = '']) => {
    using site = new TestSite({
      'docs/a.md': '# A\n',
      'docusaurus.config.js': createConfig(head, '{}', settings),
    });
    const { ok, problems } = await site.build();
    expect([ok, problems.map(({ severity, message }) => [severity, message])]).toEqual([
      true,
      [['warning', expect.stringMatching(/started has failed: .*(?:kettle|refused)/)]],
    ]);
  });

  test.for([
    ['is no JSON', '{ "name": ', 'Unexpected end'],
    ['is empty', '', 'Unexpected end'],
    ['has a comment', '{\n  // ours\n}', 'Expected property name'],
  ])('a package.json that %s, and nothing else', async ([, text = '', reason = '']) => {
    using site = new TestSite({
      'package.json': text,
      'docs/a.mdx': "import K from '@site/src/k';\n\n# A\n\n<K />\n",
      'src/k.jsx': 'export default () => <b>kettle</b>;\n',
      'docusaurus.config.js': createConfig(''),
    });
    const { ok, problems } = await site.build();
    expect(ok).toBe(false);
    expect(problems).toMatchObject([{ code: 'package-json', message: expect.stringContaining(reason) }]);
  });

  test.for([
    ['a component', 'export default function K() { throw "kettle"; }'],
    ['a component that ends the program', 'export default function K() { process.exit(4); }'],
    [
      'a component that fails later',
      'export default function K() { setTimeout(() => { throw new Error("kettle"); }, 0); return null; }',
    ],
    ['a module', 'throw "kettle"; export default () => null;'],
  ])('%s', async ([, code = '']) => {
    using site = new TestSite({
      'docs/a.mdx': "import K from '@site/src/k';\n\n# A\n\n<K />\n",
      'docs/b.md': '# B\n',
      'src/k.jsx': code,
    });
    const { ok, problems } = await site.build();
    expect(ok).toBe(false);
    expect(listErrors({ problems }).join()).toContain('docs/a.mdx');
    expect(problems[0]?.message).toMatch(/kettle|process\.exit/);
  });
});

test('functions of the configuration run in the site folder, and components know the edit link', async () => {
  using site = new TestSite({
    'words/forge.txt': 'https://forge.example/',
    'docs/01-a.mdx': "import Edit from '@site/src/edit';\n\n# A\n\n<Edit />\n",
    'docs/b.mdx':
      "---\ncustom_edit_url: null\n---\n\nimport Edit from '@site/src/edit';\n\n# B\n\n<Edit />\n",
    'src/edit.jsx':
      "import { useDoc } from '@docusaurus/plugin-content-docs/client';\nexport default () => <code>{String(useDoc().metadata.editUrl)}</code>;\n",
    'blog/2026-01-02-news.md': '# News\n',
    'docusaurus.config.js': `const fs = require('node:fs');
const forge = () => fs.readFileSync('words/forge.txt', 'utf8');
module.exports = {
  title: 'Kettles', url: 'https://kettles.example', baseUrl: '/',
  presets: [['classic', {
    docs: {
      editUrl: ({ docPath }) => forge() + docPath,
      numberPrefixParser: (name) => ({ filename: fs.existsSync('words') ? name.replace('01-', 'first-') : name }),
    },
    blog: {
      onUntruncatedBlogPosts: 'ignore',
      editUrl: ({ blogPath }) => forge() + blogPath,
      readingTime: () => forge().length,
    },
  }]],
};
`,
  });
  expect(await site.build()).toMatchObject({ ok: true, problems: [] });
  expect(site.page('/docs/first-a')).toContain('<code>https://forge.example/01-a.mdx</code>');
  expect(site.page('/docs/first-a')).toContain('href="https://forge.example/01-a.mdx"');
  expect(site.page('/docs/b')).toContain('<code>undefined</code>');
  expect(site.page('/blog/2026/01/02/news')).toContain('href="https://forge.example/2026-01-02-news.md"');
});

test.for([
  ['editUrl', '() => { throw new Error("kettle"); }', /fails: kettle/],
  ['editUrl', '() => { process.exit(1); }', /fails: .*process\.exit/],
  ['editUrl', 'async () => "https://forge.example/"', /Return a text/],
  ['numberPrefixParser', '() => undefined', /Return an object with `filename`/],
  ['numberPrefixParser', '(name) => name.missing.length', /fails: /],
] as const)(
  'a function `%s` that fails is reported, and stops nothing: %s',
  async ([option, code, message]) => {
    using site = new TestSite({
      'docs/a.md': '# A\n\n[Gone](./gone.md)\n',
      'docs/b.md': '# B\n',
      'docusaurus.config.js': createConfig('', `{ ${option}: ${code} }`),
    });
    const { ok, problems } = await site.build();
    expect(ok).toBe(false);
    expect(problems).toEqual([
      expect.objectContaining({ code: 'broken-markdown-link', line: 3 }),
      expect.objectContaining({ code: 'config-function', line: 4, message: expect.stringMatching(message) }),
    ]);
  },
);

test.for([
  ['a file', "const own = require('./own.js');", /Cannot find module '\.\/own\.js'/],
  ['a package', "const own = require('kettle-words');", /`kettle-words` isn't installed/],
] as const)(
  "%s that the configuration can't import doesn't hide problems of documents",
  async ([, head, message]) => {
    using site = new TestSite({
      'docs/a.mdx': '# A\n\n<Kettle />\n',
      'docusaurus.config.js': createConfig(
        head,
        '{ remarkPlugins: [own, [own, own.options]] }',
        'customFields: { ...own },',
      ),
    });
    const { ok, problems } = await site.build({ BROKEN_DOCUMENTS: 'warn' });
    expect(ok).toBe(false);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['unknown-component', 'warning'],
      ['docusaurus-config', 'error'],
    ]);
    expect(problems[1]?.message).toMatch(message);
  },
);
