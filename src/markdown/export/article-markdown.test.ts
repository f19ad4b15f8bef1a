import { expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';

const markdownOf = async (source: string, files: Record<string, string> = {}) =>
  (await compile(source, { files, docs: { 'other.md': '/docs/other' } })).markdown;

test('plain Markdown stays what it is', async () => {
  const source = `## Steps

1. Open **Users**.
2. Press \`New\`.

| Name | Kind |
| - | - |
| id | number |

- [x] done
- [ ] open
`;
  expect(await markdownOf(source)).toBe(source);
});

test('links lead to the addresses that the reader has, and heading links are left out', async () => {
  expect(await markdownOf('## Users {#people}\n\nSee [the other](./other.md#top).\n')).toBe(
    '## Users\n\nSee [the other](/docs/other#top).\n',
  );
});

test('a picture that is made of words and boxes is a picture: neither the copy nor search has its words', async () => {
  const source = 'Before.\n\n<div role="img" aria-label="A list">Case 7</div>\n\nAfter.\n';
  const { markdown, blocks } = await compile(source);
  expect(markdown).toBe('Before.\n\nAfter.\n');
  expect(blocks.map(({ text }) => text)).toEqual(['Before.', 'After.']);
});

test('what can be typed into a field is no text of the article, and words in boxes of their own are apart', async () => {
  const source =
    '<div><div>Name</div><div>Ana <input defaultValue="Bea" /><textarea defaultValue="Cy" /></div></div>\n';
  const { markdown, blocks } = await compile(source);
  expect(markdown).toBe('Name\n\nAna\n');
  expect(blocks.map(({ text }) => text)).toEqual(['Name', 'Ana']);
});

test('a code block keeps language and title, and loses the comments that steer its looks', async () => {
  const source = '```js title="a.js"\n// highlight-next-line\nrun();\n```\n';
  expect(await markdownOf(source)).toBe('```js title="a.js"\nrun();\n```\n');
});

test('an admonition is a quotation under its title, details and tabs stand open under theirs', async () => {
  const source = `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

:::warning[Mind the gap]

Step back.

:::

:::note

Read on.

:::

<details>
<summary>More</summary>

Hidden words.

</details>

<Tabs>
<TabItem value="a" label="Apple">Red.</TabItem>
<TabItem value="b" label="Pear">Green.</TabItem>
</Tabs>
`;
  expect(await markdownOf(source)).toBe(`> **Mind the gap**
>
> Step back.

> **Note**
>
> Read on.

**More**

Hidden words.

**Apple**

Red.

**Pear**

Green.
`);
});

test('what a document imports and computes is in it as the reader sees it', async () => {
  const source = `import Part from './_part.mdx';

<Part />

Two and two is {2 + 2}.
`;
  expect(await markdownOf(source, { 'docs/_part.mdx': 'A shared **part**.\n' })).toBe(
    'A shared **part**.\n\nTwo and two is 4.\n',
  );
});

test('footnotes are footnotes again', async () => {
  expect(await markdownOf('Said so.[^who]\n\n[^who]: By Ana.\n')).toBe('Said so.[^who]\n\n[^who]: By Ana.\n');
});

test('tables keep their words, whatever HTML they are made of', async () => {
  const rows = [
    '| **A** `a \\| b` | _B_ [other](other.md) | ![Alt](/img/a.png) |',
    '| 1   <br/> 2 | <span>&nbsp;wide   words </span> | `x` |',
  ];
  const table = ['| Left | Right | Plain |', '| :--- | ---: | --- |'];
  const html = '<table><tr><td colSpan="2">Both</td></tr><tr><td> 1 </td><td>2</td></tr></table>';
  const source = `${[...table, '| a_b | **b** | c*d |'].join('\n')}\n\n${[...table, ...rows].join('\n')}\n\n${html}\n`;
  expect(await markdownOf(source, { 'static/img/a.png': 'x' })).toMatchInlineSnapshot(`
    "| Left | Right | Plain |
    | :- | -: | - |
    | a_b | **b** | c\\*d |

    | Left | Right | Plain |
    | :- | -: | - |
    | **A** \`a \\| b\` | _B_ [other](/docs/other) | ![Alt](/_assets/a.2d711642b726b044.png) |
    | 1 2 |  wide words | \`x\` |

    | | |
    | - | - |
    | Both | |
    | 1 | 2 |
    "
  `);
});

test('of two pictures for two themes, the one for a light page', async () => {
  const { markdown } = await compile(
    "import ThemedImage from '@theme/ThemedImage';\n\n<ThemedImage alt=\"A lamp\" sources={{light: 'https://a.example/l.png', dark: 'https://a.example/d.png'}} />\n",
  );
  expect(markdown).toBe('![A lamp](https://a.example/l.png)\n');
});
