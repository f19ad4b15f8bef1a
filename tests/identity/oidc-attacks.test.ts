// @module-tag chromium
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { signInFaults } from '../../src/accounts/providers/faults.ts';
import { english as texts } from '../../src/config/texts.ts';
import { oidcClient } from '../../testing/oidc-provider.ts';
import {
  context,
  expectRefused,
  findSignInButton,
  page,
  provider,
  readSession,
  server,
  signInAs,
  signInByRequests,
  site,
  startOidcSiteForEachTest,
} from './oidc-bench.ts';

startOidcSiteForEachTest();

/** Signs in completely with an ID token that the test makes from the claims of the real one. */
async function signInWithIdToken(make: (claims: Record<string, unknown>) => Promise<string> | string) {
  provider.tampering.idToken = async (token) => make(decodeJwt(token));
  await page.goto(await signInByRequests('ana'));
}

const now = () => Math.floor(Date.now() / 1_000);
const signClaims = (claims: Record<string, unknown>, kid = provider.kid, key = provider.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key);

describe('a code', () => {
  /** Intercepts the callback URL before the browser opens it. */
  async function interceptCallback(): Promise<URL> {
    let callback: URL | undefined;
    provider.tampering.callback = (address) => {
      callback = new URL(address);
      address.href = `${site}/login`;
    };
    await page.goto('/login');
    await signInAs('ana');
    delete provider.tampering.callback;
    if (!callback) throw new Error('no callback');
    return callback;
  }

  test("is refused in a browser that didn't start the sign-in", async () => {
    const callback = await interceptCallback();
    await context.clearCookies();
    await page.goto(callback.href);
    await expectRefused('sign-in-expired');
  });

  test('is refused when it is replayed with its cookies and state', async () => {
    const callback = await interceptCallback();
    const flow = (await context.cookies()).filter(({ name }) => name === 'oidc');
    await page.goto(callback.href);
    expect(await readSession()).toMatchObject({ state: 'signed-in' });
    await context.clearCookies({ name: 'sid' });

    await page.goto(callback.href);
    await expectRefused('sign-in-expired');
    await context.addCookies(flow);
    await page.goto(callback.href);
    await expectRefused('sign-in-repeated');
  });

  test('is refused in another sign-in, and by the provider if its state is changed too', async () => {
    const other = await interceptCallback();
    provider.tampering.callback = (address) => {
      address.search = other.search;
    };
    await findSignInButton().click();
    await page.waitForURL(/error=/);
    await expectRefused('state-mismatch');

    provider.tampering.callback = (address) =>
      address.searchParams.set('code', other.searchParams.get('code') ?? '');
    await findSignInButton().click();
    await page.waitForURL(/error=code/);
    await expectRefused('code-refused');
  });

  test('is neither accepted nor used up by a HEAD request', async () => {
    const callback = await interceptCallback();
    expect((await context.request.head(callback.href)).status()).toBe(401);
    await page.goto(callback.href);
    expect(await readSession()).toMatchObject({ state: 'signed-in' });
  });

  test("doesn't appear in the log, and neither do its parameters", async () => {
    const callback = await interceptCallback();
    const [flow] = (await context.cookies()).filter(({ name }) => name === 'oidc');
    await page.goto(callback.href);
    await page.goto('/login');
    const secrets = [flow?.value, oidcClient.secret, ...callback.searchParams.values()].filter(
      (value) => value !== provider.issuer,
    );
    expect(secrets).toHaveLength(4);
    for (const secret of secrets) expect(server.logText()).not.toContain(secret);
  });

  test("is answered with the code of its error, not a page, if a program's request fails", async () => {
    const response = await context.request.get('/auth/oidc/callback?code=x&state=y');
    expect(response.status()).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: 'sign-in-expired', message: texts[signInFaults['sign-in-expired'].text] },
    });
  });
});

describe('a mix-up', () => {
  test.each([
    ['of another provider', (address: URL) => address.searchParams.set('iss', 'https://evil.example')],
    ['of nobody', (address: URL) => address.searchParams.delete('iss')],
    ['of two', (address: URL) => address.searchParams.append('iss', 'https://evil.example')],
  ])('is refused with the issuer %s before the code goes anywhere', async (_, change) => {
    let tokens = 0;
    provider.tampering.callback = change;
    provider.tampering.idToken = async (token) => {
      tokens++;
      return token;
    };
    await page.goto(await signInByRequests('ana'));
    await expectRefused('issuer-mismatch');
    expect(tokens).toBe(0);
  });
});

