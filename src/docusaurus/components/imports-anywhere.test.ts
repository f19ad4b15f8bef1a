import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../../testing/test-site.ts';
import { formatProblem } from '../../shared/problem.ts';

const writeFence = (code: string, mark = '```') => `${mark}mdx-code-block\n${code}\n${mark}\n`;
const writeComponent = (word: string) => `export default function Said() {\n  return <i>${word}</i>;\n}\n`;

/** Data of a document with a function in it. */
const columns = 'export const columns = [{ header: "Name", Cell: ({ cell }) => <b>{cell}</b> }];';

/** Documents by name: text, and what the page must contain. */
const documents: Readonly<Record<string, readonly [text: string, ...expected: string[]]>> = {
  'fence-default': [`# A\n\n${writeFence("import One from '@site/src/one';\n\n<One />")}`, '<i>one</i>'],
  'fence-four': [`# A\n\n${writeFence("import One from '@site/src/one';\n\n<One />", '````')}`, '<i>one</i>'],
  'fence-apart': [
    `# A\n\n${writeFence("import One from '@site/src/one'")}\nWords.\n\n${writeFence('<One />')}`,
    '<i>one</i>',
  ],
  'fence-named': [
    `# A\n\n${writeFence("import { First, Second as Other } from '@site/src/named';")}\n<First /> and <Other />\n`,
    '<i>first</i>',
    '<i>second</i>',
  ],
  'fence-namespace': [
    `# A\n\n${writeFence("import * as parts from '../src/named';\n\n<parts.First />")}`,
    '<i>first</i>',
  ],
  'fence-theme': [
    `# A\n\n${writeFence("import API from '@theme/API';\nimport Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n<API />\n\n<Tabs><TabItem value=\"x\">Tab text</TabItem></Tabs>")}`,
    '<i>api</i>',
    'Tab text',
  ],
  'fence-export': [`# A\n\n${writeFence("export const unit = 'bar';")}\nIn {unit}.\n`, 'In bar.'],
  'fence-partial': [
    `# A\n\n${writeFence("import Part from './_part.mdx';\n\n<Part />")}`,
    '<i>one</i>',
    'Of the part.',
  ],
  'fence-live': [
    `# A\n\n${writeFence("import Live from '@site/src/live';\n\n<Live />")}`,
    '<live-island',
    '<i>live</i>',
  ],
  'between-tags': [
    "# A\n\n<details>\n<summary>More</summary>\n\nimport One from '@site/src/one'\n\n<One />\n\n</details>\n",
    '<i>one</i>',
  ],
  'used-before': [
    "# A\n\n<One />\n\n<details>\n<summary>More</summary>\n\nimport One from '@site/src/one'\n\nText\n\n</details>\n",
    '<i>one</i>',
  ],
  'fence-between-tags': [
    `# A\n\nText.\n\n${writeFence("import One from '@site/src/one'")}\n<details>\n<summary>More</summary>\n\n${writeFence('import CodeBlock from \'@theme/CodeBlock\'\n\n<CodeBlock language="js">let a = 1</CodeBlock>')}\n<One />\n\n</details>\n`,
    '<i>one</i>',
    'theme-code-block language-js',
  ],
  'in-admonition': [":::note\n\nimport One from '@site/src/one'\n\n<One />\n\n:::\n", '<i>one</i>'],
  'deep-between-tags': [
    "# A\n\n<div>\n<section>\n\nimport { First } from '@site/src/named'\n\nexport const unit = 'bar'\n\n<First /> {unit}\n\n</section>\n</div>\n",
    '<i>first</i>',
    'bar',
  ],
  'at-the-end': ["# A\n\n<One />\n\nWords.\n\nimport One from '@site/src/one'\n", '<i>one</i>'],
  'tabs-in-tags': [
    "# A\n\n<div>\n\nimport Tabs from '@theme/Tabs'\nimport TabItem from '@theme/TabItem'\n\n<Tabs>\n<TabItem value=\"a\">Inner text</TabItem>\n</Tabs>\n\n</div>\n",
    'Inner text',
  ],
  'functions-in-data': [
    `import Live from '@site/src/live';\n\n${columns}\n\n# A\n\n<Live columns={columns} />\n`,
    '<live-island',
    '<i>live</i>',
  ],
  'functions-in-part-of-data': [
    `import Live from '@site/src/live';\n\n${columns}\n\n# A\n\n<Live columns={columns.slice(0, 1)} />\n`,
    '<i>live</i>',
  ],
  'functions-in-several-lists': [
    `import Live from '@site/src/live';\n\n${columns}\n\n# A\n\n<Live columns={[...columns, { Cell: null }]} />\n`,
    '<i>live</i>',
  ],
  'functions-in-props': [
    `import Live from '@site/src/live';\n\n${columns}\n\nexport const props = { columns, size: 2 };\n\n# A\n\n<Live {...props} />\n`,
    '<i>live</i>',
  ],
  'function-of-data': [
    `import Live from '@site/src/live';\n\n${columns}\n\n# A\n\n<Live cell={columns[0].Cell} />\n`,
    '<i>live</i>',
  ],
  'search-bar': [
    "import SearchBar from '@theme/SearchBar';\n\n# A\n\n<SearchBar />\n",
    'data-action="search"',
  ],
};

