import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import { type MarkdownSettings, plainSettings } from './plugins/markdown-settings.ts';
import { readMarkdownSettings } from './plugins/read-settings.ts';

const createMarker = (kind: string) => Object.assign(() => {}, { knownPlugin: kind });
const none = {
  remarkPlugins: [],
  rehypePlugins: [],
  beforeDefaultRemarkPlugins: [],
  beforeDefaultRehypePlugins: [],
};
/** Compiles for a documentation whose configuration has these plugins. */
const compileWith = (options: Partial<Parameters<typeof readMarkdownSettings>[0]>, source: string) =>
  compile(source, {
    markdown: { own: readMarkdownSettings({ ...none, ...options }) },
    document: { settings: 'own' },
  });

test('turns a fence npm2yarn into tabs for package managers', async () => {
  const { html, problems, live } = await compileWith(
    { remarkPlugins: [[createMarker('npm2yarn'), { sync: true }]] },
    '```bash npm2yarn\nnpm install x\nnpm install --save-dev y\n```\n\n```bash\nnpm install z\n```\n',
  );
  expect(problems).toEqual([]);
  expect(live).toEqual(['Tabs']);
  expect([...html.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual([
    'npm',
    'Yarn',
    'pnpm',
    'Bun',
  ]);
  const text = html.replace(/<[^>]*>/g, '');
  for (const command of ['npm install x', 'yarn add --dev y', 'pnpm add --save-dev y', 'bun add x'])
    expect(text).toContain(command);
  expect(html).toContain('&quot;groupId&quot;:&quot;npm2yarn&quot;');
});

test('turns consecutive fences `tab` into tabs with labels and spans', async () => {
  const { html, problems } = await compileWith(
    { remarkPlugins: [[createMarker('tab-blocks'), { groupId: 'span' }]] },
    '```js tab\na();\n```\n\n```py tab={"span":2,"label":"Snake"}\nb()\n```\n\n```bash\nc\n```\n\n```sh\nd\n```\n',
  );
  expect(problems).toEqual([]);
  expect([...html.matchAll(/role="tab"[^>]*>([^<]*)</g)].map(([, label]) => label)).toEqual([
    'JavaScript',
    'Snake',
  ]);
  expect(html).toContain('&quot;groupId&quot;:&quot;span&quot;');
  expect(html.indexOf('language-bash')).toBeLessThan(html.indexOf('language-sh'));
});

test("runs a site's own plugins for syntax, Markdown and HTML", async () => {
  const shout = () => (tree: { children: unknown[] }) => {
    tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: 'Added.' }] });
  };
  const mark = (options: { name: string }) => async (tree: { children: { properties?: object }[] }) => {
    for (const child of tree.children)
      if (child.properties) Object.assign(child.properties, { id: options.name });
  };
  const { html, problems } = await compileWith(
    { remarkPlugins: [shout], rehypePlugins: [[mark, { name: 'one' }]] },
    'Text.\n',
  );
  expect(problems).toEqual([]);
  expect(html).toBe('<p id="one">Text.</p>\n<p id="one">Added.</p>');
});

test('reports a plugin that fails, with the document', async () => {
  const createBrokenPlugin = () => () => {
    throw new Error('no luck');
  };
  const { problems } = await compileWith({ remarkPlugins: [createBrokenPlugin] }, 'Text.\n');
  expect(problems).toMatchObject([
    {
      code: 'markdown-plugin',
      file: 'docs/page.md',
      message: expect.stringMatching(/`createBrokenPlugin`.*no luck/),
    },
  ]);
});

const createUnreadable = (): Error =>
  Object.defineProperty(new Error('kettle'), 'message', {
    get() {
      throw new Error('no message');
    },
  });

