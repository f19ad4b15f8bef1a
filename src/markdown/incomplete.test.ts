import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';

const compileLeniently = (source: string) => compile(source, { lenient: true });

test('shows the children of missing components', async () => {
  const { html, headings, problems, failed } = await compileLeniently(
    "import Box from '@site/src/none';\n\n## One\n\n<Box size={2}>In *it*.</Box>\n\n<Strange>Also {1 + 1} this.</Strange>\n\n![](none.png)\n",
  );
  expect(failed).toBe(true);
  expect(html).toContain('In <em>it</em>.');
  expect(html).toContain('Also 2 this.');
  expect(headings).toMatchObject([{ id: 'one' }]);
  expect(html).toMatch(/^<div class="theme-admonition theme-admonition-warning admonition">/);
  expect(html).toContain('Part of this page couldn’t be displayed');
  expect(html).toContain('<li>1: ');
  expect(html).not.toContain('<li>9: ');
  expect(problems.map(({ code, line }) => `${code} ${line}`)).toEqual([
    'missing-image 9',
    'unknown-component 7',
    'missing-import 1',
  ]);
});

test("leaves out text that doesn't parse and shows everything around it", async () => {
  const { html, problems } = await compileLeniently('# T\n\nBefore { b- } after.\n\n## Two\n');
  expect(html).toContain('after.');
  expect(html).toContain('id="two"');
  expect(problems.map(({ code }) => code)).toEqual(['mdx-syntax']);
});

test('shows the source of code that fails', async () => {
  const { html, problems } = await compileLeniently(
    'export const list = undefined;\n\nOne {list.length} two.\n\n{list.map((x) => x)}\n\n**Bold**\n',
  );
  expect(html).toContain('One <code>{list.length}</code> two.');
  expect(html).toContain('<strong>Bold</strong>');
  expect(html).not.toContain('export const');
  expect(problems).toMatchObject([{ code: 'mdx-code', line: 3 }]);
});

test("reads a document as plain Markdown if its code doesn't run", async () => {
  const { html, headings } = await compileLeniently(
    "import Tabs from '@theme/Tabs';\n\n## One\n\n<Tabs values={[]}>\n\nIn a tab.\n\n</Tabs>\n\n- End\n",
  );
  expect(html).toContain('In a tab.');
  expect(html).toContain('<li>End</li>');
  expect(html).not.toContain('import Tabs');
  expect(headings).toMatchObject([{ id: 'one' }]);
});

test('makes no article of a broken document unless the owner allows it', async () => {
  const { html, failed } = await compile('<Strange>x</Strange>\n');
  expect({ html, failed }).toEqual({ html: '', failed: true });
});
