import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket, sendRaw } from '../../testing/raw-http.ts';
import { fixtureEntries } from '../../testing/release.ts';
import { reader, startServer, type TestServer } from '../../testing/server.ts';

const secrets = [
  'hunter2-secret',
  'ana-typed-this',
  'query-secret',
  'cookie-secret',
  'header-secret',
  'body-secret',
  'raw-secret',
];

/** A file that is larger than the buffers of a connection. */
const film = {
  url: '/film.bin',
  content: Buffer.alloc(30_000_000, 'film'),
  type: 'application/octet-stream',
  cache: 'data',
  plain: true,
} as const;

let server: TestServer;
let setupToken: string;
let session: string;
let port: number;
beforeAll(async () => {
  server = await startServer({
    release: { build: 'build-1', entries: [...fixtureEntries, film] },
    environment: { LOG_LEVEL: 'trace' },
  });
  ({ port } = await server.listen());
  setupToken = await server.identity.setUp.createToken();
  session = await server.signIn();
  const post = (url: string, type: string, payload: string) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: {
        host: 'localhost',
        'content-type': type,
        cookie: session,
        authorization: 'Bearer header-secret',
      },
      payload,
    });
  const form = 'application/x-www-form-urlencoded';
  await post(
    '/auth/sign-in',
    'application/json',
    JSON.stringify({ email: 'ana-typed-this', password: 'hunter2-secret' }),
  );
  await post('/auth/sign-in', 'application/json', '{"password":"hunter2-secret",');
  await post('/auth/sign-in', 'application/json', JSON.stringify({ idToken: 'body-secret' }));
  await post(
    '/auth/sign-in?password=query-secret',
    form,
    `email=${reader.email}&password=hunter2-secret&next=/query-secret`,
  );
  await post('/auth/sign-in', 'text/body-secret', 'body-secret');
  await post('/auth/sign-in', 'application/json', `"${'body-secret'.repeat(2_000)}"`);
  await post('/setup', form, `token=${setupToken}x&email=ana-typed-this&password=hunter2-secret`);
  await server.get(`/setup?token=${setupToken}`);
  await server.get('/login?next=/query-secret%zz', { cookie: 'sid=cookie-secret' });
  await server.get('/search?q=query-secret', { cookie: session, referer: 'http://localhost/?query-secret' });
  await server.get('/docs/%zz?query-secret');
  await sendRaw(port, 'raw-secret raw-secret\r\n\r\n');
  await sendRaw(
    port,
    `GET /x HTTP/1.1\r\nCookie: sid=cookie-secret\r\nX-Long: ${'raw-secret'.repeat(2_000)}\r\n\r\n`,
  );
});
afterAll(() => server.close());

const listLinesSince = (before: number) => server.log.slice(before).filter(({ level }) => level !== 'debug');

test('the log holds no password, token, cookie, body or query', () => {
  const log = server.logText();
  for (const secret of [...secrets, setupToken, session.split('=')[1] ?? 'no session']) {
    expect(log.includes(secret), secret).toBe(false);
  }
});

test('each answer is one line of JSON with the user, the request and the result', async () => {
  const before = server.log.length;
  await server.get('/docs/Tasks?x=1', { cookie: session });
  expect(listLinesSince(before)).toEqual([
    expect.objectContaining({
      level: 'info',
      reqId: expect.any(String),
      method: 'GET',
      path: '/docs/Tasks',
      status: 200,
      ms: expect.any(Number),
      address: '127.0.0.1',
      account: expect.any(String),
    }),
  ]);
});

test.each([
  ['a page', 'GET /docs/Tasks', 200],
  ['the headers of a page', 'HEAD /docs/Tasks', 200],
  ['a redirect', 'GET /docs/Tasks/', 308],
  ['JSON of the API', 'GET /api/v1/account', 200],
  ['an error', 'GET /nowhere', 404],
])('a line has the size of the answer: %s', async (_, target, status) => {
  const before = server.log.length;
  const answer = await sendRaw(
    port,
    `${target} HTTP/1.1\r\nHost: localhost\r\nCookie: ${session}\r\nConnection: close\r\n\r\n`,
  );
  await expect.poll(() => listLinesSince(before)).toHaveLength(1);
  expect(listLinesSince(before)).toEqual([expect.objectContaining({ status, bytes: answer.length })]);
});

