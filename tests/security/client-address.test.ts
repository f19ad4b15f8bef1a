import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
afterEach(() => server.close());

const forgedHeaders = {
  'x-forwarded-for': '203.0.113.9, 198.51.100.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'docs.example',
};
const wrongCredentials = { email: 'ana@lurana.example', password: 'wrong' };

const signIn = (headers: Record<string, string>) =>
  server.app.inject({
    method: 'POST',
    url: '/auth/sign-in',
    headers: { host: 'docs.lan', ...headers },
    payload: wrongCredentials,
  });

test('without TRUST_PROXY, the address that a client claims is ignored', async () => {
  server = await startServer();
  await signIn(forgedHeaders);
  expect(server.log.at(-1)?.address).toBe('127.0.0.1');
  const page = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-out',
    headers: { host: 'docs.lan', ...forgedHeaders },
  });
  expect(String(page.headers['set-cookie'])).toMatch(/^sid=/);
});

test('with TRUST_PROXY, the proxy’s own entry is trusted, and not the entries before it', async () => {
  server = await startServer({ environment: { TRUST_PROXY: true } });
  await signIn(forgedHeaders);
  expect(server.log.at(-1)?.address).toBe('198.51.100.7');
  const page = await server.app.inject({
    method: 'POST',
    url: '/auth/sign-out',
    headers: { host: 'docs.lan', origin: 'https://docs.example', ...forgedHeaders },
  });
  expect(page.statusCode).toBe(204);
  expect(String(page.headers['set-cookie'])).toMatch(/^__Host-sid=/);
});

test("with TRUST_PROXY, inventing addresses doesn't let anyone guess more often", async () => {
  server = await startServer({ environment: { TRUST_PROXY: true } });
  const statuses: number[] = [];
  for (let guess = 0; guess < 8; guess++) {
    const { statusCode } = await signIn({ 'x-forwarded-for': `203.0.113.${guess}, 198.51.100.7` });
    statuses.push(statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});
