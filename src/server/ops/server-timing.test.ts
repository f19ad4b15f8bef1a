import { afterAll, beforeAll, expect, test } from 'vitest';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function createReaderCookie(): Promise<string> {
  const email = 'rosa@example.com';
  await server.identity.accounts.add({ ...reader, email, name: '', role: 'reader' });
  const result = await server.identity.signIn({ ...reader, email, address: '127.0.0.1' });
  return `sid=${result.outcome === 'signed-in' ? result.token : ''}`;
}

test('an administrator’s browser sees where the time went', async () => {
  const cookie = await server.signIn();
  const page = await server.get('/docs/Tasks', { cookie });
  expect([page.statusCode, page.headers['server-timing']]).toEqual([
    200,
    expect.stringMatching(/^gate;dur=[\d.]+$/),
  ]);
  expect(page.headers['content-security-policy']).toBeDefined();
  const route = await server.get('/auth/session', { cookie });
  // On a public route the gate doesn't look up the user.
  expect(route.headers['server-timing']).toBeUndefined();
  const missing = await server.get('/docs/nothing', { cookie });
  expect(missing.headers['server-timing']).toMatch(/^gate;dur=[\d.]+, answer;dur=[\d.]+$/);
});

test("browsers of other users don't", async () => {
  for (const headers of [{}, { cookie: await createReaderCookie() }]) {
    for (const url of ['/docs/Tasks', '/docs/nothing', '/login', '/healthz'])
      expect((await server.get(url, headers)).headers['server-timing'], url).toBeUndefined();
  }
});
