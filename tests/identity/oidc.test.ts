import { decodeJwt, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInFaults } from '../../src/config/sign-in-faults.ts';
import { texts } from '../../src/config/texts.ts';
import { createOidcProvider } from '../../src/identity/providers/oidc.ts';
import type { SignInMode } from '../../src/identity/providers/sign-in-mode.ts';
import { launchChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { oidcClient, startOidcProvider, type TestProvider } from '../support/oidc-provider.ts';
import { canaries, fixtureEntries } from '../support/release.ts';
import { startServer, type TestServer } from '../support/server.ts';

const elsewhere = [
  '//evil.example',
  'https://evil.example/',
  '/\\\\evil.example',
  '/auth/oidc/start',
  'javascript:alert(1)',
];
const article = '/docs/Developer%20Info/Users';
const signOutPage = {
  url: '/out',
  content: `<!doctype html><form method="post" action="/auth/sign-out"><button>${texts.signOut}</button></form>`,
};

let browser: Browser;
let context: BrowserContext;
let page: Page;
let site: string;
let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  const [here, there] = [await freePort(), await freePort()];
  // Another site than the provider's for the browser, as it is in life.
  site = `http://localhost:${here}`;
  provider = await startOidcProvider({ port: there, site });
  provider.people.ana = {
    email: 'ana@example.com',
    email_verified: true,
    name: 'Ana Ruiz',
    groups: ['docs', 'admins'],
  };
  server = await startServer({
    empty: true,
    environment: { BASE_URL: site },
    mode: mode(),
    release: { entries: [...fixtureEntries, signOutPage] },
  });
  await server.listen(here);
  context = await browser.newContext({ baseURL: site });
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await server.close();
  await provider.close();
});

function mode(): SignInMode {
  const made = createOidcProvider({
    issuer: provider.issuer,
    clientId: oidcClient.id,
    clientSecret: oidcClient.secret,
    scopes: 'openid email profile',
    rules: { domains: ['example.com'], adminClaim: { name: 'groups', values: ['admins'] } },
  });
  return { kind: 'oidc', issuer: made.issuer, provider: made };
}

const button = () => page.getByRole('link', { name: texts.signIn });
const session = async () => (await context.request.get('/auth/session')).json();

/** To the provider, through its own forms, and wherever it leads then. */
async function signInAs(login: string): Promise<void> {
  await button().click();
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${site}/**`);
}

/** Where a sign-in that is refused ends: on our login page, with the text of the code, and without a session. */
async function expectRefused(code: keyof typeof signInFaults): Promise<void> {
  expect(new URL(page.url()).searchParams.get('error')).toBe(code);
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.getByRole('alert').textContent()).toBe(signInFaults[code].message);
  expect(await session()).toEqual({ state: 'signed-out' });
}

/** The whole way, with the ID token that the test makes of the real one's claims. */
async function signInWithIdToken(make: (claims: Record<string, unknown>) => Promise<string> | string) {
  provider.tampering.idToken = async (token) => make(decodeJwt(token));
  await page.goto('/login');
  await signInAs('ana');
}

const now = () => Math.floor(Date.now() / 1_000);
const signed = (claims: Record<string, unknown>, kid = provider.kid, key = provider.privateKey) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key);

