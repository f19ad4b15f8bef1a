import { afterAll, beforeAll, expect, test } from 'vitest';
import { reader, startServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ environment: { LOG_LEVEL: 'debug' } });
});
afterAll(() => server.close());

const listDecisions = () => server.log.filter(({ msg }) => msg === 'The gate decided.');

test('follows a request through the gate with LOG_LEVEL=debug, without names and tokens', async () => {
  const cookie = await server.signIn();
  const account = await server.identity.accounts.findByEmail(reader.email);
  await server.get('/docs/Tasks', { accept: 'text/html' });
  await server.get('/docs/Tasks', { cookie, accept: 'text/html' });
  expect(listDecisions().slice(-2)).toMatchObject([
    { level: 'debug', path: '/docs/Tasks', verdict: 'redirect' },
    { level: 'debug', path: '/docs/Tasks', verdict: 'entry', account: account?.id, role: 'administrator' },
  ]);
  const lines = JSON.stringify(listDecisions());
  expect(lines).not.toContain(reader.email);
  expect(lines).not.toContain(cookie.split('=')[1]);
});
