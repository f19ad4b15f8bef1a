// @module-tag whole-chromium
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InjectOptions } from 'fastify';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../../../testing/find-chromium.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { TestSite } from '../../../testing/test-site.ts';
import { openViews } from '../../views/scope-views.ts';
import { createPdfUrl } from './pdf-address.ts';

const pages = Object.fromEntries(
  Array.from({ length: 101 }, (_, index) => [`docs/long/p${index}.md`, `# Page ${index}\n\nText.\n`]),
);

let site: TestSite;
let server: TestServer;
let reader: string;
let otherReader: string;
let member: string;
let starts: string;
beforeAll(async () => {
  site = new TestSite({
    ...pages,
    'site.config.ts':
      "export default { name: 'Harbour', baseUrl: '/help/', groups: ['staff'], publicPages: true };\n",
    'docs/fees/_category_.json': JSON.stringify({ label: 'Fees' }),
    'docs/fees/night.md':
      '# A night\n\n![plan](./plan.svg)\n\nA night costs 25 crowns. See [boats](./boats.md).\n\n<Audience for="staff">\n\nThe zibeline pays nothing.\n\n</Audience>\n',
    'docs/fees/boats.md': '# Boats\n\nBoats are long.\n',
    'docs/fees/crane.md': '---\naudience: staff\n---\n\n# Zibeline crane\n\nUnlock it.\n',
    'docs/open.md': '---\naudience: public\n---\n\n# Open\n\nHello.\n',
    'docs/fees/plan.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  });
  // The browser of the server says when it starts.
  starts = path.join(site.root, 'starts');
  const browser = path.join(site.root, 'browser');
  site.write('browser', `#!/bin/sh\necho start >> '${starts}'\nexec '${findChromium('whole')}' "$@"\n`);
  chmodSync(browser, 0o755);
  const { problems } = await site.build();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  server = await startServer({
    dist: site.distDir,
    openViews,
    environment: { DATA_DIR: site.root, PDF_BROWSER: browser },
  });
  [reader, otherReader, member] = [
    await server.signInAs(),
    await server.signInAs(),
    await server.signInAs('staff'),
  ];
});
afterAll(async () => {
  await server?.close();
  site?.[Symbol.dispose]();
});

const countStarts = () => (existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').length : 0);

function save(page: string, part: 'page' | 'chapter', headers: NonNullable<InjectOptions['headers']>) {
  return server.app.inject({ method: 'POST', url: `/help${createPdfUrl(`/help${page}`, part)}`, headers });
}

async function readText(pdf: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    text += `${items.map((item) => ('str' in item ? item.str : '')).join(' ')} `;
  }
  await task.destroy();
  return text.replace(/\s+/g, ' ');
}

describe('no browser starts', () => {
  test.each([
    ['a visitor', () => ({}), '/docs/fees/night', [401]],
    ['a visitor, for a public page', () => ({}), '/docs/open', [401]],
    ['another site', () => ({ cookie: reader, origin: 'https://evil.example' }), '/docs/fees/night', [403]],
    ['a reader, for a page of others', () => ({ cookie: reader }), '/docs/fees/crane', [404]],
    ["a reader, for a page that doesn't exist", () => ({ cookie: reader }), '/docs/nothing', [404]],
    ['a reader, for a file', () => ({ cookie: reader }), '/_sidebar/defaultSidebar.json', [404]],
    ['a reader, for a chapter that is too long', () => ({ cookie: reader }), '/docs/long/p1', [422]],
  ] as const)('starts no browser for %s', async (_, headers, page, statuses) => {
    const before = countStarts();
    const { statusCode, body } = await save(page, 'chapter', headers());
    expect([statusCode, countStarts()]).toEqual([statuses[0], before]);
    expect(body).not.toContain('ibeline');
  });
});

test('the same page is made once for all who see the same, and again for those who see more', async () => {
  const before = countStarts();
  const answers = await Promise.all(
    [reader, otherReader].map((cookie) => save('/docs/fees/night', 'page', { cookie })),
  );
  for (const { statusCode, headers, rawPayload } of answers) {
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    const text = await readText(rawPayload);
    expect(text).toContain('A night costs 25 crowns.');
    expect(text).not.toContain('zibeline');
  }
  expect(countStarts()).toBe(before + 1);

  const { rawPayload } = await save('/docs/fees/night', 'page', { cookie: member });
  expect(await readText(rawPayload)).toContain('The zibeline pays nothing.');
  expect(countStarts()).toBe(before + 2);
});

test('a chapter has the pages that the reader may open', async () => {
  const [forReader, forMember] = await Promise.all(
    [reader, member].map(async (cookie) =>
      readText((await save('/docs/fees/boats', 'chapter', { cookie })).rawPayload),
    ),
  );
  for (const text of [forReader, forMember])
    expect(text).toMatch(/Fees .*Boats are long\..*A night costs 25 crowns\./);
  expect(forReader).not.toContain('ibeline');
  expect(forMember).toContain('Zibeline crane');
});

test('a server without a browser says so', async () => {
  const without = await startServer({
    dist: site.distDir,
    openViews,
    environment: { DATA_DIR: site.root, PDF_BROWSER: path.join(site.root, 'nothing') },
  });
  const cookie = await without.signIn();
  const answer = await without.app.inject({
    method: 'POST',
    url: `/help${createPdfUrl('/help/docs/fees/night', 'page')}`,
    headers: { cookie },
  });
  expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'pdf-unavailable']);
  expect(without.logText()).toContain('set PDF_BROWSER');
  await without.close();
});