describe('a reader', () => {
  test('signs in at the provider, and is led to where they wanted to go', async () => {
    await page.goto(article);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await signInAs('ana');
    expect(page.url()).toBe(site + article);
    expect(await page.textContent('h1')).toBe(canaries['/docs/Developer Info/Users']);
    expect(await session()).toEqual({
      state: 'signed-in',
      user: { name: 'Ana Ruiz', email: 'ana@example.com', role: 'administrator' },
    });
    const names = (await context.cookies(`${site}/auth/sign-out`)).map(({ name }) => name).sort();
    expect(names.filter((name) => name.startsWith('__'))).toEqual(['__Host-sid', '__Secure-oidc-hint']);
  });

  test('who is signed in at the provider already is asked nothing, and keeps the same account', async () => {
    await page.goto('/login');
    await signInAs('ana');
    const [first] = await server.identity.accounts.list();
    await context.clearCookies({ name: '__Host-sid' });
    await page.goto('/login');
    await button().click();
    await page.waitForURL(`${site}/`);
    expect(await server.identity.accounts.list()).toMatchObject([
      { id: first?.id, issuer: `${provider.issuer}/` },
    ]);
  });

  test('signs out here and at the provider, by form', async () => {
    await page.goto('/login?next=/out');
    await signInAs('ana');
    await page.getByRole('button', { name: texts.signOut }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${site}/login`);
    expect(await session()).toEqual({ state: 'signed-out' });
    await button().click();
    await page.locator('input[name=login]').waitFor();
  });

  test('signs out here and at the provider, by the shell’s call', async () => {
    await page.goto('/login');
    await signInAs('ana');
    const answer = await page.evaluate(async () => {
      const response = await fetch('/auth/sign-out', { method: 'POST' });
      return { status: response.status, location: response.headers.get('location') };
    });
    expect(answer.status).toBe(204);
    const address = new URL(answer.location ?? '');
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${site}/login`);
    expect(decodeJwt(address.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: 'ana' });
    expect(await session()).toEqual({ state: 'signed-out' });
    expect(await context.cookies()).not.toContainEqual(
      expect.objectContaining({ name: '__Secure-oidc-hint' }),
    );
  });

  test.each(elsewhere)('is never led to %s', async (next) => {
    await page.goto(`/auth/oidc/start?next=${encodeURIComponent(next)}`);
    await page.locator('input[name=login]').waitFor();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await signInAs('ana');
    expect(page.url()).toBe(`${site}/`);
  });

  test('whose provider takes the secret in a header only signs in as well', async () => {
    const { port } = new URL(provider.issuer);
    await provider.close();
    const { people } = provider;
    provider = await startOidcProvider({ port: Number(port), site, clientAuth: 'client_secret_basic' });
    Object.assign(provider.people, people);
    await page.goto('/login');
    await signInAs('ana');
    expect(await session()).toMatchObject({ state: 'signed-in' });
  });

  test('changes their mind at the provider, and reads that nothing happened', async () => {
    await page.goto('/login');
    await button().click();
    await page.getByText('Cancel').click();
    await page.waitForURL(`${site}/**`);
    await expectRefused('sign-in-cancelled');
  });

  test('with scripts off signs in as well', async () => {
    await context.close();
    context = await browser.newContext({ baseURL: site, javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto(article);
    await signInAs('ana');
    expect(page.url()).toBe(site + article);
  });
});

describe('who may read', () => {
  test('is nobody of another domain', async () => {
    provider.people.ben = { email: 'ben@example.com.evil.test', email_verified: true };
    await page.goto(article);
    await signInAs('ben');
    await expectRefused('not-allowed');
    expect(await server.identity.accounts.count()).toBe(0);
    expect(await button().getAttribute('href')).toBe(`/auth/oidc/start?next=${encodeURIComponent(article)}`);
  });

  test('is nobody whose e-mail the provider does not vouch for', async () => {
    provider.people.ben = { email: 'ben@example.com', email_verified: false };
    await page.goto('/login');
    await signInAs('ben');
    await expectRefused('email-unverified');
  });

  test('is nobody without an e-mail', async () => {
    provider.people.ben = {};
    await page.goto('/login');
    await signInAs('ben');
    await expectRefused('email-missing');
  });

  test('is nobody whose account was disabled, from that moment on', async () => {
    await page.goto('/login');
    await signInAs('ana');
    // The last administrator could not be.
    await server.identity.signInBy('192.0.2.9', async () => ({
      outcome: 'verified',
      person: { issuer: 'x', subject: 'x', email: 'x@example.com', name: 'X', role: 'administrator' },
    }));
    const ana = await server.identity.accounts.byEmail('ana@example.com');
    expect(await server.identity.accounts.setDisabled(ana?.id ?? '', true)).toBe('done');
    await page.goto(article);
    await button().click();
    await page.waitForURL(/error=/);
    await expectRefused('account-disabled');
  });

  test('does not depend on an e-mail that somebody else at the provider has taken over', async () => {
    await page.goto('/login');
    await signInAs('ana');
    provider.people.eva = { email: 'ana@example.com', email_verified: true };
    await context.clearCookies();
    await page.goto('/login');
    await signInAs('eva');
    await expectRefused('email-taken');
  });

  test('is not changed by a password that an account of this site would have', async () => {
    const response = await context.request.post('/auth/sign-in', {
      data: { email: 'ana@example.com', password: 'correct horse battery' },
    });
    expect(response.status()).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'other-identity-mode' } });
  });
});

