import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestToken } from '../../testing/personal-token.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';
import { TestSite } from '../../testing/test-site.ts';
import { openViews } from '../views/scope-views.ts';

/** A letter, then its accent, as in names of archives created on macOS. */
const decomposeAccents = (text: string) => text.normalize('NFD');
/** One character for a letter and its accent, as keyboards produce it. */
const composeAccents = (text: string) => text.normalize('NFC');
const quote = (text: string) => JSON.stringify(text);

/** A site in which each name is declared in one Unicode form and used in the other. */
const site = new TestSite({
  'docusaurus.config.js': `module.exports = {
    title: 'Site', url: 'https://docs.example', baseUrl: '/',
    i18n: { defaultLocale: 'en', locales: ['en', 'es'] },
    presets: [['classic', { docs: {
      sidebarPath: './sidebars.js',
      lastVersion: ${quote(composeAccents('Frühling'))},
      versions: { current: { label: 'Now', path: 'now' }, ${quote(composeAccents('Frühling'))}: { label: 'Spring', path: ${quote(decomposeAccents('frühling'))} } },
    }, blog: {} }]],
    plugins: [
      ['@docusaurus/plugin-content-docs', { id: 'second', path: ${quote(composeAccents('zweité'))}, routeBasePath: ${quote(decomposeAccents('zweité'))}, sidebarPath: false }],
      ['@docusaurus/plugin-client-redirects', { redirects: [{ from: ${quote(decomposeAccents('/ältere'))}, to: ${quote(composeAccents('/größe'))} }] }],
    ],
    themeConfig: { navbar: { items: [
      { type: 'doc', docId: ${quote(composeAccents('übung'))}, label: ${quote(decomposeAccents('Einführung'))} },
      { type: 'docSidebar', sidebarId: ${quote(composeAccents('für-alle'))}, label: 'Bar' },
      { to: ${quote(composeAccents('/größe'))}, label: 'Size' },
    ] }, footer: { links: [{ title: ${quote(decomposeAccents('Über uns'))}, items: [{ label: ${quote(decomposeAccents('Blüte'))}, to: ${quote(composeAccents('/größe'))} }] }] } },
  };\n`,
  'sidebars.js': `module.exports = { ${quote(decomposeAccents('für-alle'))}: [
    ${quote(decomposeAccents('übung'))}, 'links',
    { type: 'category', label: ${quote(decomposeAccents('Übersicht'))}, link: { type: 'generated-index', slug: ${quote(decomposeAccents('/übersicht'))} }, items: ['plain'] },
  ] };\n`,
  'versions.json': JSON.stringify([decomposeAccents('Frühling')]),
  [composeAccents('versioned_docs/version-Frühling/alt.md')]: '# Old\n',
  [decomposeAccents('docs/übung.md')]:
    `---\npagination_next: ${composeAccents('zürück')}\ntags: [${decomposeAccents('Größe')}]\n---\n\n# Übung\n`,
  [decomposeAccents('docs/zürück.md')]:
    `---\nslug: ${decomposeAccents('/zurück')}\ndisplayed_sidebar: ${composeAccents('für-alle')}\ntags: [${composeAccents('Größe')}]\n---\n\n# Back\n\n## ${decomposeAccents('Maße')}\n`,
  'docs/plain.mdx': `# Plain

import picture from './bilder/${composeAccents('größe')}.png';
import Teil from './_${composeAccents('téil')}.mdx';

<img src={picture} alt="imported" />
<img src={require('./bilder/${composeAccents('größe')}.png').default} alt="required" />
<img src={require('@site/static/img/${composeAccents('hé')}.png').default} alt="static" />

<Teil />

<Tabs defaultValue="${decomposeAccents('größe')}">
<TabItem value="${composeAccents('maß')}" label="A">First</TabItem>
<TabItem value="${composeAccents('größe')}" label="B">Second</TabItem>
</Tabs>

<Term>${decomposeAccents('Größe')}</Term>

import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';
`,
  [decomposeAccents('docs/_téil.mdx')]: 'A part with a name.\n',
  [decomposeAccents('docs/bilder/größe.png')]: 'png',
  [decomposeAccents('static/img/hé.png')]: 'png',
  'docs/glossary.yml': `${composeAccents('Größe')}: How large it is.\n`,
  'docs/links.md': [
    '# Links',
    `[back](${composeAccents('/docs/now/zurück')}) [heading](${composeAccents('/docs/now/zurück#maße')}) [page](${composeAccents('/größe')}) [index](${composeAccents('/docs/now/übersicht')})`,
    `[post](${composeAccents('/blog/möwe')}) [second](${composeAccents('/zweité/eins')})`,
  ].join('\n\n'),
  [composeAccents('zweité/eins.md')]: '# One\n',
  [decomposeAccents('src/pages/größe.md')]: '# Size page\n',
  'src/pages/size-target.js': `import React from 'react';
import Layout from '@theme/Layout';
import Translate, { translate } from '@docusaurus/Translate';
export default () => <Layout><p id="t"><Translate id="${decomposeAccents('grüße')}">Greetings</Translate></p><p>{translate({ id: '${decomposeAccents('früh')}', message: 'Early' })}</p><p><Translate>${decomposeAccents('Schöne Wörter')}</Translate></p></Layout>;
`,
  'blog/2024-01-01-a.md': `---\nslug: ${decomposeAccents('möwe')}\ntags: [${decomposeAccents('Größe')}]\n---\n\n# Post\n\n<!-- truncate -->\n`,
  'blog/2024-01-02-b.md': `---\ntags: [${composeAccents('Größe')}]\n---\n\n# Other post\n\n<!-- truncate -->\n`,
  'i18n/es/code.json': JSON.stringify({
    [composeAccents('grüße')]: { message: 'Saludos' },
    [composeAccents('früh')]: { message: 'Temprano' },
    [composeAccents('Schöne Wörter')]: { message: 'Palabras' },
  }),
  'i18n/es/docusaurus-plugin-content-docs/current.json': JSON.stringify({
    [composeAccents('sidebar.für-alle.category.Übersicht')]: { message: 'Resumen' },
  }),
  'i18n/es/docusaurus-theme-classic/navbar.json': JSON.stringify({
    [composeAccents('item.label.Einführung')]: { message: 'Entrada' },
  }),
  'i18n/es/docusaurus-theme-classic/footer.json': JSON.stringify({
    [composeAccents('link.title.Über uns')]: { message: 'Nosotros' },
    [composeAccents('link.item.label.Blüte')]: { message: 'Flor' },
  }),
});

