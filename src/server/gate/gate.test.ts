import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canaries } from '../../../testing/release.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { engineFeatures } from '../../features/index.ts';
import { createRouteTable } from '../../model/routes.ts';
import { createGateSteps } from '../app.ts';
import type { ServerFeature } from '../server-feature.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  const whoAmI: ServerFeature = {
    name: 'who-am-i',
    routes: [{ method: 'POST', path: '/who/:am/i', access: 'reader', kind: 'route' }],
    start: async ({ app }) => {
      app.post('/who/:am/i', async (request) => ({ reader: request.gate.user?.email }));
      return undefined;
    },
  };
  server = await startServer({ features: [...engineFeatures, whoAmI] });
  cookie = await server.signIn();
});
afterAll(() => server.close());

const navigation = { 'sec-fetch-mode': 'navigate' };

test('the steps are in this order', () => {
  const steps = createGateSteps({
    environment: testEnvironment({}),
    identity: server.identity,
  });
  expect(steps.map(({ name }) => name)).toEqual(['same-origin', 'public', 'session', 'manifest']);
});

test('only public routes answer a visitor', async () => {
  const printedRoutes = server.app.printRoutes({ commonPrefix: false });
  expect(printedRoutes).toContain('/who/');
  const response = await server.app.inject({ method: 'POST', url: '/who/am/i' });
  expect(response.statusCode).toBe(401);
  const { routes } = createRouteTable(engineFeatures.flatMap((feature) => feature.routes ?? []));
  const open = routes.filter(({ access }) => access === 'public');
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toMatchInlineSnapshot(`
    [
      "GET /.well-known/oauth-authorization-server",
      "GET /.well-known/oauth-protected-resource",
      "GET /.well-known/oauth-protected-resource/mcp",
      "GET /.well-known/openid-configuration",
      "GET /auth/oidc/callback",
      "GET /auth/oidc/start",
      "GET /auth/session",
      "GET /confirm-email",
      "GET /forgotten",
      "GET /healthz",
      "GET /invite",
      "GET /login",
      "GET /oauth/authorize",
      "GET /oauth/keys",
      "GET /readyz",
      "GET /reset",
      "GET /second-factor",
      "GET /setup",
      "POST /auth/oidc/back-channel-logout",
      "POST /auth/passkey-options",
      "POST /auth/sign-in",
      "POST /auth/sign-out",
      "POST /confirm-email",
      "POST /forgotten",
      "POST /invite",
      "POST /oauth/register",
      "POST /oauth/revoke",
      "POST /oauth/token",
      "POST /reset",
      "POST /second-factor",
      "POST /setup",
    ]
  `);
});

test('a route behind the gate knows its reader', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/who/am/i',
    headers: { host: 'localhost', cookie },
  });
  expect(response.json()).toEqual({ reader: expect.stringMatching(/^ana@/) });
});

describe('a visitor', () => {
  test('is redirected to the sign-in page and back when opening a page', async () => {
    const response = await server.get('/docs/Developer%20Info/Users?tab=php', navigation);
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/login?next=/docs/Developer%2520Info/Users%3Ftab%3Dphp');
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  test('is recognized by the Accept header without fetch metadata', async () => {
    const response = await server.get('/docs/Tasks', { accept: 'text/html,*/*' });
    expect(response.statusCode).toBe(303);
  });

  test('gets 401 from a fetch', async () => {
    const response = await server.get('/docs/Tasks');
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ error: { code: 'signed-out', message: expect.any(String) } });
  });

  test('gets the files that the sign-in page loads', async () => {
    const response = await server.get('/assets/login-1a2b.js');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });
});

