import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFirebaseProvider } from '../../src/features/firebase/firebase-provider.ts';
import { startServer } from '../../testing/server.ts';
import { createGoodClaims, createSigningKey, now, projectId, sign } from '../../testing/token-service.ts';
import {
  baseUrl,
  expectRefused,
  handOver,
  server,
  service,
  signGoodToken,
  signIn,
  startTokenServiceForEachTest,
} from './firebase-tokens-bench.ts';

startTokenServiceForEachTest();

describe('a good token', () => {
  test('makes a session, and an account by issuer and subject', async () => {
    const response = await handOver(await signGoodToken());
    expect(response.statusCode).toBe(200);
    const user = { email: 'ana@example.com', name: 'Ana Ruiz', role: 'reader' };
    expect(response.json()).toEqual({ state: 'signed-in', user });
    const cookie = String(response.headers['set-cookie']).split(';', 1)[0];
    const page = await server.get('/docs/Tasks', { host: 'docs.example', cookie });
    expect(page.statusCode).toBe(200);
    expect((await server.identity.accounts.readPage({})).accounts).toMatchObject([
      { issuer: `https://securetoken.google.com/${projectId}`, subject: 'user-1', passwordHash: null },
    ]);
  });

  test('is looked up with the key of the project, as from a page of this site', async () => {
    const token = await signGoodToken();
    await handOver(token);
    expect(service.lookups).toEqual([{ key: 'AIza-key', referer: `${baseUrl}/`, idToken: token }]);
  });

  test('signs in once: a copy of it is refused afterwards', async () => {
    const token = await signGoodToken();
    expect((await handOver(token)).statusCode).toBe(200);
    const again = await handOver(token);
    expect([again.statusCode, again.json().error.code]).toEqual([401, 'token-expired']);
    expect(again.headers).not.toHaveProperty('set-cookie');
    expect((await handOver(await signGoodToken({ iat: now() - 1 }))).statusCode).toBe(200);
  });

  test('gives the role in a claim', async () => {
    const response = await handOver(await signGoodToken({ docs: 'administrator' }));
    expect(response.json()).toMatchObject({ user: { role: 'administrator' } });
  });

  test('never appears in the log, accepted or refused', async () => {
    const [token, other] = [await signGoodToken(), await signGoodToken({ email_verified: false })];
    await handOver(token);
    await handOver(other);
    for (const part of [...token.split('.'), ...other.split('.').slice(1)].slice(1)) {
      expect(server.logText()).not.toContain(part);
    }
  });
});

describe("a value that isn't a token", () => {
  test.each(['x', 'a.b.c', '....', `${'x'.repeat(4_000)}`, 'e30.e30.', '{}'])(
    'is refused: %#',
    async (token) => {
      await expectRefused(await handOver(token), 'token-malformed');
    },
  );

  test.each([{ idToken: '' }, { idToken: 7 }, { idToken: ['x'] }, {}, { email: 'a@b', password: 'x' }])(
    "can't be used to sign in: %j",
    async (payload) => {
      await expectRefused(await signIn(payload), 'other-identity-mode');
      expect(service.keyRequests).toBe(0);
    },
  );

  test('is rejected unread if it is too large', async () => {
    expect((await handOver('x'.repeat(20_000))).statusCode).toBe(413);
  });
});

