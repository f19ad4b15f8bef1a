import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FixtureRelease, fixtureEntries, publishRelease } from '../../../testing/release.ts';
import { createTemporaryIndex } from '../../../testing/search-index.ts';
import { searchRecords } from '../../../testing/search-site.ts';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';
import { countsFile } from '../../features/insights/data-files.ts';
import { openCounts } from '../../features/insights/searches/search-counts.ts';
import { SEARCH_RESULTS_SLOT, writeHtmlSlot } from '../../model/templates.ts';
import type { SearchRecord } from '../../search/index/record.ts';
import { INDEX_NAME } from '../../search/protocol/wire.ts';
import { locateDataFile } from '../../storage/open-database.ts';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'site-search-'));
let server: TestServer;
let cookie: string;

/** A build with a results page, and an index of these records. */
function createRelease(build: string, records: readonly SearchRecord[]): FixtureRelease {
  const index = createTemporaryIndex(records);
  const content = readFileSync(index.file);
  index.remove();
  return {
    build,
    entries: [
      ...fixtureEntries,
      {
        url: '/search',
        content: `<!doctype html><title>{{error}}</title><main>${writeHtmlSlot(SEARCH_RESULTS_SLOT)}</main>`,
      },
      { url: '/index.db', content, plain: true },
    ],
    change: (manifest) => ({
      ...manifest,
      search: manifest.entries.find(({ url }) => url === '/index.db')?.file,
    }),
  };
}

beforeAll(async () => {
  server = await startServer({
    environment: { DATA_DIR },
    release: createRelease('build-1', searchRecords()),
  });
  cookie = await server.signIn();
});

afterAll(async () => {
  await server.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

function search(query: string, headers: Record<string, string> = { cookie }) {
  return server.app.inject({
    method: 'POST',
    url: '/1/indexes/*/queries',
    headers: { 'content-type': 'text/plain', ...headers },
    payload: JSON.stringify({ requests: [{ indexName: 'docs', query }] }),
  });
}

test("a visitor can't search, neither with the endpoint nor with the page", async () => {
  expect((await search('dropdown', {})).statusCode).toBe(401);
  const page = await server.get('/search?q=dropdown', { 'sec-fetch-mode': 'navigate' });
  expect([page.statusCode, page.headers.location]).toEqual([303, '/login?next=/search%3Fq%3Ddropdown']);
  expect(page.body).not.toContain('Dropdown');
});

test('a reader searches the published build', async () => {
  const response = await search('dropdown');
  expect(response.statusCode).toBe(200);
  expect(response.json().results[0].hits[0].url).toBe('/docs/forms/dropdown');
});

test('the results page is complete without scripts', async () => {
  const { statusCode, body, headers } = await server.get('/search?q=dropdown', { cookie });
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  expect(headers['cache-control']).toBe('private, no-store');
  expect(body).toContain('value="dropdown"');
  expect(body).toContain('<a href="/docs/forms/dropdown"><bdi><mark>Dropdown</mark> control</bdi></a>');
});

test('the page is read and parsed once per release', async () => {
  const searching = await startServer({
    environment: { DATA_DIR },
    release: createRelease('build-1', searchRecords()),
  });
  const session = await searching.signIn();
  const ask = () => searching.get('/search?q=dropdown', { cookie: session });
  const { body } = await ask();
  expect(body).toContain('<title>{{error}}</title><main><h1>');
  const page = searching.releases.current().entries.get('/search');
  if (page && 'variants' in page) rmSync(page.variants.identity.file);
  expect((await ask()).body).toBe(body);
  await searching.close();
});

test('the page says that there are no results, and shows a malicious query as text', async () => {
  const { body } = await server.get(`/search?q=${encodeURIComponent('<i>zzyzx"')}`, { cookie });
  expect(body).toContain('No results for');
  expect(body).toContain('&lt;i&gt;zzyzx&quot;');
  expect(body).not.toContain('<i>zzyzx');
});

test('the page has pagination', async () => {
  const last = await server.get('/search?q=a&page=400', { cookie });
  expect(last.statusCode).toBe(200);
  expect((await server.get('/search?q=&page=x', { cookie })).body).toContain('<form action="/search">');
});

test('with a broken search index the site is ready, and searches are unavailable', async () => {
  expect((await server.get('/readyz')).json()).toEqual({ status: 'ready' });
  const other = await startServer({
    environment: { DATA_DIR },
    release: {
      entries: [...fixtureEntries, { url: '/index.db', content: 'no index', plain: true }],
      change: (manifest) => ({
        ...manifest,
        search: manifest.entries.find(({ url }) => url === '/index.db')?.file,
      }),
    },
  });
  await other.get('/healthz');
  const ready = await other.get('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', degraded: ['search'] }]);
  const cookie = await other.signIn();
  const page = await other.get('/docs/Tasks', { cookie, accept: 'text/html' });
  expect(page.statusCode).toBe(200);
  const answer = await other.app.inject({
    ...{ method: 'POST', url: '/1/indexes/*/queries', headers: { host: 'localhost:3000', cookie } },
    payload: { requests: [{ indexName: INDEX_NAME, query: 'words' }] },
  });
  expect([answer.statusCode, answer.json().message]).toEqual([503, 'Search is temporarily unavailable']);
  expect(other.logText()).toContain("The search index can't be used.");
  await other.close();
});

test("an index that couldn't be opened is tried again, without another build", async () => {
  const trying = await startServer({
    environment: { DATA_DIR },
    release: createRelease('build-1', searchRecords()),
  });
  const session = await trying.signIn();
  const file = trying.releases.current().search ?? '';
  const index = readFileSync(file);
  // The index is incomplete, as on a volume to which the build is still being copied.
  writeFileSync(file, index.subarray(0, 100));
  const ask = async () => {
    const { statusCode } = await trying.app.inject({
      method: 'POST',
      url: '/1/indexes/*/queries',
      headers: { cookie: session, 'content-type': 'text/plain' },
      payload: JSON.stringify({ requests: [{ indexName: 'docs', query: 'textbox' }] }),
    });
    return statusCode;
  };
  expect(await ask()).toBe(503);
  writeFileSync(file, index);
  await expect.poll(ask, { interval: 500 }).toBe(200);
  expect(trying.log.filter(({ msg }) => msg === "The search index can't be used.")).toHaveLength(1);
  await trying.close();
});

test('searches are counted anonymously', async () => {
  await search('dropdown');
  await server.app.close();
  const counts = await openCounts({ DATA_DIR });
  const report = await counts.report('2000-01-01', 10);
  await counts.close();
  expect(report.frequent.map(({ query }) => query)).toContain('dropdown');
  expect(readFileSync(locateDataFile({ DATA_DIR }, countsFile)).toString('latin1')).not.toContain(
    reader.email,
  );
});

test('searches use a new build as soon as it is served', async () => {
  const swapping = await startServer({
    environment: { DATA_DIR },
    release: createRelease('build-1', searchRecords()),
  });
  const session = await swapping.signIn();
  const ask = async () => {
    const response = await swapping.app.inject({
      method: 'POST',
      url: '/1/indexes/*/queries',
      headers: { cookie: session, 'content-type': 'text/plain' },
      payload: JSON.stringify({ requests: [{ indexName: 'docs', query: 'textbox' }] }),
    });
    return response.json().results[0].nbHits;
  };
  expect(await ask()).toBeGreaterThan(0);
  const without = searchRecords().filter((record) => !record.url.includes('textbox'));
  await publishRelease(swapping.dist, createRelease('build-2', without));
  await swapping.releases.refresh();
  expect(await ask()).toBe(0);
  await swapping.close();
});
