import { expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';
import { extension } from './compile.ts';

const imports = "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n";
const fence = '```mermaid\nflowchart LR\n  A --> B\n```\n';
const documents: [string, source: string][] = [
  ['a fence', fence],
  ['a fence in capitals with other words', fence.replace('mermaid', 'Mermaid title="Flow"')],
  ['a fence in a list item', `- One\n\n  ${fence.replaceAll('\n', '\n  ')}\n`],
  ['a fence in an admonition', `:::note\n\n${fence}\n:::\n`],
  ['a fence in tabs', `${imports}\n<Tabs><TabItem value="a">\n\n${fence}\n</TabItem></Tabs>\n`],
  [
    'the component of the theme',
    "import Mermaid from '@theme/Mermaid';\n\n<Mermaid value={'flowchart LR\\n  A --> B'} />\n",
  ],
];
/** The components show their slots, as they do before they come alive. */
const renderLive = (_: string, __: object, slots: readonly string[] = []) => slots.join('');

test.each(documents)('%s becomes a diagram over its source', async (_, source) => {
  const { html, live, problems, markdown } = await compile(source, { extensions: [extension], renderLive });
  expect(problems).toEqual([]);
  expect(live).toContain('Mermaid');
  expect(html).toMatch(
    /<div data-live="Mermaid" data-props="{&quot;code&quot;:&quot;flowchart LR\\n {2}A --&gt; B&quot;}"><div class="theme-code-block/,
  );
  expect(markdown).toMatch(/```mermaid.*\n[> ]*flowchart LR/i);
});

test.each(documents)(
  '%s is a code block without the feature, or if the site turns it off',
  async (_, source) => {
    for (const settings of [{}, { extensions: [extension], code: { mermaid: false } }]) {
      const { html, live, problems } = await compile(source, { ...settings, renderLive });
      expect(problems).toEqual([]);
      expect(live).not.toContain('Mermaid');
      expect(html).not.toContain('data-live="Mermaid"');
      expect(html).toMatch(/<div class="theme-code-block[^"]* language-mermaid[^"]*">/);
      expect(html.replaceAll(/<[^>]*>/g, '')).toContain('A --&gt; B');
    }
  },
);

test('fences of other languages stay code blocks', async () => {
  const { live } = await compile('```js\nmermaid\n```\n\n```mermaidx\na\n```\n\n    mermaid\n', {
    extensions: [extension],
    renderLive,
  });
  expect(live).toEqual([]);
});
