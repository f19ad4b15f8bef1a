import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaries, fixtureEntries, publishRelease } from '../../../testing/release.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { CACHED_BODY_MAX_BYTES } from './body-cache.ts';

const film = randomBytes(CACHED_BODY_MAX_BYTES + 1);
const entries = [
  ...fixtureEntries,
  { url: '/film.mp4', content: film, type: 'video/mp4', cache: 'data', plain: true },
  {
    url: '/icon.svg',
    content: '<svg/>',
    type: 'image/svg+xml',
    cache: 'data',
    audience: 'visitor',
    plain: true,
  },
] as const;

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ release: { entries } });
  cookie = await server.signIn();
});
afterAll(() => server.close());

const page = '/docs/Tasks';
const data = '/_page/docs/Tasks.json';

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('an answer is sent as %s if the client accepts it', async (encoding, decompress) => {
  const response = await server.get(page, { cookie, 'accept-encoding': encoding });
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
  expect(String(decompress(response.rawPayload))).toContain(canaries[page]);
});

test('a page is never stored, and data that it fetches is revalidated each time', async () => {
  const { headers } = await server.get(page, { cookie });
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Cookie, Accept-Encoding' });
  expect(headers).not.toHaveProperty('etag');
  expect((await server.get(data, { cookie })).headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
  });
});

test('only files without article content are stored by the browser', async () => {
  const asset = await server.get('/assets/shell-3c4d.js', { cookie });
  expect(asset.headers['cache-control']).toBe('private, max-age=31536000, immutable');
});

test('a file for visitors is the same for everyone', async () => {
  const response = await server.get('/icon.svg');
  expect(response.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'image/svg+xml' });
});

test("unchanged content isn't sent again in the same encoding", async () => {
  const first = await server.get(data, { cookie, 'accept-encoding': 'br' });
  const tag = String(first.headers.etag);
  expect(tag).toMatch(/^"[\w-]{22}-br"$/);
  const again = await server.get(data, { cookie, 'accept-encoding': 'br', 'if-none-match': tag });
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
  expect(again.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
  });
  const plainResponse = await server.get(data, { cookie, 'if-none-match': tag });
  expect(plainResponse.statusCode).toBe(200);
});

test('a visitor who knows the entity tag learns nothing from it', async () => {
  const { headers } = await server.get(data, { cookie });
  const response = await server.get(data, { 'if-none-match': String(headers.etag) });
  expect(response.statusCode).toBe(401);
});

test('HEAD answers as GET does, without the body', async () => {
  const get = await server.get(page, { cookie, 'accept-encoding': 'br' });
  const head = await server.app.inject({
    method: 'HEAD',
    url: page,
    headers: { host: 'localhost', cookie, 'accept-encoding': 'br' },
  });
  // The request id differs for every request.
  const { date: _, 'x-request-id': __, 'server-timing': ___, ...headers } = head.headers;
  expect(get.headers).toMatchObject(headers);
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
});

test('a large file is sent from disk completely', async () => {
  const response = await server.get('/film.mp4', { cookie });
  expect(response.rawPayload.equals(film)).toBe(true);
  expect(response.headers['content-length']).toBe(String(film.length));
});

test('a page whose file a newer build removed is answered from the newer build', async () => {
  const other = await startServer();
  const session = await other.signIn();
  await rm(path.join(other.dist, 'files'), { recursive: true });
  await publishRelease(other.dist, { build: 'build-2', entries: [{ url: page, content: 'second edition' }] });
  const response = await other.get(page, { cookie: session });
  expect(response.body).toBe('second edition');
  const missingResponse = await other.get('/docs/Supervisors/', { cookie: session });
  expect(missingResponse.statusCode).toBe(404);
  await other.close();
});

test("a page whose file is missing is a server error, and the next page isn't", async () => {
  const other = await startServer();
  const session = await other.signIn();
  expect((await other.get(data, { cookie: session })).statusCode).toBe(200);
  await rm(path.join(other.dist, 'files'), { recursive: true });
  const response = await other.get(page, { cookie: session });
  expect([response.statusCode, response.json().error.code]).toEqual([500, 'internal']);
  // A browser that opens the page shows words to its reader, and a link that loads the page again.
  const opened = await other.get(page, { cookie: session, 'sec-fetch-mode': 'navigate' });
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
  expect(opened.body).toContain('This page can’t be shown right now');
  expect(opened.body).toContain('<a href="">Try again</a>');
  expect(opened.body).toContain(`For administrators: request <code>${opened.headers['x-request-id']}</code>`);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(opened.body) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(opened.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  });
  expect((await other.get(data, { cookie: session })).statusCode).toBe(200);
  await other.close();
});
