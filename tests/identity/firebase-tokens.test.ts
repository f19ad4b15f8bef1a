import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInFaults } from '../../src/config/sign-in-faults.ts';
import { createFirebaseProvider } from '../../src/identity/providers/firebase.ts';
import { startServer, type TestServer } from '../support/server.ts';
import {
  goodClaims,
  now,
  projectId,
  sign,
  signingKey,
  startTokenService,
  type TokenService,
} from '../support/token-service.ts';

const baseUrl = 'https://docs.example';

let service: TokenService;
let server: TestServer;
beforeEach(async () => {
  service = await startTokenService();
  const provider = createFirebaseProvider({
    projectId,
    apiKey: 'AIza-key',
    authDomain: `${projectId}.firebaseapp.com`,
    signInProviders: ['password', 'google'],
    baseUrl,
    rules: { domains: ['example.com'], adminClaim: { name: 'docs', values: ['administrator'] } },
    keys: service.keys,
    lookup: service.lookup,
  });
  server = await startServer({
    empty: true,
    environment: { BASE_URL: baseUrl },
    mode: { kind: 'firebase', issuer: provider.issuer, givesRoles: true, provider },
  });
});
afterEach(async () => {
  await server.close();
  await service.close();
});

const signIn = (payload: object) =>
  server.app.inject({ method: 'POST', url: '/auth/sign-in', payload, headers: { host: 'docs.example' } });
const handOver = (idToken: unknown) => signIn({ idToken });
const good = (changes: Record<string, unknown> = {}) => sign({ ...goodClaims(), ...changes }, service.key);

async function expectRefused(
  response: Awaited<ReturnType<typeof signIn>>,
  code: keyof typeof signInFaults,
): Promise<void> {
  expect(response.json()).toEqual({ error: { code, message: signInFaults[code].message } });
  expect(response.statusCode).toBe(signInFaults[code].status);
  expect(response.headers).not.toHaveProperty('set-cookie');
  expect(await server.identity.accounts.count()).toBe(0);
}

describe('a good token', () => {
  test('makes a session, and an account by issuer and subject', async () => {
    const response = await handOver(await good());
    expect(response.statusCode).toBe(200);
    const user = { email: 'ana@example.com', name: 'Ana Ruiz', role: 'reader' };
    expect(response.json()).toEqual({ state: 'signed-in', user });
    const cookie = String(response.headers['set-cookie']).split(';', 1)[0];
    const page = await server.get('/docs/Tasks', { host: 'docs.example', cookie });
    expect(page.statusCode).toBe(200);
    expect(await server.identity.accounts.list()).toMatchObject([
      { issuer: `https://securetoken.google.com/${projectId}`, subject: 'user-1', passwordHash: null },
    ]);
  });

  test('is looked up with the key of the project, as from a page of this site', async () => {
    const token = await good();
    await handOver(token);
    expect(service.lookups).toEqual([{ key: 'AIza-key', referer: `${baseUrl}/`, idToken: token }]);
  });

  test('says the role by a claim', async () => {
    const response = await handOver(await good({ docs: 'administrator' }));
    expect(response.json()).toMatchObject({ user: { role: 'administrator' } });
  });

  test('is written into no line of the log, refused or not', async () => {
    const [token, other] = [await good(), await good({ email_verified: false })];
    await handOver(token);
    await handOver(other);
    for (const part of [...token.split('.'), ...other.split('.').slice(1)].slice(1)) {
      expect(server.logText()).not.toContain(part);
    }
  });
});

describe('a token that is none', () => {
  test.each(['x', 'a.b.c', '....', `${'x'.repeat(4_000)}`, 'e30.e30.', '{}'])(
    'is refused: %#',
    async (token) => {
      await expectRefused(await handOver(token), 'token-malformed');
    },
  );

  test.each([{ idToken: '' }, { idToken: 7 }, { idToken: ['x'] }, {}, { email: 'a@b', password: 'x' }])(
    'is no way to sign in here: %j',
    async (payload) => {
      await expectRefused(await signIn(payload), 'other-identity-mode');
      expect(service.keyRequests).toBe(0);
    },
  );

  test('and is too large is not read', async () => {
    expect((await handOver('x'.repeat(20_000))).statusCode).toBe(413);
  });
});