/** Pages that use components as values: code, and what the page must contain. */
const pages: Readonly<Record<string, readonly [code: string, ...expected: string[]]>> = {
  prop: [
    "import { First } from '../named';\nexport default () => <Card icon={First} />;",
    '<i>first</i>',
    '<live-island',
  ],
  data: [
    'import { First as Book } from \'../named\';\nconst items = [{ icon: Book }];\nexport default () => <>{items.map((item) => <Card key="a" {...item} />)}</>;',
    '<i>first</i>',
  ],
  drawing: [
    "import drawing from '../drawing.svg';\nexport default () => <Card icon={drawing} />;",
    '<circle r="3"',
  ],
  typed: [
    "import type { ComponentType } from 'react';\nimport { First } from '../named';\nconst icons: Record<string, ComponentType> = { first: First };\nexport default () => <Card icon={icons.first} />;",
    '<i>first</i>',
  ],
};

let site: TestSite;
beforeAll(async () => {
  site = new TestSite({
    ...Object.fromEntries(Object.entries(documents).map(([name, [text]]) => [`docs/${name}.mdx`, text])),
    'docs/_part.mdx': `${writeFence("import One from '@site/src/one'")}\n<div>\n\nimport { First } from '../src/named'\n\nOf the part. <One /> <First />\n\n</div>\n`,
    'docs/sample.mdx': `# A\n\n\`\`\`jsx\nimport Nothing from '@site/src/nothing';\n\`\`\`\n`,
    'docs/plain.md': `---\nmdx:\n  format: md\n---\n# A\n\n${writeFence('Plain **words**.')}`,
    ...Object.fromEntries(
      Object.entries(pages).map(([name, [code]]) => [
        `src/pages/${name}.tsx`,
        `import Layout from '@theme/Layout';\nimport Card from '../card';\n${code.replace('default () => ', 'default () => <Layout>').replace(/;$/, '</Layout>;')}\n`,
      ]),
    ),
    'src/pages/plain.jsx':
      "import Layout from '@theme/Layout';\nimport Logo from '@theme/Logo';\nimport SearchBar from '@theme/SearchBar';\nimport { First } from '../named';\nexport default () => <Layout><Logo /><SearchBar /><First /></Layout>;\n",
    'src/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3"/></svg>\n',
    'src/card.jsx':
      "import { useState } from 'react';\nexport default function Card({ icon: Icon }) {\n  useState(0);\n  return <p><Icon /></p>;\n}\n",
    'src/one.jsx': writeComponent('one'),
    'src/theme/API.tsx': writeComponent('api'),
    'src/live.jsx':
      "import { useState } from 'react';\nexport default function Live() {\n  return <i>{useState('live')[0]}</i>;\n}\n",
    'src/named.jsx': 'export const First = () => <i>first</i>;\nexport const Second = () => <i>second</i>;\n',
  });
  const { problems } = await site.build();
  expect(problems.map(formatProblem)).toEqual([]);
});
afterAll(() => site[Symbol.dispose]());

