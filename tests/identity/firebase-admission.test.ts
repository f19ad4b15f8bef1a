import { describe, expect, test } from 'vitest';
import { now, projectId } from '../../testing/token-service.ts';
import {
  expectRefused,
  handOver,
  server,
  service,
  signGoodToken,
  startTokenServiceForEachTest,
} from './firebase-tokens-bench.ts';

startTokenServiceForEachTest();

describe('admission of users', () => {
  test.each([
    ['a user of another domain', { email: 'ana@example.net' }, 'not-allowed'],
    ["a user whose email isn't confirmed", { email_verified: false }, 'email-unverified'],
    ['a user without an email', { email: undefined }, 'email-missing'],
    ['an anonymous user', { firebase: { sign_in_provider: 'anonymous' } }, 'not-allowed'],
    ["a sign-in method that isn't enabled", { firebase: { sign_in_provider: 'phone' } }, 'not-allowed'],
  ] as const)('refuses %s', async (_, claims, code) => {
    await expectRefused(await handOver(await signGoodToken(claims)), code);
    expect(service.lookups).toEqual([]);
  });

  test('refuses a user whose account is disabled here', async () => {
    await handOver(await signGoodToken());
    const [account] = (await server.identity.accounts.readPage({})).accounts;
    await server.identity.accounts.setDisabled(account?.id ?? '', true);
    expect((await handOver(await signGoodToken())).json()).toMatchObject({
      error: { code: 'account-disabled' },
    });
  });
});

describe('the current account at the service', () => {
  test.each([
    ['that it is disabled', { disabled: true }, 'account-disabled'],
    ['that it was signed out everywhere since', { validSince: String(now() + 60) }, 'token-revoked'],
    ['that it is another one', { localId: 'user-2' }, 'token-revoked'],
  ] as const)('refuses an account of which the service says %s', async (_, account, code) => {
    Object.assign(service.account, account);
    await expectRefused(await handOver(await signGoodToken()), code);
  });

  test.each([
    [400, 'USER_DISABLED', 'account-disabled'],
    [400, 'USER_NOT_FOUND', 'token-revoked'],
    [400, 'TOKEN_EXPIRED', 'token-revoked'],
    [400, 'INVALID_ID_TOKEN : it is not valid', 'token-revoked'],
    [400, 'API key not valid. Please pass a valid API key.', 'provider-refused'],
    [403, 'Requests from referer <empty> are blocked.', 'provider-refused'],
    [429, 'QUOTA_EXCEEDED', 'provider-unavailable'],
    [503, 'UNAVAILABLE', 'provider-unavailable'],
  ] as const)('explains the refusal %i %s', async (status, message, code) => {
    service.lookupAnswer = { status, body: { error: { code: status, message } } };
    await expectRefused(await handOver(await signGoodToken()), code);
  });

  test("is unavailable when the service doesn't answer, and then every sign-in is refused", async () => {
    const token = await signGoodToken();
    await handOver(await signGoodToken({ email: 'ana@example.net' }));
    await service.close();
    await expectRefused(await handOver(token), 'provider-unavailable');
  });
});

describe('attempts', () => {
  test('attempts with tokens are counted by address before the tokens are checked', async () => {
    for (let round = 0; round < 30; round++) {
      expect((await handOver('a.b.c')).statusCode).toBe(401);
    }
    const response = await handOver(await signGoodToken());
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({ error: { code: 'too-many-attempts' } });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(service.keyRequests).toBe(0);
  });

  test('attempts from another site are refused', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      payload: { idToken: await signGoodToken() },
      headers: { host: 'docs.example', origin: 'https://evil.example' },
    });
    expect(response.statusCode).toBe(403);
  });
});

describe('the login page', () => {
  const readPolicy = async (url: string, headers = {}) => {
    const response = await server.get(url, { host: 'docs.example', ...headers });
    return String(response.headers['content-security-policy']);
  };

  test('is the only page that may call the service, show its frame, and open a window that reports back', async () => {
    const policy = await readPolicy('/login');
    expect(policy).toContain("script-src 'self' 'sha256-c2NyaXB0' https://apis.google.com;");
    expect(policy).toContain(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;",
    );
    expect(policy).toContain(`frame-src 'self' https://${projectId}.firebaseapp.com;`);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    const { headers } = await server.get('/login', { host: 'docs.example' });
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');

    const cookie = String((await handOver(await signGoodToken())).headers['set-cookie']).split(';', 1)[0];
    for (const url of ['/docs/Tasks', '/setup', '/auth/session', '/healthz', '/docs/nothing']) {
      expect(await readPolicy(url, { cookie })).not.toMatch(/google/);
    }
  });

  test('gives the client its project and no secret', async () => {
    const { body } = await server.get('/login?next=/docs/Tasks', { host: 'docs.example' });
    expect(body).toContain('data-api-key="AIza-key"');
    expect(body).toContain('data-next="/docs/Tasks"');
  });
});
