import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViews } from '../../src/views/scope-views.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { listErrors, TestSite } from '../../testing/test-site.ts';

/**
 * Components of a site can ask for all its documents (`useAllDocsData` and others), and pages can redirect. Each hidden
 * page has a word of its own, which no answer to another reader may contain.
 */
const hooks = [
  'useAllDocsData()',
  'useDocsSidebar()',
  'useDocsVersion()',
  "useDocById('staff/index')",
  "useLayoutDoc('staff/index')",
  'useActiveDocContext()',
];
const guardedHooks = hooks.map((hook) => `() => ${hook}`).join(', ');
const writeComponent = (isLive: boolean) => `import { useState } from 'react';
import { useAllDocsData, useDocsSidebar, useDocsVersion, useDocById, useLayoutDoc, useActiveDocContext } from '@docusaurus/plugin-content-docs/client';
const answer = (ask) => { try { return ask(); } catch (error) { return String(error); } };
export default function Asks() {
  ${isLive ? 'const [shown] = useState(1);' : ''}
  return <pre>{JSON.stringify([${guardedHooks}].map(answer))}</pre>;
}
`;
const asks = `import Live from '@site/src/components/Live';\nimport Plain from '@site/src/components/Plain';\n\n`;
const writeDocument = (audience: string | undefined, word: string) =>
  `---\n${audience === undefined ? '' : `audience: ${audience}\n`}title: ${word} title\ndescription: ${word} said\n---\n\n${asks}# ${word}\n\n<Live />\n\n<Plain />\n`;
const writeReactPage = (audience: string) =>
  `import Live from '@site/src/components/Live';\nimport Plain from '@site/src/components/Plain';\nexport const audience = ${JSON.stringify(audience)};\nexport default () => <main><Live /><Plain /></main>;\n`;
const redirect = (to: string) =>
  `import { Redirect } from '@docusaurus/router';\n\n# Moved\n\n<Redirect to="${to}" />\n`;

type Reader = 'visitor' | 'reader' | 'staff' | 'partners';
/** The word of each hidden document, and the readers who may see it. */
const words: Readonly<Record<string, readonly Reader[]>> = {
  zqopen: ['visitor', 'reader', 'staff', 'partners'],
  zqreaders: ['reader', 'staff', 'partners'],
  zqstaff: ['staff'],
  zqpartners: ['partners'],
  zqredirect: ['staff'],
  zqchain: ['staff'],
};

const files: Readonly<Record<string, string>> = {
  'site.config.ts':
    "export default { url: 'https://docs.example', groups: ['staff', 'partners'], publicPages: true, broken: { links: 'warn' } };\n",
  'src/components/Live.jsx': writeComponent(true),
  'src/components/Plain.jsx': writeComponent(false),
  'docs/open/index.md': writeDocument('public', 'zqopen'),
  'docs/readers/index.md': writeDocument(undefined, 'zqreaders'),
  'docs/staff/index.md': writeDocument('staff', 'zqstaff'),
  'docs/partners/index.md': writeDocument('partners', 'zqpartners'),
  // Documents and pages with the same file names, but different audiences.
  'src/pages/index.md': writeDocument('public', 'Home'),
  'src/pages/staff/index.md': writeDocument('staff', 'StaffPage'),
  'src/pages/partners/index.md': writeDocument('partners', 'PartnersPage'),
  'src/pages/a/src/pages/index.md': writeDocument('staff', 'DeepPage'),
  'src/pages/team.jsx': writeReactPage('public'),
  'src/pages/staff/team.jsx': writeReactPage('staff'),
  'blog/2026-01-01-index.md': writeDocument('public', 'Post'),
  'blog/staff/2026-01-02-index.md': writeDocument('staff', 'StaffPost'),
  // Redirects that are hidden, that lead to a hidden page, and that lead through one.
  'docs/redirects/hidden.mdx': `---\naudience: staff\ntitle: zqredirect\n---\n\n${redirect('/docs/open')}`,
  'docs/redirects/to-hidden.mdx': `---\naudience: public\n---\n\n${redirect('/docs/staff')}`,
  'docs/redirects/to-readers.mdx': `---\naudience: public\n---\n\n${redirect('/docs/readers')}`,
  'docs/redirects/middle.mdx': `---\naudience: staff\n---\n\n${redirect('/docs/open?from=zqchain')}`,
  'docs/redirects/through.mdx': `---\naudience: public\n---\n\n${redirect('/docs/redirects/middle')}`,
};