test.each<[string, () => unknown, RegExp]>([
  ['an error that can’t be read', () => Promise.reject(createUnreadable()), /its error can't be read/],
  ['an object without prototype', () => Promise.reject(Object.create(null)), /its error can't be read/],
])('reports a plugin that fails with %s', async (_, run, reason) => {
  const { problems } = await compileWith({ remarkPlugins: [() => run] }, 'Text.\n');
  expect(problems).toMatchObject([{ code: 'markdown-plugin', message: expect.stringMatching(reason) }]);
});

interface AnyTree {
  children: unknown;
}

test.each<[string, (tree: AnyTree) => unknown, RegExp]>([
  ['returns a text', () => 'tea', /it returned a text instead of a tree/],
  ['returns a number', () => 5, /it returned a number instead of a tree/],
  ['returns a list', () => [], /it returned a list instead of a tree/],
  [
    'returns a paragraph',
    () => ({ type: 'paragraph', children: [] }),
    /it returned a node of type "paragraph"/,
  ],
  [
    'leaves nothing as a node',
    (tree) => void Object.assign(tree, { children: [null] }),
    /it left null in the tree/,
  ],
  [
    'leaves a text as a node',
    (tree) => void Object.assign(tree, { children: ['tea'] }),
    /it left a text in the/,
  ],
  [
    'leaves no list of nodes',
    (tree) => void Object.assign(tree, { children: 'tea' }),
    /children of .* are a text/,
  ],
  [
    'puts the tree into itself',
    (tree) => void Object.assign(tree, { children: [tree] }),
    /it put a node of type "root" into itself/,
  ],
])('reports a plugin for Markdown or HTML that %s', async (_, run, message) => {
  const plugin = () => run;
  for (const plugins of [{ remarkPlugins: [plugin] }, { rehypePlugins: [plugin] }]) {
    const { problems } = await compileWith(plugins, 'Text.\n');
    expect(problems).toMatchObject([{ code: 'markdown-plugin', message: expect.stringMatching(message) }]);
  }
});

test.each<[string, object, string]>([
  ['an element without properties', { type: 'element', tagName: 'p', children: [] }, '<p></p>'],
  [
    'an element without children',
    { type: 'element', tagName: 'p', properties: { id: 'a' } },
    '<p id="a"></p>',
  ],
  [
    'a large number',
    { type: 'element', tagName: 'p', properties: { id: 10n }, children: [] },
    '<p id="10"></p>',
  ],
  ['a text without value', { type: 'text' }, ''],
])('draws %s of a plugin, as Docusaurus does', async (_, node, html) => {
  const plugin = () => (tree: AnyTree) => void Object.assign(tree, { children: [node] });
  const { html: drawnHtml, problems } = await compileWith({ rehypePlugins: [plugin] }, 'Text.\n');
  expect(problems).toEqual([]);
  expect(drawnHtml).toBe(html);
});

test('draws a style that a plugin writes as React does', async () => {
  const style = { marginTop: '4px', WebkitHyphens: 'none' };
  const plugin = () => (tree: AnyTree) =>
    void Object.assign(tree, {
      children: [{ type: 'element', tagName: 'p', properties: { style }, children: [] }],
    });
  const { styles, problems } = await compileWith({ rehypePlugins: [plugin] }, 'Text.\n');
  expect(problems).toEqual([]);
  expect(JSON.stringify(styles)).toContain('margin-top:4px;-webkit-hyphens:none');
});

test('reports the document if a step after the site’s plugins fails', async () => {
  const plugin = () => (tree: AnyTree) =>
    void Object.assign(tree, { children: [{ type: 'element', tagName: 5, children: [] }] });
  const { problems } = await compileWith({ rehypePlugins: [plugin] }, 'Text.\n');
  expect(problems).toMatchObject([
    {
      code: 'mdx-code',
      severity: 'error',
      file: 'docs/page.md',
      message: expect.stringMatching(/^The document can't be compiled: .*look there first\.$/),
    },
  ]);
});

test('reads admonitions with the site’s own names in both spellings', async () => {
  const { html, problems } = await compileWith(
    { admonitions: { keywords: ['recipe'], extendDefaults: true } },
    ':::recipe Soup\n\nStir.\n\n:::\n\n:::tip\n\nx\n\n:::\n',
  );
  expect(problems).toEqual([]);
  expect(html).toContain('Soup');
  expect(html.match(/theme-admonition /g)).toHaveLength(2);
});

test('warns about text that looks like a formula if formulas are off', async () => {
  const { problems } = await compile('One\n\n$\\frac{a-}$ and $\\frac{1}{2}$\n');
  expect(problems).toMatchObject([
    { code: 'mdx-syntax', line: 3, message: expect.stringMatching(/remark-math/) },
    { code: 'no-formulas' },
  ]);
});

test.each([
  'Half is $\\frac{1}{2}$, for {1} $.',
  'Energy is $E = mc^2$.',
  '$$E = mc^2$$',
  '$$\nE = mc\n$$',
  '- The angle $\\alpha$',
])('warns about the formula in %j if formulas are off', async (text) => {
  const { problems } = await compile(`One\n\n${text}\n`);
  expect(problems).toMatchObject([{ code: 'no-formulas', severity: 'warning', line: 3 }]);
});

test.each([
  'It costs $5 or $6.',
  'Between $5^ and $6 a month, or $7.',
  'Set `$a^2$` and `$$b$$`.',
  '```\n$$E = mc^2$$\n```',
  'The variable $HOME_DIR is in $PATH.',
])('takes %j for no formula', async (text) => {
  expect((await compile(`${text}\n`)).problems).toEqual([]);
});

test('turns a fence `reference` into a link to code on another host', async () => {
  const { html, links } = await compile(
    '```js reference title="Pump"\nhttps://git.example/acme/pump/blob/main/src/pump.js#L1-L3\n```\n',
  );
  expect(html).toMatch(/<p>View the code: <a [^>]*>Pump<\/a><\/p>/);
  expect(links).toMatchObject([{ href: 'https://git.example/acme/pump/blob/main/src/pump.js#L1-L3' }]);
});

test('passes the query parameter of tabs to the page, and refuses one without a name', async () => {
  const compileTabs = (props: string) =>
    compile(
      `import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n<Tabs ${props}><TabItem value="a">A</TabItem></Tabs>\n`,
    );
  expect((await compileTabs('queryString groupId="system"')).html).toContain(
    '&quot;queryKey&quot;:&quot;system&quot;',
  );
  expect((await compileTabs('queryString="os"')).html).toContain('&quot;queryKey&quot;:&quot;os&quot;');
  expect((await compileTabs('queryString')).problems).toMatchObject([{ code: 'mdx-code', line: 4 }]);
});

test('reports an error without names at the first code', async () => {
  const { problems } = await compile('Text\n\n{(() => { throw new Error("Oh."); })()}\n');
  expect(problems).toMatchObject([{ code: 'mdx-code', line: 3 }]);
});

/** Compiles a page and an imported partial with settings for all Markdown of a site. */
const compileWithSettings = (settings: Partial<MarkdownSettings>, source: string) =>
  compile(source, {
    markdown: { own: { ...plainSettings, ...settings } },
    document: { settings: 'own' },
    files: { 'docs/_part.mdx': '## Part of {{product}}\n' },
  });

describe('settings of `markdown` in the configuration', () => {
  const partial = "import Part from './_part.mdx';\n\n";

  test('the preprocessor changes documents and partials, and gets their absolute paths', async () => {
    const files: string[] = [];
    const preprocessor = ({ filePath, fileContent }: { filePath: string; fileContent: string }) => {
      files.push(filePath);
      return fileContent.replaceAll('{{product}}', 'Kettle');
    };
    const { html, headings, problems } = await compileWithSettings(
      { preprocessor },
      `${partial}# About {{product}}\n\n\`{{product}}\`\n\n<Part />\n`,
    );
    expect(problems).toEqual([]);
    expect(headings.map(({ text }) => text)).toEqual(['About Kettle', 'Part of Kettle']);
    expect(html).toContain('<code>Kettle</code>');
    expect(files.map((file) => path.basename(file))).toEqual(['page.md', '_part.mdx']);
    expect(files.every((file) => path.isAbsolute(file))).toBe(true);
  });

  test.each([
    [
      () => {
        throw new Error('no such product');
      },
      'no such product',
    ],
    [(() => 7) as never, 'it returned no text'],
  ])('names a preprocessor that fails, with its document', async (preprocessor, reason) => {
    const { problems } = await compileWithSettings({ preprocessor }, 'Text.\n');
    expect(problems).toMatchObject([
      {
        code: 'markdown-plugin',
        severity: 'error',
        file: 'docs/page.md',
        message: `The function \`markdown.preprocessor\` in the configuration fails: ${reason}`,
      },
    ]);
  });

  test.each([
    ['plain documents', 'One[^1].\n\n[^1]: Two.\n'],
    ['documents with code', 'One[^1] {1 + 1}.\n\n[^1]: Two.\n'],
  ])('the options for HTML apply to %s', async (_kind, source) => {
    const handlers = {
      paragraph: (state: { all: (node: object) => [] }, node: object) => ({
        type: 'element',
        tagName: 'p',
        properties: { className: ['own'] },
        children: state.all(node),
      }),
    };
    const { html } = await compileWithSettings(
      { toHtmlOptions: { footnoteLabel: 'Notes', handlers } },
      source,
    );
    expect(html).toContain('>Notes<');
    expect(html).toContain('<p class="own">One');
    expect((await compile(source)).html).toContain('>Footnotes<');
  });

  test('ids of headings keep their capital letters if the configuration says so', async () => {
    const source = '## API Keys\n\n## API Keys\n\n## Own {#MyId}\n';
    const { anchors } = await compileWithSettings({ keepsHeadingCase: true }, source);
    expect(anchors).toEqual(['API-Keys', 'API-Keys-1', 'MyId']);
    expect((await compile(source)).anchors).toEqual(['api-keys', 'api-keys-1', 'MyId']);
  });

  test('names of emoji stay text if the configuration says so', async () => {
    expect((await compileWithSettings({ keepsEmojiNames: true }, 'Hi :wave:\n')).html).toContain(':wave:');
    expect((await compile('Hi :wave:\n')).html).toContain('👋');
  });
});

/** The file that the plugins of a document see, with the data that they hand on to each other. */
interface SharedFile {
  data: Record<string, unknown>;
  path: string;
}

describe('plugins of a document', () => {
  test.each([
    ['plain content', 'Words here.\n'],
    ['code', 'Words here {1}.\n'],
  ])('share `file.data`, from the first for Markdown to the last for HTML: %s', async (_kind, words) => {
    const seenData: unknown[] = [];
    const note = (name: string) => () => (_tree: unknown, file: SharedFile) => {
      seenData.push([name, file.data.notes, file.data.contentTitle]);
      const notes = Array.isArray(file.data.notes) ? file.data.notes : [];
      file.data.notes = [...notes, name];
    };
    const { problems } = await compileWith(
      {
        beforeDefaultRemarkPlugins: [note('first')],
        remarkPlugins: [note('second')],
        beforeDefaultRehypePlugins: [note('third')],
        rehypePlugins: [note('fourth')],
      },
      `# Title\n\n${words}`,
    );
    expect(problems).toEqual([]);
    expect(seenData).toEqual([
      ['first', undefined, undefined],
      ['second', ['first'], 'Title'],
      ['third', ['first', 'second'], 'Title'],
      ['fourth', ['first', 'second', 'third'], 'Title'],
    ]);
  });

  test('can wait for each other through `file.data`', async () => {
    const early =
      () =>
      (_tree: unknown, { data }: SharedFile) => {
        data.answer = setImmediate('later');
      };
    const late =
      () =>
      async (tree: { children: unknown[] }, { data }: SharedFile) => {
        tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: await data.answer }] });
      };
    const { html } = await compileWith({ remarkPlugins: [early, late] }, 'Words.\n');
    expect(html).toContain('<p>later</p>');
  });

  test("don't see the data of an imported file, nor does it see theirs", async () => {
    const seenData: unknown[] = [];
    const note = () => (_tree: unknown, file: SharedFile) => {
      seenData.push([path.basename(file.path), file.data.name]);
      file.data.name = path.basename(file.path);
    };
    const { problems } = await compile("import Part from './_part.mdx';\n\nWords.\n\n<Part />\n", {
      markdown: { own: readMarkdownSettings({ ...none, remarkPlugins: [note] }) },
      document: { settings: 'own' },
      files: { 'docs/_part.mdx': 'Part.\n' },
    });
    expect(problems).toEqual([]);
    expect(seenData).toEqual([
      ['page.md', undefined],
      ['_part.mdx', undefined],
    ]);
  });
});

test.each([
  ['a remark plugin', 'remarkPlugins'],
  ['a rehype plugin', 'rehypePlugins'],
] as const)('a file that %s reads is a dependency of the document', async (_kind, list) => {
  const include =
    () =>
    async (_tree: unknown, { path: document }: SharedFile) => {
      const sample = path.join(path.dirname(document), 'sample.js');
      await setImmediate();
      if (list === 'remarkPlugins') fs.readFileSync(sample);
      else await fs.promises.readFile(sample);
    };
  const files = { 'docs/sample.js': 'one();\n' };
  const { dependencies, problems } = await compile('Words.\n', {
    markdown: { own: readMarkdownSettings({ ...none, [list]: [include] }) },
    document: { settings: 'own' },
    files,
  });
  expect(problems).toEqual([]);
  const sample = dependencies.find(
    (dependency) => dependency.kind === 'file' && dependency.file.endsWith('sample.js'),
  );
  expect(sample).toMatchObject({ hash: hash('sha256', files['docs/sample.js']) });
});