let server: TestServer;
let problems: string[];
beforeAll(async () => {
  const result = await site.build();
  problems = result.problems.map(
    ({ severity, code, file, line, message }) => `${severity} ${code} ${file}:${line} ${message}`,
  );
  if (!result.ok) throw new Error(problems.join('\n'));
  server = await startServer({ dist: site.distDir, openViews, environment: { LOG_LEVEL: 'error' } });
});
afterAll(async () => {
  await server?.close();
  site[Symbol.dispose]();
});

const getPage = async (url: string) => {
  const { statusCode, body } = await server.get(encodeURI(url), { cookie: await server.signIn() });
  return `${statusCode} ${body}`;
};

test('the build reports nothing', () => {
  expect(problems).toEqual([]);
});

test.each([
  ['a path of a version', '/docs/frühling/alt', 'Old'],
  ['a documentation', '/zweité/eins', 'One'],
  ['a slug', '/docs/now/zurück', 'Back'],
  ['a generated index', '/docs/now/übersicht', 'Plain'],
  ['a page', '/größe', 'Size page'],
  ['a slug of a post', '/blog/möwe', 'Post'],
])('%s has its address', async (_kind, url, text) => {
  expect(await getPage(composeAccents(url))).toContain(text);
});

const listLinks = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, address = '']) => decodeURI(address));