describe('a reader', () => {
  test.each(Object.entries(canaries))('reads %s', async (path, canary) => {
    const response = await server.get(encodeURI(path), { cookie });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(canary);
  });

  test.each([
    ['/docs/Tasks.html', '/docs/Tasks'],
    ['/docs/Tasks/index.html', '/docs/Tasks'],
    ['/docs/Tasks/', '/docs/Tasks'],
    ['/docs/Supervisors', '/docs/Supervisors/'],
    ['/docs/Supervisors.html', '/docs/Supervisors/'],
    ['/index.html', '/'],
    ['/docs/%E6%96%87/', '/docs/%E6%96%87'],
    ['/docs/a+b&c=%5Bd%5D/', '/docs/a+b&c=%5Bd%5D'],
    ['/docs', '/docs/Tasks'],
    ['/docs/', '/docs/Tasks'],
    ['/assets/shell-3c4d.js/', '/assets/shell-3c4d.js'],
    ['/docs//Tasks', '/docs/Tasks'],
    ['//docs/Tasks', '/docs/Tasks'],
    ['///docs//Tasks///', '/docs/Tasks'],
    ['/docs//Tasks.html', '/docs/Tasks'],
    ['//docs//Supervisors', '/docs/Supervisors/'],
    ['/assets//shell-3c4d.js', '/assets/shell-3c4d.js'],
    ['//', '/'],
    ['/docs/DeveloperInfo/Users', '/docs/Developer%20Info/Users'],
    ['/docs/DeveloperInfo/Users.html', '/docs/Developer%20Info/Users'],
  ])('is redirected permanently from %s to %s, with the query', async (from, to) => {
    const response = await server.get(`${from}?q=a%20b`, { cookie });
    expect(response.statusCode).toBe(308);
    expect(response.headers.location).toBe(`${to}?q=a%20b`);
  });

  test.each([
    '/Docs/Tasks',
    '/docs/Tasks.htm',
    '/docs/Tasks.html/x',
    '/docs/%2554asks',
    '/manifest.json',
    '/files/x',
    '/404/',
  ])('gets 404 at %s', async (path) => {
    const response = await server.get(path, { cookie });
    expect(response.statusCode).toBe(404);
  });

  test('sees the not-found page for a missing page, and an error for other requests', async () => {
    const page = await server.get('/docs/nothing', { cookie, ...navigation });
    expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('Page not found')]);
    const data = await server.get('/_page/docs/nothing.json', { cookie });
    expect([data.statusCode, data.json().error.code]).toEqual([404, 'not-found']);
  });

  test('can only read', async () => {
    const response = await server.app.inject({
      method: 'DELETE',
      url: '/docs/Tasks',
      headers: { host: 'localhost', cookie },
    });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a request that changes something', () => {
  const post = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/auth/sign-out',
      headers: { host: 'localhost:3000', ...headers },
    });

  test.each([
    [{}],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'http://localhost:3000' }],
    [{ origin: 'http://LOCALHOST:3000' }],
    [{ origin: 'https://localhost:3000', 'sec-fetch-site': 'same-origin' }],
  ])('is admitted with %j', async (headers) => {
    expect((await post(headers)).statusCode).toBe(204);
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
    [{ 'sec-fetch-site': 'junk' }],
    [{ origin: 'http://evil.example' }],
    [{ origin: 'http://localhost' }],
    [{ origin: 'http://localhost:3001' }],
    [{ origin: 'http://localhost:3000.evil.example' }],
    [{ origin: 'null' }],
    [{ origin: '' }],
    [{ origin: 'file://localhost:3000' }],
  ])('is rejected with %j', async (headers) => {
    const response = await post(headers);
    expect([response.statusCode, response.json().error.code]).toEqual([403, 'cross-site']);
  });

  test('is compared with BASE_URL if that is set', async () => {
    const other = await startServer({ environment: { BASE_URL: 'https://docs.example' } });
    const readStatus = async (origin: string) =>
      (
        await other.app.inject({
          method: 'POST',
          url: '/auth/sign-out',
          headers: { host: 'docs.example', origin },
        })
      ).statusCode;
    expect(await readStatus('https://docs.example')).toBe(204);
    expect(await readStatus('http://docs.example')).toBe(403);
    await other.close();
  });
});

