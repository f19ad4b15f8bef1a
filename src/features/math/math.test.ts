import { expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';
import { readMarkdownSettings } from '../../markdown/plugins/read-settings.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import { extension } from './compile.ts';

const createMarker = (kind: string) => Object.assign(() => {}, { knownPlugin: kind });
const mathSettings = readMarkdownSettings({
  remarkPlugins: [createMarker('math')],
  rehypePlugins: [[createMarker('katex'), { strict: false }]],
  beforeDefaultRemarkPlugins: [],
  beforeDefaultRehypePlugins: [],
});
/** Compiles for a documentation whose configuration turns formulas on. */
const compileWithMath = (source: string, extensions = [extension]) =>
  compile(source, { markdown: { own: mathSettings }, document: { settings: 'own' }, extensions });

test('renders formulas in text, blocks, headings and cells as MathML with their source', async () => {
  const { html, headings, toc, blocks, markdown, problems } = await compileWithMath(
    'Flow is $Q = A \\cdot v$, for \\$5.\n\n$$\n\\frac{1}{2}\n$$\n\n## Set $x_{i}$\n\n| A |\n|---|\n| $\\eta$ |\n',
  );
  expect(problems).toEqual([]);
  expect(html.match(/<span class="katex"><math [^>]*>/g)).toHaveLength(4);
  expect(html).toContain('<annotation encoding="application/x-tex">Q = A \\cdot v</annotation>');
  expect(html).toMatch(/<span class="katex-display"><span class="katex"><math [^>]*display="block">/);
  expect(html).not.toContain('style=');
  expect(headings).toEqual([{ id: 'set-x_i', level: 2, text: 'Set x_{i}' }]);
  expect(toc).toMatchObject([{ text: 'Set x_{i}' }]);
  expect(blocks.map(({ text }) => text)).toEqual([
    'Flow is Q = A \\cdot v, for $5.',
    '\\frac{1}{2}',
    'A',
    '\\eta',
  ]);
  expect(markdown).toContain('Flow is $Q = A \\cdot v$, for $5.');
  expect(markdown).toContain('$$\n\\frac{1}{2}\n$$');
  expect(markdown).toContain('| $\\eta$ |');
});

test('lets a displayed formula scroll if it is too wide, and loads no rule for one in a line', async () => {
  const rule = 'math[display=block]{max-width:100%;overflow:auto;white-space:nowrap}';
  expect((await compileWithMath('$$\na + b\n$$\n')).styles).toEqual([rule]);
  expect((await compileWithMath('> - $$\n  a\n  $$\n\n$$\nb\n$$\n')).styles).toEqual([rule]);
  expect((await compileWithMath('The sum $a + b$.\n')).styles).toEqual([]);
});

test('shows a formula with an error as written and warns at its line', async () => {
  const { html, problems } = await compileWithMath('One\n\n$\\frac{1}$ two\n');
  expect(problems).toMatchObject([{ code: 'formula', severity: 'warning', line: 3 }]);
  expect(html).toMatch(/class="katex-error[^>]*>\\frac\{1}</);
});

test('renders formulas in evaluated documents', async () => {
  const { html, problems } = await compileWithMath(
    "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n<Tabs><TabItem value='a'>\n\n$a^{2}$ {1 + 1}\n\n</TabItem></Tabs>\n",
  );
  expect(problems).toEqual([]);
  expect(html).toContain('<annotation encoding="application/x-tex">a^{2}</annotation>');
});

test('turns formulas on for one documentation only', async () => {
  const markdown = { own: mathSettings };
  expect((await compile('$x$', { markdown, extensions: [extension] })).html).toBe('<p>$x$</p>');
});

test.each([
  ['a formula on lines of its own', '$$\n\\frac{1}{2}\n$$\n', 'language-math', '\\frac{1}{2}'],
  ['a formula in a line', 'Flow is $A \\cdot v$.\n', '<p>Flow is <code>', 'A \\cdot v'],
  ['a fence', '```math\n\\frac{1}{2}\n```\n', 'language-math', '\\frac{1}{2}'],
  ['a formula in a list of an evaluated document', '{1 + 1}\n\n- $x_{i}$\n', '<li>', '<code>x_{i}</code>'],
])('without the feature, shows the source of %s as code', async (_, source, place, tex) => {
  const { html, problems } = await compileWithMath(source, []);
  expect(problems).toEqual([]);
  expect(html).toContain(place);
  expect(unescapeHtml(html.replaceAll(/<span[^>]*>|<\/span>/g, ''))).toContain(tex);
  expect(html).not.toMatch(/<math|katex/);
});
