import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import type { CompilerExtension } from './extensions.ts';

const renderLive = (name: string, _: object, slots: readonly string[] = []) =>
  `<b>${name}</b>${slots.join('')}`;
const fail = (): never => {
  throw new Error('Oh.');
};
const claimNothing: CompilerExtension = { fences: { First: () => undefined } };
const claimAll: CompilerExtension = { fences: { Second: ({ words }) => ({ words }), Third: () => ({}) } };

test('the first claim of a fence counts, with its props', async () => {
  const extensions = [claimNothing, claimAll];
  const { html, live } = await compile('```js one two\na\n```\n', { extensions, renderLive });
  expect(live).toEqual(['Second']);
  expect(html).toContain(
    '{&quot;code&quot;:&quot;a&quot;,&quot;words&quot;:[&quot;one&quot;,&quot;two&quot;]}',
  );
});

test('a step changes the Markdown of a document after its plugins and before it is evaluated', async () => {
  const insert: CompilerExtension = {
    transform(tree, { has, settings }) {
      if (!has('heading')) return false;
      expect(settings.admonitions).toContain('tip');
      tree.children.push({ type: 'code', lang: 'js', value: 'added' });
      return true;
    },
  };
  const { html, markdown } = await compile('# One\n\n{1 + 1}\n', { extensions: [insert] });
  expect(html).toContain('language-js');
  expect(markdown).toContain('```js\nadded\n```');
  expect((await compile('One\n', { extensions: [insert] })).html).toBe('<p>One</p>');
});

test.each<[string, CompilerExtension, message: string]>([
  ['step', { transform: fail }, 'The feature "tested" fails: Oh.'],
  ['step later', { transform: async () => fail() }, 'The feature "tested" fails: Oh.'],
  ['claim', { fences: { Second: fail } }, 'The live part Second fails at a code block: Oh.'],
])('an error in a %s is a problem of the document', async (_, extension, message) => {
  const { problems } = await compile('```js\na\n```\n', { extensions: [extension], renderLive });
  expect(problems).toMatchObject([{ code: 'markdown-plugin', severity: 'error', message }]);
});
