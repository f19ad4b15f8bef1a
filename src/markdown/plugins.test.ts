import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
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
    { code: 'markdown-plugin', file: 'docs/page.md', message: expect.stringMatching(/`broken`.*no luck/) },
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
  const { problems: silent } = await compile('Half is $\\frac{1}{2}$, for {1} $.\n');
  expect(silent).toMatchObject([{ code: 'no-formulas', severity: 'warning', line: 1 }]);
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
