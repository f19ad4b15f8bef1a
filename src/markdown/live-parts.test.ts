import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import { unescapeHtml } from '../shared/unescape-html.ts';
import { createLiveElement, type LivePart, livePart } from './live-parts.ts';
import type { SiteComponents } from './site-components.ts';

const foldedPart: LivePart = {
  name: 'Folded',
  claimFence: ({ language }) => (language === 'folded' ? {} : undefined),
  modules: {
    '@site/folded': {
      default: ({ children }: { children?: ReactNode }) =>
        createLiveElement('Folded', { by: 'hand' }, [children]),
    },
  },
};
const renderLive = (name: string, props: object, slots: readonly string[] = []) =>
  `<b>${name} ${Object.keys(props).join()}</b>${slots.map((slot) => `<div>${slot}</div>`).join('')}`;
const withPart = { liveParts: [foldedPart], renderLive };

test('a live part keeps its contents: HTML, headings, text for search and Markdown', async () => {
  const article = await compile(
    "import Folded from '@site/folded';\n\n<Folded>\n\n## Inside\n\nWords.\n\n</Folded>\n",
    withPart,
  );
  expect(article.problems).toEqual([]);
  expect(article.live).toEqual(['Folded']);
  expect(article.html).toMatch(
    /^<div data-live="Folded" data-props="{&quot;by&quot;:&quot;hand&quot;}"><b>Folded by<\/b><div><h2 id="inside">/,
  );
  expect(article.headings).toEqual([{ id: 'inside', level: 2, text: 'Inside' }]);
  expect(article.blocks).toEqual([{ anchor: 'inside', text: 'Words.' }]);
  expect(article.markdown).toBe('## Inside\n\nWords.\n');
});

test('a fence that a part claims becomes the part and stays a fence in Markdown', async () => {
  const { html, live, markdown, blocks } = await compile('```folded\na < b\n```\n', withPart);
  expect(live).toEqual(['Folded']);
  expect(html).toContain(
    'data-props="{&quot;code&quot;:&quot;a &lt; b&quot;}"><b>Folded code</b><div><div class="theme-code-block',
  );
  expect(markdown).toBe('```folded\na < b\n```\n');
  expect(blocks).toEqual([{ anchor: '', text: 'a < b', code: true }]);
});

const props = { said: `it's "so" <b> & {c}` };
const components: SiteComponents = {
  Own: () => [livePart('Folded', props, ['**One**', '```js\nlet a;\n```'])],
};

test('a component of a site creates one from Markdown with any props', async () => {
  const { html, live, problems } = await compile('<Own />\n', { ...withPart, components });
  expect(problems).toEqual([]);
  expect(live).toEqual(['Folded']);
  const [, json = ''] = /data-props="([^"]*)"/.exec(html) ?? [];
  expect(JSON.parse(unescapeHtml(json))).toEqual(props);
  expect(html).toContain('<div><p><strong>One</strong></p></div><div><div class="theme-code-block');
});