describe('a forged token is refused', () => {
  test('with alg none', async () => {
    await expectRefused(await handOver(new UnsecuredJWT(goodClaims()).encode()), 'token-malformed');
    const [, payload] = (await good()).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: service.key.kid })).toString('base64url');
    await expectRefused(await handOver(`${header}.${payload}.`), 'token-algorithm');
    expect(service.keyRequests).toBe(0);
  });

  test('signed by HS256 with the public key', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(service.key.publicKey));
    const token = new SignJWT(goodClaims()).setProtectedHeader({ alg: 'HS256', kid: service.key.kid });
    await expectRefused(await handOver(await token.sign(secret)), 'token-algorithm');
  });

  test('signed by somebody else under the name of the key', async () => {
    const other = await signingKey(service.key.kid);
    await expectRefused(await handOver(await sign(goodClaims(), other)), 'token-forged');
  });

  test('that brings its own key', async () => {
    const mine = await signingKey('mine');
    const brought = { jwk: mine.publicKey, jku: service.keys.href };
    await expectRefused(await handOver(await sign(goodClaims(), mine, brought)), 'token-key-unknown');
  });

  test('whose claims were changed after signing', async () => {
    const [header, , signature] = (await good()).split('.');
    const changed = Buffer.from(JSON.stringify({ ...goodClaims(), sub: 'user-2' })).toString('base64url');
    await expectRefused(await handOver(`${header}.${changed}.${signature}`), 'token-forged');
  });

  test('whose signature is an HMAC called RS256', async () => {
    const [header, payload] = (await good()).split('.');
    const mac = createHmac('sha256', JSON.stringify(service.key.publicKey)).update(`${header}.${payload}`);
    await expectRefused(await handOver(`${header}.${payload}.${mac.digest('base64url')}`), 'token-forged');
  });
});

describe('a foreign token is refused', () => {
  test.each([
    ['of another project', { iss: 'https://securetoken.google.com/other', aud: 'other' }],
    ['for another project', { aud: 'other' }],
    ['of another issuer', { iss: 'https://accounts.google.com' }],
    ['of another tenant of the project', { firebase: { sign_in_provider: 'password', tenant: 'other' } }],
  ])('%s', async (_, claims) => {
    await expectRefused(await handOver(await good(claims)), 'token-foreign');
  });
});

describe('an old token is refused', () => {
  test.each([
    ['that expired', { iat: now() - 4_000, exp: now() - 400 }],
    ['that was issued too long ago', { iat: now() - 4_000 }],
    ['that is from the future', { iat: now() + 600 }],
    ['of a sign-in too long ago', { auth_time: now() - 600 }],
    ['of a sign-in in the future', { auth_time: now() + 600 }],
  ])('%s', async (_, claims) => {
    await expectRefused(await handOver(await good(claims)), 'token-expired');
  });

  test('but clocks may differ a little', async () => {
    const claims = { iat: now() + 15, auth_time: now() + 15, exp: now() - 15 };
    expect((await handOver(await good(claims))).statusCode).toBe(200);
  });
});

test.each([
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
  ['a subject that is none', { sub: 7 }],
  ['no expiry', { exp: undefined }],
  ['no time of sign-in', { auth_time: undefined }],
  ['no word on how', { firebase: undefined }],
])('a token with %s is refused', async (_, claims) => {
  await expectRefused(await handOver(await good(claims)), 'token-malformed');
});

describe('who may read', () => {
  test.each([
    ['nobody of another domain', { email: 'ana@example.net' }, 'not-allowed'],
    ['nobody whose e-mail is not confirmed', { email_verified: false }, 'email-unverified'],
    ['nobody without an e-mail', { email: undefined }, 'email-missing'],
    ['nobody without a name', { firebase: { sign_in_provider: 'anonymous' } }, 'not-allowed'],
    ['nobody by a way that was not chosen', { firebase: { sign_in_provider: 'phone' } }, 'not-allowed'],
  ] as const)('%s', async (_, claims, code) => {
    await expectRefused(await handOver(await good(claims)), code);
    expect(service.lookups).toEqual([]);
  });

  test('nobody whose account here is disabled', async () => {
    await handOver(await good());
    const [account] = await server.identity.accounts.list();
    await server.identity.accounts.setDisabled(account?.id ?? '', true);
    expect((await handOver(await good())).json()).toMatchObject({ error: { code: 'account-disabled' } });
  });
});