describe('a provider that is down', () => {
  test('before the sign-in begins is said to be, and is asked again when it is back', async () => {
    await provider.goDown();
    await page.goto(`/login?next=${article}`);
    await button().click();
    await page.waitForURL(/error=/);
    await expectRefused('provider-unavailable');
    await provider.comeBack();
    await signInAs('ana');
    expect(page.url()).toBe(site + article);
  });

  test('when the reader comes back from it is said to be', async () => {
    provider.goDownAfterCallback();
    await page.goto('/login');
    await signInAs('ana');
    await expectRefused('provider-unavailable');
  });

  test('when the reader signs out does not keep them signed in', async () => {
    await page.goto('/login?next=/out');
    await signInAs('ana');
    await provider.goDown();
    await page.getByRole('button', { name: texts.signOut }).click();
    await page.waitForLoadState();
    expect(await session()).toEqual({ state: 'signed-out' });
  });

  test('that names another issuer in its discovery document is not asked', async () => {
    provider.tampering.metadata = (document) => {
      document.issuer = 'https://evil.example';
    };
    await page.goto('/login');
    await button().click();
    await page.waitForURL(/error=/);
    await expectRefused('issuer-mismatch');
  });
});

describe('a code', () => {
  /** The callback's address as the provider made it, kept from the browser. */
  async function interceptedCallback(): Promise<URL> {
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

  test('in a browser that began no sign-in is refused', async () => {
    const callback = await interceptedCallback();
    await context.clearCookies();
    await page.goto(callback.href);
    await expectRefused('sign-in-expired');
  });

  test('replayed with everything that belonged to it is refused', async () => {
    const callback = await interceptedCallback();
    const flow = (await context.cookies()).filter(({ name }) => name === '__Host-oidc');
    await page.goto(callback.href);
    expect(await session()).toMatchObject({ state: 'signed-in' });
    await context.clearCookies({ name: '__Host-sid' });

    await page.goto(callback.href);
    await expectRefused('sign-in-expired');
    await context.addCookies(flow);
    await page.goto(callback.href);
    await expectRefused('sign-in-repeated');
  });

  test('brought to another sign-in is refused, and by the provider when its state is changed too', async () => {
    const other = await interceptedCallback();
    provider.tampering.callback = (address) => {
      address.search = other.search;
    };
    await button().click();
    await page.waitForURL(/error=/);
    await expectRefused('state-mismatch');

    provider.tampering.callback = (address) =>
      address.searchParams.set('code', other.searchParams.get('code') ?? '');
    await button().click();
    await page.waitForURL(/error=code/);
    await expectRefused('code-refused');
  });

  test('is neither taken nor used up by a request that only looks', async () => {
    const callback = await interceptedCallback();
    expect((await context.request.head(callback.href)).status()).toBe(401);
    await page.goto(callback.href);
    expect(await session()).toMatchObject({ state: 'signed-in' });
  });

  test('and what came with it stand in no line of the log', async () => {
    const callback = await interceptedCallback();
    const [flow] = (await context.cookies()).filter(({ name }) => name === '__Host-oidc');
    await page.goto(callback.href);
    await page.goto('/login');
    const secrets = [flow?.value, oidcClient.secret, ...callback.searchParams.values()].filter(
      (value) => value !== provider.issuer,
    );
    expect(secrets).toHaveLength(4);
    for (const secret of secrets) expect(server.logText()).not.toContain(secret);
  });

  test('that fails, asked for by a program, is answered with its code and no page', async () => {
    const response = await context.request.get('/auth/oidc/callback?code=x&state=y');
    expect(response.status()).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: 'sign-in-expired', message: signInFaults['sign-in-expired'].message },
    });
  });
});

