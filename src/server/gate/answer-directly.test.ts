import { Agent, type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE_MS } from '../../../testing/patience.ts';
import { parseStatus, sendRaw } from '../../../testing/raw-http.ts';
import { fixtureEntries } from '../../../testing/release.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { KEEP_ALIVE_MS } from '../http/limits.ts';

const page = '/docs/Developer%20Info/Users';
const data = '/_page/docs/Tasks.json';
const script = '/assets/shell-3c4d.js';
const navigation = { 'sec-fetch-mode': 'navigate' };

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Ids of the requests that Fastify answered. */
const idsOfFastify = new Set<string>();
const agent = new Agent({ keepAlive: true });
const servers: TestServer[] = [];

/** A server, and two ways to ask it. The server closes the connection after some requests, which Fastify answers. */
async function open(options: Parameters<typeof startServer>[0] = {}) {
  // Sessions that were read a moment ago are in memory. On a slow machine that moment may be over.
  const now = Date.now();
  const server = await startServer({
    ...options,
    clock: () => now,
    extensions: [
      async (app) =>
        app.observeAnswers((request) => {
          if ('routeOptions' in request) idsOfFastify.add(request.id);
        }),
    ],
  });
  servers.push(server);
  const { origin, port } = await server.listen();
  const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const sending = sendRequest(
        { host: '127.0.0.1', port, path: url, method, agent, headers },
        async (response) => {
          const body = Buffer.concat(await response.toArray());
          resolve({ status: response.statusCode, headers: response.headers, body });
        },
      );
      sending.on('error', reject).end();
    });
  const askFastify = (url: string, headers: Record<string, string> = {}) =>
    ask(url, { ...headers, connection: 'close' });
  return { server, origin, ask, askFastify };
}

type Site = Awaited<ReturnType<typeof open>>;

let server: TestServer;
let origin: string;
let ask: Site['ask'];
let askFastify: Site['askFastify'];
let reader: string;
let administrator: string;
beforeAll(async () => {
  ({ server, origin, ask, askFastify } = await open());
  reader = await server.signInAs();
  administrator = await server.signIn();
});
afterAll(async () => {
  agent.destroy();
  for (const each of servers) await each.close();
});

/** Fields of the answer and of its log line that don't depend on the way. */
function toComparable({ status, headers, body }: Answer, log: Record<string, unknown> | undefined) {
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _keepAlive,
    'x-request-id': _id,
    'server-timing': timing,
    ...sameHeaders
  } = headers;
  const { time: _time, ms: _ms, bytes: _bytes, reqId: _reqId, ...sameLine } = log ?? {};
  return {
    status,
    headers: sameHeaders,
    body,
    isTimed: timing !== undefined,
    sameLine,
  };
}

/** Waits for the log line of an answer. */
async function findLine(log: () => TestServer['log'], { headers: { 'x-request-id': id } }: Answer) {
  const find = () => log().find(({ msg, reqId }) => msg === 'answered' && reqId === id);
  await expect.poll(find, { timeout: PATIENCE_MS }).toBeDefined();
  return find();
}

/** Sends the same request in both ways and expects the same answer. Returns it, and whether Fastify sent it. */
async function compareAnswers(
  url: string,
  headers: Record<string, string>,
  site: Pick<Site, 'server' | 'ask' | 'askFastify'> = { server, ask, askFastify },
) {
  const log = () => site.server.log;
  const fromFastify = await site.askFastify(url, headers);
  const expected = toComparable(fromFastify, await findLine(log, fromFastify));
  expect(idsOfFastify).toContain(fromFastify.headers['x-request-id']);
  const answer = await site.ask(url, headers);
  const line = await findLine(log, answer);
  expect(toComparable(answer, line)).toEqual(expected);
  return { ...answer, line, isFromFastify: idsOfFastify.has(String(answer.headers['x-request-id'])) };
}