test('without a store no user gets in', async () => {
  const brokenServer = await startServer();
  const session = await brokenServer.signIn();
  await brokenServer.identity.close();
  const response = await brokenServer.get('/docs/Tasks', { cookie: session });
  expect(response.statusCode).toBeGreaterThanOrEqual(500);
  expect(response.body).not.toContain('canary');
  expect(response.headers).toHaveProperty('content-security-policy');
  await rm(brokenServer.dist, { recursive: true });
  expect((await brokenServer.get('/readyz')).json()).toEqual({
    status: 'unready',
    failing: ['store', 'manifest'],
  });
  expect((await brokenServer.get('/healthz')).statusCode).toBe(200);
  await brokenServer.app.close();
  brokenServer.releases.close();
});

describe('a route with a slash at its end', () => {
  const ask = async (
    url: string,
    as: 'visitor' | 'administrator',
    method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' = 'GET',
  ) => {
    const headers = as === 'visitor' ? {} : { cookie };
    const { statusCode, headers: answer } = await server.app.inject({ method, url, headers });
    return [statusCode, answer.location];
  };

  test.each([
    ['/login/', '/login'],
    ['/login/?next=/docs/Tasks', '/login?next=/docs/Tasks'],
    ['/forgotten/', '/forgotten'],
    ['/healthz/', '/healthz'],
    ['/auth/session/', '/auth/session'],
    ['//login/', '/login'],
    ['/login//?next=/docs/Tasks', '/login?next=/docs/Tasks'],
    ['/auth//session', '/auth/session'],
    ['///healthz', '/healthz'],
  ])('redirects everyone from %s', async (url, target) => {
    expect(await ask(url, 'visitor')).toEqual([308, target]);
    expect(await ask(url, 'visitor', 'HEAD')).toEqual([308, target]);
    expect(await ask(url, 'administrator')).toEqual([308, target]);
  });

  test.each([
    ['/search/?q=a', '/search?q=a'],
    ['/api/v1/openapi.json/', '/api/v1/openapi.json'],
    ['/api/v1/account/', '/api/v1/account'],
    ['/api/v1/accounts/', '/api/v1/accounts'],
    ['//search', '/search'],
    ['/search//?q=a', '/search?q=a'],
    ['/api//v1/accounts', '/api/v1/accounts'],
  ])('redirects those who may open it from %s', async (url, target) => {
    expect(await ask(url, 'administrator')).toEqual([308, target]);
    expect(await ask(url, 'visitor')).toEqual([401, undefined]);
  });

  test('shows readers no route of administrators', async () => {
    const headers = { cookie: await server.signInAs() };
    for (const url of ['/api/v1/accounts/', '/api//v1/accounts', '/api/v1/nothing/'])
      expect((await server.app.inject({ url, headers })).statusCode).toBe(404);
  });

  test.each(['//nothing', '/nothing//', '/nothing/'])('doesn’t redirect from %s', async (url) => {
    expect((await ask(url, 'visitor'))[0]).not.toBe(308);
    expect((await ask(url, 'administrator'))[0]).not.toBe(308);
  });

  test('changes nothing for forms', async () => {
    for (const url of ['/login/', '/auth/sign-in/', '//setup'])
      expect((await ask(url, 'administrator', 'POST'))[0]).toBe(404);
  });

  test.each([
    ['POST', '/api/v1/accounts/', '/api/v1/accounts'],
    ['POST', '/1/indexes/*/queries/', '/1/indexes/*/queries'],
    ['PATCH', '/api/v1/accounts/7/', '/api/v1/accounts/7'],
    ['DELETE', '/api/v1//accounts/7?a=b', '/api/v1/accounts/7?a=b'],
  ] as const)('redirects %s %s of programs, which send it again', async (method, url, target) => {
    expect(await ask(url, 'administrator', method)).toEqual([308, target]);
    expect(await ask(url, 'visitor', method)).toEqual([401, undefined]);
  });

  test('keeps the page that a visitor asked for', async () => {
    const answer = await server.get('//docs//Tasks?a=b', navigation);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?next=/docs/Tasks%3Fa%3Db']);
  });
});
