import { expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';

const compileToMarkdown = async (source: string, files: Record<string, string> = {}) =>
  (await compile(source, { files, docs: { 'other.md': '/docs/other' } })).markdown;

test('keeps plain Markdown unchanged', async () => {
  const source = `## Steps

1. Open **Users**.
2. Press \`New\`.

| Name | Kind |
| - | - |
| id | number |

- [x] done
- [ ] open
`;
  expect(await compileToMarkdown(source)).toBe(source);
});

test('writes links with the addresses that readers see, without heading links', async () => {
  expect(await compileToMarkdown('## Users {#people}\n\nSee [the other](./other.md#top).\n')).toBe(
    '## Users\n\nSee [the other](/docs/other#top).\n',
  );
});

test('leaves the text of drawings out of the copy and of search', async () => {
  const source = 'Before.\n\n<div role="img" aria-label="A list">Case 7</div>\n\nAfter.\n';
  const { markdown, blocks } = await compile(source);
  expect(markdown).toBe('Before.\n\nAfter.\n');
  expect(blocks.map(({ text }) => text)).toEqual(['Before.', 'After.']);
});

test('leaves out text fields and separates words in boxes of their own', async () => {
  const source =
    '<div><div>Name</div><div>Ana <input defaultValue="Bea" /><textarea defaultValue="Cy" /></div></div>\n';
  const { markdown, blocks } = await compile(source);
  expect(markdown).toBe('Name\n\nAna\n');
  expect(blocks.map(({ text }) => text)).toEqual(['Name', 'Ana']);
});

test('keeps language and title of a code block and drops magic comments', async () => {
  const source = '```js title="a.js"\n// highlight-next-line\nrun();\n```\n';
  expect(await compileToMarkdown(source)).toBe('```js title="a.js"\nrun();\n```\n');
});

test('writes only the tab that a component of the site chose, if the others say the same', async () => {
  const panels = ['curl', 'php'].map((value) => `<x-slot>\n\n\`${value}\`\n\n</x-slot>`);
  const write = (props: Record<string, string>) => {
    const items = [
      { value: 'curl', label: 'curl' },
      { value: 'php', label: 'PHP' },
    ];
    const json = JSON.stringify({ items, selected: 'curl', ...props }).replaceAll('"', '&quot;');
    return compileToMarkdown(
      `<x-live dataName="Tabs" dataProps="${json}">\n${panels.join('\n')}\n</x-live>\n`,
    );
  };
  expect(await write({ tabInCopies: 'php' })).toBe('`php`\n');
  expect(await write({ tabInCopies: 'ruby' })).toContain('**PHP**');
  expect(await write({})).toContain('**curl**\n\n`curl`\n\n**PHP**');
});

test('writes admonitions as quotations, and details and tabs under their titles', async () => {
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
  expect(await compileToMarkdown(source)).toBe(`> **Mind the gap**
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

test('includes imported and computed content as readers see it', async () => {
  const source = `import Part from './_part.mdx';

<Part />

Two and two is {2 + 2}.
`;
  expect(await compileToMarkdown(source, { 'docs/_part.mdx': 'A shared **part**.\n' })).toBe(
    'A shared **part**.\n\nTwo and two is 4.\n',
  );
});

test.each([
  ['<em>ke</em>ttle', '*ke*ttle'],
  ['un*frigging*believable', 'un*frigging*believable'],
  ['<strong>ke</strong>ttle', '**ke**ttle'],
  ['get<em>Name</em>Of<em>User</em>', 'get*Name*Of*User*'],
  ['_a word_ and snake\\_case', '*a word* and snake_case'],
  ['Stra<em>ß</em>e, <em>é</em>té', 'Stra*ß*e, *é*té'],
])('writes no character references for parts of words: %s', async (source, markdown) => {
  expect(await compileToMarkdown(`${source}\n`)).toBe(`${markdown}\n`);
});

test('writes footnotes as footnotes', async () => {
  expect(await compileToMarkdown('Said so.[^who]\n\n[^who]: By Ana.\n')).toBe(
    'Said so.[^who]\n\n[^who]: By Ana.\n',
  );
});

test('keeps the text of tables with any HTML inside', async () => {
  const rows = [
    '| **A** `a \\| b` | _B_ [other](other.md) | ![Alt](/img/a.png) |',
    '| 1   <br/> 2 | <span>&nbsp;wide   words </span> | `x` |',
  ];
  const table = ['| Left | Right | Plain |', '| :--- | ---: | --- |'];
  const html = '<table><tr><td colSpan="2">Both</td></tr><tr><td> 1 </td><td>2</td></tr></table>';
  const source = `${[...table, '| a_b | **b** | c*d |'].join('\n')}\n\n${[...table, ...rows].join('\n')}\n\n${html}\n`;
  expect(await compileToMarkdown(source, { 'static/img/a.png': 'x' })).toMatchInlineSnapshot(`
    "| Left | Right | Plain |
    | :- | -: | - |
    | a_b | **b** | c\\*d |

    | Left | Right | Plain |
    | :- | -: | - |
    | **A** \`a \\| b\` | *B* [other](/docs/other) | ![Alt](/_assets/a.2d711642b726b044.png) |
    | 1 2 |  wide words | \`x\` |

    | | |
    | - | - |
    | Both | |
    | 1 | 2 |
    "
  `);
});

test('keeps the light one of two images for two themes', async () => {
  const { markdown } = await compile(
    "import ThemedImage from '@theme/ThemedImage';\n\n<ThemedImage alt=\"A lamp\" sources={{light: 'https://a.example/l.png', dark: 'https://a.example/d.png'}} />\n",
  );
  expect(markdown).toBe('![A lamp](https://a.example/l.png)\n');
});

test.each([
  ['<a name="old"></a>Text.', 'Text.'],
  ['Before <a id="here"></a>after.', 'Before after.'],
  ['[](./other.md) Text.', 'Text.'],
  ['Press it.<button type="button">Copy</button>', 'Press it.'],
  ['<a href="/docs/other"><button>Start **now**</button></a>', '[Start **now**](/docs/other)'],
  ['<div>Total: {1 + 2} items</div>', 'Total: 3 items'],
  ['<div>Agree <input type="checkbox" /></div>', 'Agree'],
  [
    '<video src="https://example.com/tour%20one.mp4" controls />',
    '[tour one.mp4](https://example.com/tour%20one.mp4)',
  ],
  ['<audio src="https://example.com/a.ogg?x=1" />', '[a.ogg](https://example.com/a.ogg?x=1)'],
])('writes %s as %s', async (source, copy) => {
  expect(await compileToMarkdown(`${source}\n`)).toBe(`${copy}\n`);
});