describe('without Fastify', () => {
  test.each([
    ['a page', page, {}],
    ['a page with a query', `${page}?tab=php`, { ...navigation }],
    ['a page in Brotli', page, { 'accept-encoding': 'gzip, br' }],
    ['a page in gzip', '/docs/Tasks', { 'accept-encoding': 'gzip' }],
    ['a page whose path is in another script', '/docs/%E6%96%87', {}],
    ['data of a page', data, { 'accept-encoding': 'br' }],
    ['a script', script, {}],
    ['the page about missing pages', '/docs/nothing', navigation],
    [
      'a page that another program asks for',
      page,
      { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
    ],
    ['a page for a client with a made-up address', page, { 'x-forwarded-for': '9.9.9.9' }],
  ])('a reader gets %s', async (_what, url, headers) => {
    const { isFromFastify } = await compareAnswers(url, { cookie: reader, ...headers });
    expect(isFromFastify).toBe(false);
  });

  test('an administrator also sees where the time went', async () => {
    const { isFromFastify, headers } = await compareAnswers('/admin/users', { cookie: administrator });
    expect(isFromFastify).toBe(false);
    expect(headers['server-timing']).toMatch(/^gate;dur=[\d.]+$/);
  });

  test('a visitor gets the files of the sign-in page', async () => {
    const { isFromFastify } = await compareAnswers('/assets/login-1a2b.js', {});
    expect(isFromFastify).toBe(false);
  });

  test.each([data, script])("%s isn't sent again if it hasn't changed", async (url) => {
    const { headers } = await ask(url, { cookie: reader });
    const again = await compareAnswers(url, { cookie: reader, 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length, again.isFromFastify]).toEqual([304, 0, false]);
  });

  test('the connection stays open for as long as the server says', async () => {
    const { headers } = await ask(page, { cookie: reader });
    expect([headers.connection, headers['keep-alive']]).toEqual([
      'keep-alive',
      `timeout=${KEEP_ALIVE_MS / 1_000}`,
    ]);
    const age = Math.abs(Date.parse(String(headers.date)) - Date.now());
    expect(age).toBeLessThan(60_000);
  });
});

describe('through Fastify', () => {
  test.each([
    ['a visitor who opens a page', page, navigation],
    ['a visitor who fetches a page', page, {}],
    ["a visitor who opens a page that doesn't exist", '/docs/nothing', navigation],
    ["a session that doesn't exist", page, { cookie: `sid=${'x'.repeat(43)}` }],
    ['a page of another site', page, { cookie: `sid=${'y'.repeat(43)}`, 'sec-fetch-site': 'cross-site' }],
    ['a route', '/login', {}],
    ['a path that begins like a route', '/login/more', {}],
    ['a route in capitals', '/%4Cogin', {}],
    ['a malformed path', '/docs/%01', {}],
  ])('%s gets the same answer', async (_what, url, headers) => {
    const { isFromFastify } = await compareAnswers(url, headers);
    expect(isFromFastify).toBe(true);
  });

  test.each([
    ['another spelling of a path', '/docs/Tasks/', {}],
    ['a missing file', '/files/nothing', {}],
    ['a page for administrators', '/admin/users', {}],
    ["a token that doesn't exist", page, { authorization: `Bearer gh_${'x'.repeat(43)}` }],
  ])('a reader with %s gets the same answer', async (_what, url, headers) => {
    await compareAnswers(url, { cookie: reader, ...headers });
  });

  test('a client that closes the connection receives the same header', async () => {
    const { headers } = await ask(page, { cookie: reader, connection: 'close' });
    expect(headers.connection).toBe('close');
  });

  test.each(['application/x-www-form-urlencoded', 'application/json'])(
    'a request that announces %s and no body is answered',
    async (type) => {
      const { port } = new URL(origin);
      const lines = ['POST /auth/sign-out HTTP/1.1', `host: 127.0.0.1:${port}`, `content-type: ${type}`];
      const answer = await sendRaw(Number(port), [...lines, 'connection: close', '', ''].join('\r\n'));
      expect(parseStatus(answer)).toBe(type === 'application/json' ? 400 : 303);
    },
  );

  test('HEAD has no body', async () => {
    const answer = await ask(page, { cookie: reader }, 'HEAD');
    expect([answer.status, answer.body.length]).toEqual([200, 0]);
  });
});

test('a session that has ended is refused at once', async () => {
  const cookie = await server.signInAs();
  expect((await ask(page, { cookie })).status).toBe(200);
  await server.identity.signOut(cookie.replace('sid=', ''));
  expect((await ask(page, { cookie })).status).toBe(401);
});

test.each([
  [{}, '127.0.0.1'],
  [{ 'x-forwarded-for': '9.9.9.9' }, '9.9.9.9'],
  [{ 'x-forwarded-for': 'made up, 10.0.0.1 ,' }, '10.0.0.1'],
  [{ 'x-forwarded-for': '' }, '127.0.0.1'],
  [{ 'x-forwarded-host': 'docs.example', 'x-forwarded-proto': 'https' }, '127.0.0.1'],
  [{ 'x-forwarded-host': 'evil.example, docs.example', 'x-forwarded-proto': 'http, https' }, '127.0.0.1'],
])('a proxy names the client and the host: %j', async (forwardedHeaders, address) => {
  const proxied = await open({ environment: { TRUST_PROXY: true } });
  const sid = await proxied.server.signInAs();
  // Over HTTPS, only this name counts.
  const cookie = 'x-forwarded-proto' in forwardedHeaders ? `__Host-${sid}` : sid;
  const { status, line, isFromFastify } = await compareAnswers(
    page,
    { cookie, ...forwardedHeaders },
    proxied,
  );
  expect([status, line?.address, isFromFastify]).toEqual([200, address, false]);
});

test('the site may be below a base path', async () => {
  const below = await open({
    release: { entries: fixtureEntries, change: (manifest) => ({ ...manifest, basePath: '/our help/' }) },
  });
  const cookie = await below.server.signInAs();
  const { status, isFromFastify } = await compareAnswers(`/our%20help${page}`, { cookie }, below);
  expect([status, isFromFastify]).toEqual([200, false]);
  expect(await compareAnswers(page, { cookie }, below)).toMatchObject({ status: 404, isFromFastify: true });
});
