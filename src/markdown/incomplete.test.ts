import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';

const lenient = (source: string) => compile(source, { lenient: true });

test('components that are not there show what stands between their tags', async () => {
  const { html, headings, problems, failed } = await lenient(
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

test('what does not parse is left out, and all around it is there', async () => {
  const { html, problems } = await lenient('# T\n\nBefore { b- } after.\n\n## Two\n');
  expect(html).toContain('after.');
  expect(html).toContain('id="two"');
  expect(problems.map(({ code }) => code)).toEqual(['mdx-syntax']);
});

test('code that fails is shown as it is written', async () => {
  const { html, problems } = await lenient(
    'export const list = undefined;\n\nOne {list.length} two.\n\n{list.map((x) => x)}\n\n**Bold**\n',
  );
  expect(html).toContain('One <code>{list.length}</code> two.');
  expect(html).toContain('<strong>Bold</strong>');
  expect(html).not.toContain('export const');
  expect(problems).toMatchObject([{ code: 'mdx-code', line: 3 }]);
});

test('a document of which nothing can be run is read as a text', async () => {
  const { html, headings } = await lenient(
    "import Tabs from '@theme/Tabs';\n\n## One\n\n<Tabs values={[]}>\n\nIn a tab.\n\n</Tabs>\n\n- End\n",
  );
  expect(html).toContain('In a tab.');
  expect(html).toContain('<li>End</li>');
  expect(html).not.toContain('import Tabs');
  expect(headings).toMatchObject([{ id: 'one' }]);
});

test('unless it is asked for, nothing of such a document is an article', async () => {
  const { html, failed } = await compile('<Strange>x</Strange>\n');
  expect({ html, failed }).toEqual({ html: '', failed: true });
});