test('each answer on a connection has its own size', async () => {
  const before = server.log.length;
  const socket = await openSocket(port);
  const sizes: number[] = [];
  for (const _ of ['first', 'second']) {
    socket.write(`GET /docs/Tasks HTTP/1.1\r\nHost: localhost\r\nCookie: ${session}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    sizes.push(answer.length);
    await expect.poll(() => listLinesSince(before)).toHaveLength(sizes.length);
  }
  expect(listLinesSince(before).map(({ bytes }) => bytes)).toEqual(sizes);
  socket.destroy();
});

describe("an answer that its client doesn't wait for has a line that says so", () => {
  async function disconnect(request: string): Promise<Record<string, unknown> | undefined> {
    const before = server.log.length;
    const socket = await openSocket(port);
    await new Promise((resolve) => socket.write(request, resolve));
    socket.destroy();
    const listAnswers = () => listLinesSince(before).filter(({ msg }) => msg === 'answered');
    await expect.poll(listAnswers).toHaveLength(1);
    return listAnswers()[0];
  }

  test('a long download', async () => {
    const line = await disconnect(`GET /film.bin HTTP/1.1\r\nHost: localhost\r\nCookie: ${session}\r\n\r\n`);
    expect(line).toMatchObject({ path: '/film.bin', cut: true, address: '127.0.0.1' });
    expect(Number(line?.bytes)).toBeLessThan(film.content.length);
  });

  test('a wrong password', async () => {
    const body = JSON.stringify({ email: reader.email, password: 'a wrong password' });
    const line = await disconnect(
      `POST /auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(line).toMatchObject({ path: '/auth/sign-in', address: '127.0.0.1' });
    // On a busy machine, the password can be checked and the answer sent before the server hears of the disconnection.
    expect([
      { status: 499, cut: true },
      { status: 401, cut: true },
      { status: 401, cut: undefined },
    ]).toContainEqual({ status: line?.status, cut: line?.cut });
  });

  test('a request whose body never arrives completely', async () => {
    const line = await disconnect(
      'POST /auth/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    expect(line).toMatchObject({ path: '/auth/sign-in', status: 499, cut: true });
  });
});

test('a line has the user agent, in bounded length, and the ids of a valid trace', async () => {
  const before = server.log.length;
  const [traceId, parentSpanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  const headers = { cookie: session, 'user-agent': `Reader/1.0 ${'x'.repeat(5_000)}` };
  await server.get('/docs/Tasks', { ...headers, traceparent: `00-${traceId}-${parentSpanId}-01` });
  await server.get('/docs/Tasks', { ...headers, traceparent: 'header-secret' });
  const [traced, untraced] = listLinesSince(before);
  expect(traced).toMatchObject({ traceId, parentSpanId });
  expect(String(traced?.userAgent)).toMatch(/^Reader\/1\.0 x{189}$/);
  expect(untraced).not.toHaveProperty('traceId');
  // Lines in between, such as the decision of the gate, belong to the trace, too.
  const decisions = server.log.slice(before).filter(({ msg }) => msg === 'The gate decided.');
  expect(decisions[0]).toMatchObject({ traceId });
});

test('the request id of the log is that of the answer', async () => {
  const response = await server.get('/docs/Tasks');
  expect(server.log.at(-1)?.reqId).toBe(response.headers['x-request-id']);
});

test('a request id reveals nothing about other requests', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(String((await server.get('/docs/Tasks')).headers['x-request-id']));
  expect(new Set(ids).size).toBe(20);
  // If the ids were a counter, most letters would stay the same from one to the next.
  const alike = ids
    .slice(1)
    .map((id, index) => [...id].filter((letter, n) => letter === ids[index]?.[n]).length);
  expect(Math.max(...alike)).toBeLessThan((ids[0]?.length ?? 0) * 0.6);
});

test('a line break in an address makes no line of its own', async () => {
  const before = server.log.length;
  await server.get('/docs/%0a%7B%22level%22:60%7D');
  expect(server.log.length - before).toBe(1);
});