let site: TestSite;
let server: TestServer;
const cookies = new Map<Reader, string>();
beforeAll(async () => {
  site = new TestSite(files);
  expect(listErrors(await site.build())).toEqual([]);
  server = await startServer({ dist: site.distDir, openViews, environment: { LOG_LEVEL: 'error' } });
  await server.listen();
  cookies.set('visitor', '');
  cookies.set('reader', await server.signInAs());
  cookies.set('staff', await server.signInAs('staff'));
  cookies.set('partners', await server.signInAs('partners'));
});
afterAll(async () => {
  await server?.close();
  site?.[Symbol.dispose]();
});

const readers: readonly Reader[] = ['visitor', 'reader', 'staff', 'partners'];
const get = (reader: Reader, url: string) => server.get(url, { cookie: cookies.get(reader) ?? '' });
const listHiddenWords = (reader: Reader) =>
  Object.keys(words).filter((word) => !words[word]?.includes(reader));

test.each(readers)('a %s receives nothing about hidden documents from any address', async (reader) => {
  const leaks: string[] = [];
  let pagesSeen = 0;
  for (const url of site.served().keys()) {
    if (!url.startsWith('/')) continue;
    const { body, statusCode, headers } = await get(reader, encodeURI(url));
    if (statusCode === 200) pagesSeen += 1;
    const answer = body + JSON.stringify(headers);
    for (const word of listHiddenWords(reader)) if (answer.includes(word)) leaks.push(`${url}: ${word}`);
  }
  expect(leaks).toEqual([]);
  expect(pagesSeen).toBeGreaterThan(3);
});

test.each<[Reader, string]>([
  ['staff', '/staff/'],
  ['staff', '/a/src/pages/'],
  ['staff', '/docs/staff/'],
])('code on a page for %s at %s is answered about their documents', async (reader, url) => {
  const { body, statusCode } = await get(reader, url);
  expect([statusCode, /zqstaff/.test(body), /zqreaders/.test(body), /zqpartners/.test(body)]).toEqual([
    200,
    true,
    true,
    false,
  ]);
});

const readLocation = async (reader: Reader, url: string) => {
  const { statusCode, headers } = await get(reader, url);
  return [statusCode, headers.location];
};

test('the redirect of a hidden page exists for its readers only', async () => {
  const answers = await Promise.all(readers.map((reader) => readLocation(reader, '/docs/redirects/hidden')));
  const absent = await Promise.all(readers.map((reader) => readLocation(reader, '/docs/redirects/absent')));
  expect(answers[2]).toEqual([308, '/docs/open/']);
  expect(answers.toSpliced(2, 1)).toEqual(absent.toSpliced(2, 1));
});

test.each([
  ['/docs/redirects/to-hidden', '/docs/staff/', ['staff']],
  ['/docs/redirects/to-readers', '/docs/readers/', ['reader', 'staff', 'partners']],
  ['/docs/redirects/through', '/docs/redirects/middle', ['staff']],
])('%s leads to %s only for readers who may see that page', async (url, target, allowedReaders) => {
  for (const reader of readers) {
    const answer = await readLocation(reader, url);
    const absent = await readLocation(reader, '/docs/redirects/absent');
    expect([reader, ...answer]).toEqual([
      reader,
      ...(allowedReaders.includes(reader) ? [308, target] : absent),
    ]);
  }
});