describe('an ID token', () => {
  test('is refused with another nonce', async () => {
    await signInWithIdToken((claims) => signClaims({ ...claims, nonce: 'another' }));
    await expectRefused('nonce-mismatch');
  });

  test('is refused without a nonce', async () => {
    await signInWithIdToken(({ nonce, ...claims }) => signClaims(claims));
    await expectRefused('token-forged');
  });

  test('is refused if it is for another client', async () => {
    await signInWithIdToken((claims) => signClaims({ ...claims, aud: 'another' }));
    await expectRefused('token-foreign');
  });

  test('is refused if it is for several clients and was issued to another one', async () => {
    await signInWithIdToken((claims) =>
      signClaims({ ...claims, aud: [oidcClient.id, 'another'], azp: 'another' }),
    );
    await expectRefused('token-foreign');
  });

  test('is refused from another issuer', async () => {
    await signInWithIdToken((claims) => signClaims({ ...claims, iss: 'https://evil.example' }));
    await expectRefused('token-foreign');
  });

  test('is refused with alg none', async () => {
    await signInWithIdToken((claims) => new UnsecuredJWT(claims).encode());
    await expectRefused('token-algorithm');
  });

  test('is refused with alg none even if the provider lists that algorithm', async () => {
    provider.tampering.metadata = (document) => {
      document.id_token_signing_alg_values_supported = ['none', 'HS256', 'RS256'];
    };
    await signInWithIdToken((claims) => new UnsecuredJWT(claims).encode());
    await expectRefused('token-algorithm');
  });

  test.each([false, true])(
    'is refused if it is signed by HS256 with the public key (announced: %s)',
    async (announcedIssuer) => {
      if (announcedIssuer) {
        provider.tampering.metadata = (document) => {
          document.id_token_signing_alg_values_supported = ['HS256', 'RS256'];
        };
      }
      const secret = new TextEncoder().encode(JSON.stringify(provider.publicKey));
      await signInWithIdToken((claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: provider.kid }).sign(secret),
      );
      await expectRefused('token-algorithm');
    },
  );

  test('is refused if it is signed with another key under the same key id', async () => {
    const { privateKey } = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2_048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      true,
      ['sign', 'verify'],
    );
    await signInWithIdToken((claims) => signClaims(claims, provider.kid, privateKey));
    await expectRefused('token-forged');
  });

  test('is refused if it contains its own key', async () => {
    const jwk = { ...provider.publicKey, kid: 'mine' };
    await signInWithIdToken((claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'mine', jwk }).sign(provider.privateKey),
    );
    await expectRefused('token-key-unknown');
  });

  test('is refused if its claims were changed after signing', async () => {
    await signInWithIdToken(async (claims) => {
      const [header, , signature] = (await signClaims(claims)).split('.');
      const changedPayload = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody' })).toString(
        'base64url',
      );
      return `${header}.${changedPayload}.${signature}`;
    });
    await expectRefused('token-forged');
  });
});

describe('clocks that differ', () => {
  test.each([
    ['the provider’s is 20 s behind', { iat: -50, exp: -20 }],
    ['the provider’s is 20 s ahead', { iat: 20, nbf: 20, exp: 3_620 }],
  ])('a little are tolerated: %s', async (_, offsets) => {
    await signInWithIdToken((claims) => signClaims({ ...claims, ...shiftTimes(offsets) }));
    expect(page.url()).toBe(`${site}/`);
  });

  test.each([
    ['expired ten minutes ago', { iat: -4_200, exp: -600 }],
    ["isn't valid for ten minutes", { iat: -10, nbf: 600, exp: 3_600 }],
    ['was issued ten minutes from now', { iat: 600, exp: 4_200 }],
  ])('a lot are one: a token that %s is refused', async (_, offsets) => {
    await signInWithIdToken((claims) => signClaims({ ...claims, ...shiftTimes(offsets) }));
    await expectRefused('token-expired');
  });

  const shiftTimes = (offsets: Record<string, number>) =>
    Object.fromEntries(Object.entries(offsets).map(([claim, seconds]) => [claim, now() + seconds]));
});