describe('a mix-up', () => {
  test.each([
    ['of another provider', (address: URL) => address.searchParams.set('iss', 'https://evil.example')],
    ['of nobody', (address: URL) => address.searchParams.delete('iss')],
    ['of two', (address: URL) => address.searchParams.append('iss', 'https://evil.example')],
  ])('with the issuer %s is refused before the code goes anywhere', async (_, change) => {
    let tokens = 0;
    provider.tampering.callback = change;
    provider.tampering.idToken = async (token) => {
      tokens++;
      return token;
    };
    await page.goto('/login');
    await signInAs('ana');
    await expectRefused('issuer-mismatch');
    expect(tokens).toBe(0);
  });
});

describe('an ID token', () => {
  test('with another nonce is refused', async () => {
    await signInWithIdToken((claims) => signed({ ...claims, nonce: 'another' }));
    await expectRefused('nonce-mismatch');
  });

  test('without a nonce is refused', async () => {
    await signInWithIdToken(({ nonce, ...claims }) => signed(claims));
    await expectRefused('token-forged');
  });

  test('for another client is refused', async () => {
    await signInWithIdToken((claims) => signed({ ...claims, aud: 'another' }));
    await expectRefused('token-foreign');
  });

  test('for this client among others, made for one of those, is refused', async () => {
    await signInWithIdToken((claims) =>
      signed({ ...claims, aud: [oidcClient.id, 'another'], azp: 'another' }),
    );
    await expectRefused('token-foreign');
  });

  test('of another issuer is refused', async () => {
    await signInWithIdToken((claims) => signed({ ...claims, iss: 'https://evil.example' }));
    await expectRefused('token-foreign');
  });

  test('with alg none is refused', async () => {
    await signInWithIdToken((claims) => new UnsecuredJWT(claims).encode());
    await expectRefused('token-algorithm');
  });

  test('with alg none is refused even where the provider says that it signs so', async () => {
    provider.tampering.metadata = (document) => {
      document.id_token_signing_alg_values_supported = ['none', 'HS256', 'RS256'];
    };
    await signInWithIdToken((claims) => new UnsecuredJWT(claims).encode());
    await expectRefused('token-algorithm');
  });

  test.each([false, true])(
    'signed by HS256 with the public key is refused (announced: %s)',
    async (announced) => {
      if (announced) {
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

  test('signed by somebody else under the key’s name is refused', async () => {
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
    await signInWithIdToken((claims) => signed(claims, provider.kid, privateKey));
    await expectRefused('token-forged');
  });

  test('that brings its own key is refused', async () => {
    const jwk = { ...provider.publicKey, kid: 'mine' };
    await importJWK(jwk, 'RS256');
    await signInWithIdToken((claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'mine', jwk }).sign(provider.privateKey),
    );
    await expectRefused('token-key-unknown');
  });

  test('whose claims were changed after signing is refused', async () => {
    await signInWithIdToken(async (claims) => {
      const [header, , signature] = (await signed(claims)).split('.');
      const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody' })).toString('base64url');
      return `${header}.${changed}.${signature}`;
    });
    await expectRefused('token-forged');
  });
});

describe('clocks that differ', () => {
  test.each([
    ['the provider’s is 20 s behind', { iat: -50, exp: -20 }],
    ['the provider’s is 20 s ahead', { iat: 20, nbf: 20, exp: 3_620 }],
  ])('a little are no obstacle: %s', async (_, offsets) => {
    await signInWithIdToken((claims) => signed({ ...claims, ...shifted(offsets) }));
    expect(page.url()).toBe(`${site}/`);
  });

  test.each([
    ['expired ten minutes ago', { iat: -4_200, exp: -600 }],
    ['is not valid for ten minutes', { iat: -10, nbf: 600, exp: 3_600 }],
    ['was issued ten minutes from now', { iat: 600, exp: 4_200 }],
  ])('a lot are one: a token that %s is refused', async (_, offsets) => {
    await signInWithIdToken((claims) => signed({ ...claims, ...shifted(offsets) }));
    await expectRefused('token-expired');
  });

  const shifted = (offsets: Record<string, number>) =>
    Object.fromEntries(Object.entries(offsets).map(([claim, seconds]) => [claim, now() + seconds]));
});