test.each(Object.entries(documents))('binds what a document imports: %s', (name, [, ...expected]) => {
  const [page = ''] = /<article[\s\S]*?<\/article>/.exec(site.page(`/docs/${name}`) ?? '') ?? [];
  for (const part of expected) expect(page).toContain(part);
  expect(page).not.toMatch(/import (?:One|CodeBlock|\{)/);
});

test.each(Object.entries(pages))('shows components that a page passes on: %s', (name, [, ...expected]) => {
  const page = site.page(`/${name}`) ?? '';
  for (const part of expected) expect(page).toContain(part);
});

test('a page with elements alone needs no script, and has the search bar and logo of the theme', () => {
  const page = site.page('/plain') ?? '';
  expect(page).toContain('<i>first</i>');
  expect(page).toMatch(/<a [^>]*href="\/search"[^>]*data-action="search"/);
  expect(page).not.toContain('<live-island');
});

test('ignores imports in code samples, and unwraps the fence in plain Markdown, too', () => {
  expect(site.page('/docs/sample')).toContain('@site/src/nothing');
  expect(site.page('/docs/plain')).toContain('<strong>words</strong>');
});

test('reports the line of an import between tags that leads nowhere', async () => {
  using other = new TestSite({
    'docs/a.mdx': "# A\n\n<div>\n\nimport One from '@site/src/gone'\n\n<One />\n\n</div>\n",
    'docs/b.mdx': `# A\n\n${writeFence("import One from '@site/src/gone';\n\n<One />")}`,
    'docs/c.mdx': `# A\n\n<div>\n\n${writeFence("import API from '@theme/Gone';\n\n<API />")}\n</div>\n`,
  });
  const { problems } = await other.build();
  expect(
    problems.map(({ file = '', line, code }) => `${code} ${file.replace(/^.*\/docs\//, '')}:${line}`),
  ).toEqual(['missing-import a.mdx:5', 'missing-import b.mdx:4', 'unknown-import c.mdx:6']);
});

test('names an import of a path that a package keeps to itself, and builds the other components', async () => {
  using site = new TestSite({
    'docusaurus.config.js':
      "module.exports = { title: 'A', url: 'https://a.example', baseUrl: '/', presets: ['classic'] };\n",
    'node_modules/gauge/package.json': JSON.stringify({
      name: 'gauge',
      version: '1.0.0',
      exports: { '.': './index.js', './style.css': './dist/style.css' },
    }),
    'node_modules/gauge/index.js': 'export const unit = "bar";\n',
    'node_modules/gauge/dist/style.css': '.gauge { color: red }\n',
    'node_modules/gauge/gauge.min.css': '.gauge { color: red }\n',
    'node_modules/gauge/dist/dial.js': 'export default 1;\n',
    'src/good.jsx':
      "import 'gauge/style.css';\nimport { unit } from 'gauge';\nexport default () => <i>{unit}</i>;\n",
    'src/bad.jsx':
      "import { unit } from 'gauge';\nimport 'gauge/gauge.min.css';\nexport default () => <i>{unit}</i>;\n",
    'src/worse.jsx': "import dial from 'gauge/dist/dial';\nexport default () => <i>{dial}</i>;\n",
    'docs/a.mdx': "import Good from '@site/src/good';\n\n# A\n\n<Good />\n",
    'docs/b.mdx': "import Bad from '@site/src/bad';\n\n# B\n\n<Bad />\n",
    'docs/c.mdx': "import Worse from '@site/src/worse';\n\n# C\n\n<Worse />\n",
  });
  const { ok, problems } = await site.build({ BROKEN_DOCUMENTS: 'warn' });
  const explain = (id: string) =>
    `The package \`gauge\` is installed, but \`${id}\` isn't a file that it lets others import ("exports" in its package.json). Import one that it exports, or install the version that the site was written for.`;
  expect(problems.map(({ file, line, message }) => [file, line, message])).toEqual(
    expect.arrayContaining([
      ['src/bad.jsx', 2, explain('gauge/gauge.min.css')],
      ['src/worse.jsx', 1, explain('gauge/dist/dial')],
    ]),
  );
  expect(problems.filter(({ message }) => message.includes("doesn't exist"))).toEqual([]);
  expect([ok, site.page('/docs/a')?.includes('<i>bar</i>')]).toEqual([true, true]);
});