test('menus, links and redirects lead to pages whose names have the other form', async () => {
  const page = await getPage('/docs/now/links');
  const links = new Set(listLinks(page, /href="([^"]+)"/g));
  for (const url of [
    '/docs/now/übung',
    '/docs/now/zurück',
    '/docs/now/zurück#maße',
    '/größe',
    '/docs/now/übersicht',
    '/blog/möwe',
    '/zweité/eins',
  ])
    expect(links).toContain(composeAccents(url));
  for (const form of [composeAccents, decomposeAccents]) {
    const { statusCode, headers } = await server.get(encodeURI(form('/ältere')), {
      cookie: await server.signIn(),
    });
    expect([statusCode, headers.location]).toEqual([308, encodeURI(composeAccents('/größe'))]);
  }
});

test('a document finds its sidebar, its next page, its parts, pictures, tabs and terms', async () => {
  expect(await getPage(composeAccents('/docs/now/zurück'))).toContain(composeAccents('Übersicht'));
  expect(await getPage(composeAccents('/docs/now/übung'))).toContain('pagination-nav__link--next');
  const page = await getPage('/docs/now/plain');
  expect(page).toContain('A part with a name.');
  expect(page).toContain('How large it is.');
  expect(page.match(/<img[^>]+alt="(?:imported|required|static)"/g)).toHaveLength(3);
  expect(page).toMatch(/aria-selected="true"[^>]*>B</);
});

test('tags in both forms are one tag', async () => {
  const tag = await getPage('/docs/now/tags/grosse');
  expect(tag).toContain(composeAccents('Übung'));
  expect(tag).toContain('Back');
  const posts = await getPage('/blog/tags/grosse');
  expect(posts).toContain('Post');
  expect(posts).toContain('Other post');
});

test.each([
  ['/es/size-target', ['Saludos', 'Temprano', 'Palabras', 'Entrada', 'Nosotros', 'Flor']],
  ['/es/docs/now/links', ['Resumen', 'Entrada']],
])('translations are found by keys in the other form: %s', async (url, texts) => {
  const page = await getPage(url);
  for (const text of texts) expect(page).toContain(text);
});

test.each([
  ['one character', composeAccents],
  ['a letter and its accent', decomposeAccents],
])('a search filter of %s finds pages of a category', async (_form, form) => {
  const cookie = await server.signIn();
  const { body } = await server.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries',
    headers: { host: 'localhost:3000', cookie, origin: 'http://localhost:3000' },
    payload: JSON.stringify({
      requests: [
        { indexName: 'docs', query: 'plain', facetFilters: [`hierarchy.lvl0:${form('Übersicht')}`] },
      ],
    }),
  });
  expect(body).toContain('/docs/now/plain');
});

test.each([
  ['composed', composeAccents],
  ['decomposed', decomposeAccents],
])('assistants find pages and categories by names in %s form', async (_form, write) => {
  const account = await server.identity.accounts.findByEmail(reader.email);
  const { secret } = await createTestToken(server.identity, account?.id ?? '');
  const callTool = async (name: string, toolArguments: object) => {
    const { body } = await server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: 'localhost:3000',
        authorization: `Bearer ${secret}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      payload: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: toolArguments },
      }),
    });
    return body;
  };
  expect(await callTool('list_pages', { under: write('Übersicht') })).toContain('/docs/now/plain');
  expect(await callTool('list_pages', { sidebar: write('default/current::für-alle') })).toContain(
    '/docs/now/plain',
  );
  const lookUp = (name: string) => callTool('look_up', { name: write(name), version: 'current' });
  expect(await lookUp('maße')).toContain('/docs/now/zur');
  expect(await lookUp('übung')).toContain('/docs/now/');
  expect(
    await callTool('search', { query: 'plain', section: write('übersicht'), version: 'current' }),
  ).toContain('/docs/now/plain');
  expect(await callTool('read_page', { address: write('/docs/now/zurück#maße') })).toContain(
    composeAccents('Maße'),
  );
});