describe('what the service says of the account now', () => {
  test.each([
    ['that it is disabled', { disabled: true }, 'account-disabled'],
    ['that it was signed out everywhere since', { validSince: String(now() + 60) }, 'token-revoked'],
    ['nothing, but of another account', { localId: 'user-2' }, 'token-revoked'],
  ] as const)('%s', async (_, account, code) => {
    Object.assign(service.account, account);
    await expectRefused(await handOver(await good()), code);
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
  ] as const)('in words: %i %s', async (status, message, code) => {
    service.lookupAnswer = { status, body: { error: { code: status, message } } };
    await expectRefused(await handOver(await good()), code);
  });

  test('cannot be had when it does not answer, and then nobody is let in', async () => {
    const token = await good();
    await handOver(await good({ email: 'ana@example.net' }));
    await service.close();
    await expectRefused(await handOver(token), 'provider-unavailable');
  });
});

describe('the key set', () => {
  test('is fetched once for many tokens, and at most twice for many unknown keys', async () => {
    for (let round = 0; round < 5; round++) expect((await handOver(await good())).statusCode).toBe(200);
    expect(service.keyRequests).toBe(1);
    const unknown = await signingKey('unknown');
    for (let round = 0; round < 5; round++) {
      const response = await handOver(await sign(goodClaims(), unknown));
      expect(response.json()).toMatchObject({ error: { code: 'token-key-unknown' } });
    }
    expect(service.keyRequests).toBeLessThanOrEqual(2);
  });

  test('that was rotated lets nobody in by the key that left it', async () => {
    const next = await signingKey('key-2');
    service.published = [next.publicKey];
    await expectRefused(await handOver(await good()), 'token-key-unknown');
    expect((await handOver(await sign(goodClaims(), next))).statusCode).toBe(200);
  });

  test('that cannot be reached lets nobody in, and is said to be', async () => {
    const token = await good();
    await service.close();
    const response = await handOver(token);
    await expectRefused(response, 'keys-unavailable');
    expect(response.headers['retry-after']).toBe('5');
  });

  test.each([[[]], [[{ kty: 'oct', kid: 'key-1', k: 'AAAA' }]]])(
    'that holds no such key lets nobody in: %j',
    async (keys) => {
      service.published = keys;
      await expectRefused(await handOver(await good()), 'token-key-unknown');
    },
  );
});

describe('attempts', () => {
  test('with tokens count by address, before any work is done for them', async () => {
    for (let round = 0; round < 30; round++) {
      expect((await handOver('a.b.c')).statusCode).toBe(401);
    }
    const response = await handOver(await good());
    expect(response.statusCode).toBe(429);
    expect(response.json()).toMatchObject({ error: { code: 'too-many-attempts' } });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(service.keyRequests).toBe(0);
  });

  test('from another site are refused before that', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      payload: { idToken: await good() },
      headers: { host: 'docs.example', origin: 'https://evil.example' },
    });
    expect(response.statusCode).toBe(403);
  });
});

describe('the login page', () => {
  const policyOf = async (url: string, headers = {}) => {
    const response = await server.get(url, { host: 'docs.example', ...headers });
    return String(response.headers['content-security-policy']);
  };

  test('alone may call the service, show its frame, and open a window that reports back', async () => {
    const policy = await policyOf('/login');
    expect(policy).toContain("script-src 'self' 'sha256-c2NyaXB0' https://apis.google.com;");
    expect(policy).toContain(
      "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;",
    );
    expect(policy).toContain(`frame-src 'self' https://${projectId}.firebaseapp.com;`);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    const { headers } = await server.get('/login', { host: 'docs.example' });
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');

    const cookie = String((await handOver(await good())).headers['set-cookie']).split(';', 1)[0];
    for (const url of ['/docs/Tasks', '/setup', '/auth/session', '/healthz', '/docs/nothing']) {
      expect(await policyOf(url, { cookie })).not.toMatch(/google/);
    }
  });

  test('tells the client its project, and nothing that is secret', async () => {
    const { body } = await server.get('/login?next=/docs/Tasks', { host: 'docs.example' });
    expect(body).toContain('data-api-key="AIza-key"');
    expect(body).toContain('data-next="/docs/Tasks"');
  });
});