describe('a forged token is refused', () => {
  test('refuses a token with alg none', async () => {
    await expectRefused(await handOver(new UnsecuredJWT(createGoodClaims()).encode()), 'token-malformed');
    const [, payload] = (await signGoodToken()).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: service.key.kid })).toString('base64url');
    await expectRefused(await handOver(`${header}.${payload}.`), 'token-algorithm');
    expect(service.keyRequests).toBe(0);
  });

  test('refuses a token signed by HS256 with the public key', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(service.key.publicKey));
    const token = new SignJWT(createGoodClaims()).setProtectedHeader({ alg: 'HS256', kid: service.key.kid });
    await expectRefused(await handOver(await token.sign(secret)), 'token-algorithm');
  });

  test('refuses a token signed with another key under the same key id', async () => {
    const other = await createSigningKey(service.key.kid);
    await expectRefused(await handOver(await sign(createGoodClaims(), other)), 'token-forged');
  });

  test('refuses a token that contains its own key', async () => {
    const mine = await createSigningKey('mine');
    const ownKey = { jwk: mine.publicKey, jku: service.keys.href };
    await expectRefused(await handOver(await sign(createGoodClaims(), mine, ownKey)), 'token-key-unknown');
  });

  test('refuses a token whose claims were changed after signing', async () => {
    const [header, , signature] = (await signGoodToken()).split('.');
    const changedPayload = Buffer.from(JSON.stringify({ ...createGoodClaims(), sub: 'user-2' })).toString(
      'base64url',
    );
    await expectRefused(await handOver(`${header}.${changedPayload}.${signature}`), 'token-forged');
  });

  test('refuses a token whose signature is an HMAC called RS256', async () => {
    const [header, payload] = (await signGoodToken()).split('.');
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
    await expectRefused(await handOver(await signGoodToken(claims)), 'token-foreign');
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
    await expectRefused(await handOver(await signGoodToken(claims)), 'token-expired');
  });

  test('a token within a small clock difference is accepted', async () => {
    const claims = { iat: now() + 15, auth_time: now() + 15, exp: now() - 15 };
    expect((await handOver(await signGoodToken(claims))).statusCode).toBe(200);
  });
});

test.each([
  ['no subject', { sub: undefined }],
  ['an empty subject', { sub: '' }],
  ['a subject that is a number', { sub: 7 }],
  ['no expiry', { exp: undefined }],
  ['no time of sign-in', { auth_time: undefined }],
  ['no word on how', { firebase: undefined }],
])('a token with %s is refused', async (_, claims) => {
  await expectRefused(await handOver(await signGoodToken(claims)), 'token-malformed');
});

describe('the key set', () => {
  test('is fetched once for many tokens, and at most twice for many unknown keys', async () => {
    for (let round = 0; round < 5; round++)
      expect((await handOver(await signGoodToken())).statusCode).toBe(200);
    expect(service.keyRequests).toBe(1);
    const unknown = await createSigningKey('unknown');
    for (let round = 0; round < 5; round++) {
      const response = await handOver(await sign(createGoodClaims(), unknown));
      expect(response.json()).toMatchObject({ error: { code: 'token-key-unknown' } });
    }
    expect(service.keyRequests).toBeLessThanOrEqual(2);
  });

  test('no longer accepts a key that was rotated out', async () => {
    const next = await createSigningKey('key-2');
    service.published = [next.publicKey];
    await expectRefused(await handOver(await signGoodToken()), 'token-key-unknown');
    expect((await handOver(await sign(createGoodClaims(), next))).statusCode).toBe(200);
  });

  test("admits no user if it can't be reached, and the page says why", async () => {
    const token = await signGoodToken();
    await service.close();
    const response = await handOver(token);
    await expectRefused(response, 'keys-unavailable');
    expect(response.headers['retry-after']).toBe('5');
  });

  test.each([[[]], [[{ kty: 'oct', kid: 'key-1', k: 'AAAA' }]]])(
    'admits no user if it holds no matching key: %j',
    async (keys) => {
      service.published = keys;
      await expectRefused(await handOver(await signGoodToken()), 'token-key-unknown');
    },
  );
});

describe('an emulator, whose tokens are unsigned,', () => {
  test.each([
    ['by another name', { host: 'docs.example' }],
    ['through a proxy', { 'x-forwarded-for': '203.0.113.66' }],
    ['through another proxy', { forwarded: 'for=203.0.113.66' }],
  ])('is trusted on this machine only, and not %s', async (_, headers) => {
    const emulated = await startServer({
      empty: true,
      identityProvider: createFirebaseProvider({
        projectId,
        apiKey: 'any',
        authDomain: 'localhost',
        signInProviders: ['password'],
        rules: { domains: ['example.com'] },
        // No server listens there, so a question about the user can't be answered.
        emulatorHost: '127.0.0.1:1',
      }),
    });
    onTestFinished(() => emulated.close());
    const signInWith = async (more: Record<string, string>) => {
      const answer = await emulated.app.inject({
        method: 'POST',
        url: '/auth/sign-in',
        headers: { host: 'localhost:3000', ...more },
        payload: { idToken: new UnsecuredJWT(createGoodClaims()).encode() },
      });
      return [answer.statusCode, answer.json().error.code];
    };
    expect(await signInWith({})).toEqual([503, 'provider-unavailable']);
    expect(await signInWith(headers)).toEqual([401, 'token-forged']);
  });
});
