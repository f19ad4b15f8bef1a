import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../../testing/raw-http.ts';
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

let server: TestServer;
let setupToken: string;
let session: string;
beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'trace' } });
  const { port } = await server.listen();
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

test('the log holds no password, token, cookie, body or query', () => {
  const log = server.logText();
  for (const secret of [...secrets, setupToken, session.split('=')[1] ?? 'no session']) {
    expect(log.includes(secret), secret).toBe(false);
  }
});

test('each answer is one line of JSON with the user, the request and the result', async () => {
  const before = server.log.length;
  await server.get('/docs/Tasks?x=1', { cookie: session });
  const lines = server.log.slice(before).filter(({ level }) => level !== 'debug');
  expect(lines).toEqual([
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

test('the request id of the log is that of the answer', async () => {
  const response = await server.get('/docs/Tasks');
  expect(server.log.at(-1)?.reqId).toBe(response.headers['x-request-id']);
});

test('a request id reveals nothing about other requests', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(String((await server.get('/docs/Tasks')).headers['x-request-id']));
  expect(new Set(ids).size).toBe(20);
  // If the ids were a counter, most letters would stay the same from one to the next.
  const alike = ids.slice(1).map((id, at) => [...id].filter((letter, n) => letter === ids[at]?.[n]).length);
  expect(Math.max(...alike)).toBeLessThan((ids[0]?.length ?? 0) * 0.6);
});

test('a line break in an address makes no line of its own', async () => {
  const before = server.log.length;
  await server.get('/docs/%0a%7B%22level%22:60%7D');
  expect(server.log.length - before).toBe(1);
});
