import { expect, test } from 'vitest';
import { compile } from '../../../testing/compile.ts';
import { unescapeHtml } from '../../shared/unescape-html.ts';
import { extension } from './compile.ts';

const imports = "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n";
const fence = '```jsx live\n<b/>\n```\n';
const documents: [string, source: string][] = [
  ['a fence', fence],
  ['a fence with a title', fence.replace('live', 'title="Bold" live')],
  ['a fence in a list item', `- One\n\n  ${fence.replaceAll('\n', '\n  ')}\n`],
  ['a fence in tabs', `${imports}\n<Tabs><TabItem value="a">\n\n${fence}\n</TabItem></Tabs>\n`],
  [
    'the component of the theme',
    "import CodeBlock from '@theme/CodeBlock';\n\n<CodeBlock language=\"jsx\" live>{'<b/>'}</CodeBlock>\n",
  ],
];
/** The components show their slots, as they do before they come alive. */
const renderLive = (_: string, __: object, slots: readonly string[] = []) => slots.join('');
const options = { extensions: [extension], renderLive };

test.each(documents)('%s marked live comes alive over its code', async (_, source) => {
  const { html, live, problems, markdown } = await compile(source, { ...options, code: { live: true } });
  expect(problems).toEqual([]);
  expect(live).toContain('LiveCode');
  expect(html).toContain(
    '<div data-live="LiveCode" data-props="{&quot;code&quot;:&quot;&lt;b/&gt;&quot;}"><div class="theme-code-block',
  );
  expect(markdown).toMatch(/```jsx.*\n *<b\/>/);
});

test.each(documents)(
  '%s marked live is a code block without the feature, or if the site turns it off',
  async (_, source) => {
    for (const settings of [{ renderLive, code: { live: true } }, options]) {
      const { html, live, problems } = await compile(source, settings);
      expect(problems).toEqual([]);
      expect(live).not.toContain('LiveCode');
      expect(html).toMatch(/<div class="theme-code-block[^"]* language-jsx[^"]*">/);
    }
  },
);

test.each([
  ['jsx live noInline', {}, { noInline: true }],
  ['jsx noInline live', { livePosition: 'top' }, { noInline: true, resultFirst: true }],
  ['tsx live', { livePosition: 'top' }, { resultFirst: true }],
] as const)('passes what the fence %s and the configuration %o say', async (info, code, props) => {
  const source = `\`\`\`${info}\nrender(1)\n\`\`\`\n`;
  const { html } = await compile(source, { ...options, code: { live: true, ...code } });
  const [, json = ''] = /data-props="([^"]*)"/.exec(html) ?? [];
  expect(JSON.parse(unescapeHtml(json))).toEqual({ code: 'render(1)', ...props });
});
