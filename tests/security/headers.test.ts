import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ environment: { BASE_URL: 'https://docs.example' } });
  cookie = await server.signIn();
});
afterAll(() => server.close());

describe('every answer says how it may be used', () => {
  test.each([
    ['GET', '/docs/Tasks', true],
    ['GET', '/_page/docs/Tasks.json', true],
    ['GET', '/assets/login-1a2b.js', false],
    ['GET', '/docs/Tasks/', true],
    ['GET', '/docs/nothing', true],
    ['GET', '/docs/Tasks', false],
    ['GET', '/docs/%zz', false],
    ['GET', '/login', false],
    ['GET', '/login', true],
    ['GET', '/setup', false],
    ['GET', '/auth/session', true],
    ['GET', '/healthz', false],
    ['GET', '/readyz', false],
    ['HEAD', '/docs/Tasks', true],
    ['OPTIONS', '/docs/Tasks', false],
    ['POST', '/docs/Tasks', true],
    ['POST', '/auth/sign-in', false],
    ['POST', '/auth/sign-out', false],
  ] as const)('%s %s, signed in: %s', async (method, url, signedIn) => {
    const { headers } = await server.app.inject({
      method,
      url,
      headers: { host: 'docs.example', ...(signedIn ? { cookie } : {}) },
    });
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
      'x-robots-tag': 'noindex, nofollow',
      'x-request-id': expect.any(String),
      'cache-control': expect.any(String),
    });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

test('answers with content may not be stored by shared caches', async () => {
  for (const url of [
    '/docs/Tasks',
    '/_page/docs/Tasks.json',
    '/docs/nothing',
    '/docs/Tasks/',
    '/auth/session',
  ]) {
    const { headers } = await server.get(url, { host: 'docs.example', cookie });
    expect(headers['cache-control']).toMatch(/private|no-store/);
    expect(String(headers.vary)).toContain('Cookie');
  }
});
