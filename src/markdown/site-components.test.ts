import { expect, test } from 'vitest';
import { compile } from '../../testing/compile.ts';
import type { SiteComponents } from './site-components.ts';

const components: SiteComponents = {
  Greeting: ({ to = 'you' }) => [`## Hello ${to}\n\nSee [the other page](./other.md).`, { children: true }],
  Outer: () => ['## Outer', { children: true }],
  Framed: () => [{ children: true, live: { name: 'Frame', props: { at: 1 } } }],
  Data: (_props, host) => [`Its data is at \`${host.asset('data of it.json', '{"of":"it"}')}\`.`],
  Refused: () => ({ problem: 'There is no such thing.' }),
};
const broken: SiteComponents = {
  Thrown: () => {
    throw new Error('no such table');
  },
  Number: () => JSON.parse('5'),
  Parts: () => JSON.parse('[5]'),
};
const docs = { 'other.md': '/docs/other' };

test('the result of a component belongs to the document\u2019s own: its headings, links and text', async () => {
  const { toc, links, blocks, problems } = await compile(
    '<Greeting to="Ana">\n\nAnd this.\n\n</Greeting>\n',
    {
      components,
      docs,
    },
  );
  expect(problems).toEqual([]);
  expect(toc).toMatchObject([{ id: 'hello-ana', text: 'Hello Ana' }]);
  expect(links).toMatchObject([{ href: '/docs/other', written: './other.md', line: 1 }]);
  expect(blocks.map(({ text }) => text)).toEqual(['See the other page.', 'And this.']);
});

test('reports a refusal at the line of the component', async () => {
  const { problems } = await compile('Text.\n\n<Refused />\n', { components });
  expect(problems).toMatchObject([
    { code: 'site-component', line: 3, message: '<Refused>: There is no such thing.' },
  ]);
});

test('reports a component that fails or returns something else, and compiles the rest', async () => {
  const { problems, html } = await compile('<Thrown />\n\n<Number />\n\n<Parts />\n\nText.\n', {
    components: broken,
  });
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    expect.stringMatching(/^1 <Thrown>: The component fails: no such table/),
    '3 <Number>: The component must return a list of parts or a problem.',
    '5 <Parts>: The component must return a list of parts or a problem.',
  ]);
  expect(html).toContain('Text.');
});

test('shows the same in the preview, which caches parsed parts', async () => {
  const source = '<Greeting />\n\n<Greeting />\n\n<Greeting />\n';
  const { html } = await compile(source, { components, docs });
  expect(await compile(source, { components, docs, forPreview: true })).toMatchObject({ html, markdown: '' });
  expect(html).toContain('id="hello-you-2"');
});

test('allows nested components, and content between the tags as the slot of a live part', async () => {
  const { html, problems } = await compile('<Outer>\n\n<Framed>\n\n*This.*\n\n</Framed>\n\n</Outer>\n', {
    components,
    liveParts: [{ name: 'Frame', modules: {} }],
    renderLive: (name, props, slots = []) => `${name} ${JSON.stringify(props)} ${slots.join()}`,
  });
  expect(problems).toEqual([]);
  expect(html).toMatch(/<h2 id="outer".*data-live="Frame".*Frame \{"at":1\} <p><em>This\.<\/em><\/p>/s);
});

test('lets a component create a file whose address changes with the text', async () => {
  const { assets, html } = await compile('<Data />\n', { components });
  expect(assets).toEqual([
    { url: expect.stringMatching(/^\/_assets\/data-of-it\.[0-9a-f]{16}\.json$/), text: '{"of":"it"}' },
  ]);
  expect(html).toContain(assets[0]?.url);
});
