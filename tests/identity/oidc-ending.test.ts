import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOidcProvider } from '../../src/features/oidc/oidc-provider.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { oidcClient, startOidcProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { createOidcVisitor, type OidcVisitor } from '../../testing/oidc-visitor.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let provider: TestProvider;
let server: TestServer;
let site: string;
let ana: OidcVisitor;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

beforeEach(async () => {
  const [here, there] = [await findFreePort(), await findFreePort()];
  site = `http://localhost:${here}`;
  provider = await startOidcProvider({ port: there, site });
  for (const name of ['ana', 'ben'])
    provider.people[name] = { email: `${name}@example.com`, email_verified: true, name };
  server = await startServer({
    empty: true,
    environment: { BASE_URL: site },
    identityProvider: createOidcProvider({
      issuer: provider.issuer,
      clientId: oidcClient.id,
      clientSecret: oidcClient.secret,
      scopes: 'openid email profile',
      rules: { domains: ['example.com'] },
    }),
  });
  await server.listen(here);
  ana = createOidcVisitor(site);
});
afterEach(async () => {
  await server.close();
  await provider.close();
});

async function readState(visitor: OidcVisitor): Promise<unknown> {
  return JSON.parse((await visitor.get('/auth/session')).body).state;
}

async function signInVisitor(name: string): Promise<OidcVisitor> {
  const visitor = createOidcVisitor(site);
  await visitor.signIn(name);
  expect(await readState(visitor)).toBe('signed-in');
  return visitor;
}

describe('a logout at the provider', () => {
  test('ends the session that began there, and no other', async () => {
    ana = await signInVisitor('ana');
    const [phone, ben] = [await signInVisitor('ana'), await signInVisitor('ben')];
    const page = await ana.get(`${provider.issuer}/session/end`);
    const [, action = ''] = /<form[^>]*action="([^"]*)"/.exec(page.body) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.body) ?? [];
    await ana.post(action, { xsrf, logout: 'yes' });
    expect(await readState(ana)).toBe('signed-out');
    expect([await readState(phone), await readState(ben)]).toEqual(['signed-in', 'signed-in']);
    expect(server.logText()).toContain('The identity provider ended sessions.');
  });
});

describe('a logout token', () => {
  const now = () => Math.floor(Date.now() / 1_000);
  const createGoodClaims = () => ({
    iss: provider.issuer,
    aud: oidcClient.id,
    iat: now(),
    exp: now() + 120,
    jti: crypto.randomUUID(),
    sub: 'ana',
    events: { [logoutEvent]: {} },
  });
  const signLogoutToken = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: provider.kid, typ: 'logout+jwt', ...header })
      .sign(provider.privateKey);
  const send = (token: string, more: Record<string, string> = {}) =>
    post(new URLSearchParams({ logout_token: token }), more);
  const post = (form: URLSearchParams, more: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/auth/oidc/back-channel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: new URL(site).host, ...more },
      payload: form.toString(),
    });

  test('ends all sessions of its user, once', async () => {
    const [laptop, phone, ben] = [
      await signInVisitor('ana'),
      await signInVisitor('ana'),
      await signInVisitor('ben'),
    ];
    const token = await signLogoutToken(createGoodClaims());
    const answer = await send(token);
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const one of [laptop, phone]) expect(await readState(one)).toBe('signed-out');
    expect(await readState(ben)).toBe('signed-in');
    ana = await signInVisitor('ana');
    expect((await send(token)).statusCode).toBe(400);
    expect(await readState(ana)).toBe('signed-in');
    expect(server.logText()).not.toContain(token);
  });

  test('ends no session if it is invalid', async () => {
    ana = await signInVisitor('ana');
    const removeClaim = (name: string) =>
      Object.fromEntries(Object.entries(createGoodClaims()).filter(([one]) => one !== name));
    const forgedToken = await signLogoutToken(createGoodClaims());
    const refusals = {
      'nothing at all': '',
      'no token': 'x.y.z',
      unsigned: new UnsecuredJWT(createGoodClaims()).encode(),
      'signed by nobody known': await signLogoutToken(createGoodClaims(), { kid: 'key-2' }),
      'signed with the shared secret': await new SignJWT(createGoodClaims())
        .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
        .sign(new TextEncoder().encode(oidcClient.secret)),
      changed: `${forgedToken.slice(0, -8)}AAAAAAAA`,
      'of another issuer': await signLogoutToken({ ...createGoodClaims(), iss: 'https://evil.example' }),
      'for another site': await signLogoutToken({ ...createGoodClaims(), aud: 'another' }),
      old: await signLogoutToken({ ...createGoodClaims(), iat: now() - 3_600, exp: now() + 60 }),
      over: await signLogoutToken({ ...createGoodClaims(), exp: now() - 60 }),
      'of the future': await signLogoutToken({
        ...createGoodClaims(),
        iat: now() + 3_600,
        exp: now() + 7_200,
      }),
      'of another type': await signLogoutToken(createGoodClaims(), { typ: 'JWT' }),
      'with a nonce': await signLogoutToken({ ...createGoodClaims(), nonce: 'n' }),
      'of another event': await signLogoutToken({ ...createGoodClaims(), events: { other: {} } }),
      'without its event': await signLogoutToken(removeClaim('events')),
      'without its number': await signLogoutToken(removeClaim('jti')),
      'without an end': await signLogoutToken(removeClaim('exp')),
      'of nobody': await signLogoutToken(removeClaim('sub')),
    };
    for (const [what, token] of Object.entries(refusals)) {
      const answer = await send(token);
      expect([what, answer.statusCode]).toEqual([what, 400]);
    }
    const twice = new URLSearchParams([
      ['logout_token', await signLogoutToken(createGoodClaims())],
      ['logout_token', await signLogoutToken(createGoodClaims())],
    ]);
    expect((await post(twice)).statusCode).toBe(400);
    expect(
      (await send(await signLogoutToken(createGoodClaims()), { origin: 'https://evil.example' })).statusCode,
    ).toBe(403);
    expect(await readState(ana)).toBe('signed-in');
  });
});
