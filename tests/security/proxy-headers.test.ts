import { afterEach, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
afterEach(() => server.close());

/** Headers that a client may send to impersonate another user or address. */
const spoofed: Readonly<Record<string, string>> = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-port': '443',
  'x-forwarded-ssl': 'on',
  'x-forwarded-scheme': 'https',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-uri': '/login',
  'x-forwarded-method': 'GET',
  'x-forwarded-user': 'ana@lurana.example',
  'x-forwarded-email': 'ana@lurana.example',
  'x-forwarded-groups': 'administrator',
  'x-auth-request-user': 'ana@lurana.example',
  'x-auth-request-email': 'ana@lurana.example',
  'x-authentik-username': 'ana@lurana.example',
  'x-pomerium-jwt-assertion': 'eyJhbGciOiJub25lIn0.e30.',
  'remote-user': 'ana@lurana.example',
  'x-remote-user': 'ana@lurana.example',
  'x-webauth-user': 'ana@lurana.example',
  'x-real-ip': '127.0.0.1',
  'x-client-ip': '127.0.0.1',
  'x-original-url': '/login',
  'x-rewrite-url': '/login',
  'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
  'x-http-method-override': 'GET',
  'x-custom-ip-authorization': '127.0.0.1',
  'front-end-https': 'on',
  forwarded: 'for=127.0.0.1;host=evil.example;proto=https',
  via: '1.1 localhost',
  'cf-connecting-ip': '127.0.0.1',
  'user-agent': 'GoogleHC/1.0',
};

/** The parts of an answer that a client can compare, without the request id, which always differs. */
function toComparable({ statusCode, headers, body }: Awaited<ReturnType<TestServer['get']>>) {
  const { date, 'x-request-id': id, ...rest } = headers;
  return { statusCode, headers: rest, body };
}

describe('with TRUST_PROXY off', () => {
  test.each(Object.entries(spoofed))('%s: %s changes no answer to a visitor', async (name, value) => {
    server = await startServer();
    for (const url of ['/docs/Tasks', '/docs/nothing', '/login', '/healthz', '/setup', '/auth/session']) {
      const plainResponse = await server.get(url, { host: 'docs.lan' });
      const with_ = await server.get(url, { host: 'docs.lan', [name]: value });
      expect(toComparable(with_), url).toEqual(toComparable(plainResponse));
      expect(server.log.at(-1)?.address, url).toBe('127.0.0.1');
    }
  });

  test('all of them together neither open the gate nor the set-up page', async () => {
    server = await startServer({ empty: true });
    const { 'x-forwarded-for': _for, forwarded: _forwarded, ...otherHeaders } = spoofed;
    const token = server.identity.setUp.createToken();
    for (const headers of [spoofed, otherHeaders]) {
      expect((await server.get('/docs/Tasks', { ...headers, host: 'docs.lan' })).statusCode).toBe(401);
      const page = await server.get(`/setup?token=${await token}`, { ...headers, host: 'docs.lan' });
      expect(page.statusCode).toBe(403);
    }
  });

  test('another site is refused, whatever proxy it claims', async () => {
    server = await startServer();
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-out',
      headers: { host: 'docs.lan', origin: 'https://evil.example', ...spoofed },
    });
    expect(statusCode).toBe(403);
  });
});

describe('with TRUST_PROXY on', () => {
  const behind = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };

  test.each(Object.entries(spoofed))('%s: %s opens nothing', async (name, value) => {
    server = await startServer({ environment: { TRUST_PROXY: true } });
    for (const headers of [{ [name]: value }, { ...behind, [name]: value }]) {
      for (const url of ['/docs/Tasks', '/docs/nothing']) {
        const answer = await server.get(url, { host: 'docs.lan', ...headers });
        expect([answer.statusCode, answer.json().error.code], url).toEqual([401, 'signed-out']);
      }
    }
  });

  test.each([
    'a',
    '',
    ' ',
    ',',
    ',,,',
    'unknown',
    '_hidden',
    '127.0.0.1\u00a0',
    '::ffff:127.0.0.1',
    '127.0.0.1, 127.0.0.1',
    `${'1, '.repeat(2_000)}127.0.0.1`,
    '999.999.999.999',
    '%00',
    '<script>',
  ])('an invalid address (%j) fails nothing and opens nothing', async (from) => {
    server = await startServer({ environment: { TRUST_PROXY: true }, empty: true });
    const token = await server.identity.setUp.createToken();
    const headers = { host: 'localhost', 'x-forwarded-for': from };
    expect((await server.get('/docs/Tasks', headers)).statusCode).toBe(401);
    const signIn = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      headers,
      payload: { email: 'ana@lurana.example', password: 'wrong' },
    });
    expect(signIn.statusCode).toBe(401);
    // A client behind a proxy isn't on this machine, whatever address the proxy reports.
    expect((await server.get(`/setup?token=${token}`, headers)).statusCode).toBe(403);
    expect(server.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test('the host that a client claims causes no redirect and no cookie for another site', async () => {
    server = await startServer({ environment: { TRUST_PROXY: true } });
    const headers = { ...behind, host: 'docs.lan', 'x-forwarded-host': 'evil.example', accept: 'text/html' };
    const { headers: answer } = await server.get('/docs/Tasks', headers);
    expect(answer.location).toBe('/login?next=/docs/Tasks');
    const out = await server.app.inject({ method: 'POST', url: '/auth/sign-out', headers });
    expect(String(out.headers['set-cookie'])).not.toMatch(/domain/i);
  });

  test('BASE_URL decides which site this is, not a header', async () => {
    server = await startServer({ environment: { TRUST_PROXY: true, BASE_URL: 'https://docs.example' } });
    const post = (origin: string) =>
      server.app.inject({
        method: 'POST',
        url: '/auth/sign-out',
        headers: { host: 'docs.example', 'x-forwarded-host': 'evil.example', ...behind, origin },
      });
    expect((await post('https://evil.example')).statusCode).toBe(403);
    expect((await post('https://docs.example')).statusCode).toBe(204);
  });
});
