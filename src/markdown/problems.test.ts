import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';

const findProblems = async (source: string, files: Record<string, string> = {}) => {
  const { problems, html } = await compile(source, { files });
  expect(html).toBe('');
  return problems.map(({ line, column, code, message }) => [`${line}:${column}`, code, message]);
};

test('reports every MDX mistake at its place, with a way to fix it', async () => {
  const problems = await findProblems(
    '---\ntitle: x\n---\n\na { b- } c\n\nx < y <https://a.example>\n\n<br>\n\n<Foo>z</Foo>\n\n![](nope.png)\n',
  );
  expect(problems).toEqual([
    ['5:8', 'mdx-syntax', expect.stringContaining('write `\\{`')],
    ['7:14', 'mdx-syntax', expect.stringContaining('Write `[text](https://…)`')],
    ['9:1', 'mdx-syntax', '`<br>` must end in a slash in MDX. Write `<br />`.'],
    ['13:1', 'missing-image', expect.any(String)],
    ['11:1', 'unknown-component', expect.stringContaining('`\\<Foo>`')],
  ]);
});

test('explains how to write a type parameter, which is a tag in MDX', async () => {
  expect(await findProblems('Vec<String> is')).toEqual([
    ['1:4', 'mdx-syntax', expect.stringContaining('write `\\<String>`')],
  ]);
});

test('suggests the missing import or the nearest name for an unknown component', async () => {
  expect(await findProblems('<Tabs>x</Tabs>\n\n<Detail>y</Detail>\n')).toEqual([
    ['1:1', 'unknown-component', "`<Tabs>` isn't imported. Add `import Tabs from '@theme/Tabs';` above it."],
    ['3:1', 'unknown-component', expect.stringContaining('Did you mean `<Details>`?')],
  ]);
});

test('explains every refused import', async () => {
  expect(
    await findProblems(
      "import Foo from '@site/src/components/Foo';\nimport x from 'lodash';\nimport T from '@theme/Tab';\nimport P from './_gone.mdx';\nimport i from './gone.png';\nimport p from '@generated/props.json';\nimport M from '@site/.docusaurus/made/m.mdx';\n\ntext\n",
    ),
  ).toEqual([
    ['1:1', 'missing-import', expect.stringContaining("doesn't exist")],
    ['2:1', 'missing-package', expect.stringContaining('`lodash`')],
    ['3:1', 'unknown-import', expect.stringContaining('`@theme/Tabs`')],
    ['4:1', 'missing-import', expect.stringContaining('docs/_gone.mdx')],
    ['5:1', 'missing-import', expect.stringContaining('./gone.png')],
    ['6:1', expect.any(String), expect.stringContaining('Write the file into the site folder')],
    ['7:1', 'missing-import', expect.stringContaining('Write the file into the site folder')],
  ]);
});

test('reports a mistake in a partial at its place in the partial', async () => {
  const { problems } = await compile("import P from './_p.mdx';\n\n<P />\n", {
    files: { 'docs/_p.mdx': 'ok\n\n<bad\n' },
  });
  expect(problems).toMatchObject([{ file: 'docs/_p.mdx', code: 'mdx-syntax' }]);
});

test('reports partials that import each other', async () => {
  const { problems } = await compile("import A from './_a.mdx';\n\n<A />\n", {
    files: {
      'docs/_a.mdx': "import B from './_b.mdx';\n\n<B />\n",
      'docs/_b.mdx': "import A from './_a.mdx';\n\n<A />\n",
    },
  });
  expect(problems).toMatchObject([{ file: 'docs/_b.mdx', line: 1, code: 'import-circle' }]);
});

test('reports code that fails with its error and the most likely place', async () => {
  expect(await findProblems('a\n\nb {missing.name}\n')).toEqual([
    ['3:3', 'mdx-code', expect.stringContaining('missing is not defined')],
  ]);
  const tabs = "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n";
  expect(await findProblems(`${tabs}<Tabs>\n<p>x</p>\n</Tabs>\n`)).toEqual([
    ['4:1', 'mdx-code', expect.stringContaining('<TabItem>')],
  ]);
  expect(await findProblems(`${tabs}<Tabs defaultValue="z"><TabItem value="a">x</TabItem></Tabs>\n`)).toEqual(
    [['4:1', 'mdx-code', expect.stringContaining('have the values `a`')]],
  );
});

test('reports invalid JSON and impossible file names', async () => {
  expect(await findProblems("import d from './d.json';\n\n{d}\n", { 'docs/d.json': '{' })).toEqual([
    ['1:1', 'broken-import', expect.stringContaining('./d.json')],
  ]);
  const { problems } = await compile(`![a](./a%00.png) ![b](./${'b'.repeat(5000)}.png) [c](%E0%A4%A)\n`);
  expect(problems.map(({ code }) => code)).toEqual(['missing-image', 'missing-image']);
});

test('compiles an empty document to an empty article', async () => {
  expect(await compile('')).toMatchObject({ html: '', problems: [] });
  expect(await compile('---\ntitle: x\n---\n')).toMatchObject({ html: '', problems: [] });
});
