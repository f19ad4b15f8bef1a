// @module-tag chromium
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { english as texts } from '../../src/config/texts.ts';
import { OIDC_START_PATH } from '../../src/features/oidc/oidc-paths.ts';
import { buildSignInStartUrl } from '../../src/model/urls.ts';
import { createAgent } from '../../testing/agent.ts';
import { canaries } from '../../testing/release.ts';
import {
  article,
  context,
  expectRefused,
  findSignInButton,
  openBrowser,
  page,
  provider,
  readSession,
  replaceProvider,
  server,
  signInAs,
  site,
  startOidcSiteForEachTest,
} from './oidc-bench.ts';

startOidcSiteForEachTest();

const elsewhere = [
  '//evil.example',
  'https://evil.example/',
  '/\\\\evil.example',
  '/auth/oidc/start',
  'javascript:alert(1)',
];

describe('a reader', () => {
  test('signs in at the provider and returns to the requested page', async () => {
    await page.goto(article);
    expect(await page.getByRole('textbox').count()).toBe(0);
    await signInAs('ana');
    expect(page.url()).toBe(site + article);
    expect(await page.textContent('h1')).toBe(canaries['/docs/Developer Info/Users']);
    expect(await readSession()).toEqual({
      state: 'signed-in',
      user: { name: 'Ana Ruiz', email: 'ana@example.com', role: 'administrator' },
    });
    const names = (await context.cookies(`${site}/auth/sign-out`)).map(({ name }) => name).sort();
    expect(names).toEqual(['oidc-hint', 'sid']);
  });

  test('gets the same account without a question if already signed in at the provider', async () => {
    await page.goto('/login');
    await signInAs('ana');
    const [first] = (await server.identity.accounts.readPage({})).accounts;
    await context.clearCookies({ name: 'sid' });
    await page.goto('/login');
    await findSignInButton().click();
    await page.waitForURL(`${site}/`);
    expect((await server.identity.accounts.readPage({})).accounts).toMatchObject([
      { id: first?.id, issuer: `${provider.issuer}/` },
    ]);
  });

  test('signs in at the provider again to confirm their identity, and gets a new session', async () => {
    await page.goto('/login');
    await signInAs('ana');
    const readSessionId = async () => (await context.cookies(site)).find(({ name }) => name === 'sid')?.value;
    const first = await readSessionId();
    await page.goto(buildSignInStartUrl(OIDC_START_PATH, article, 'fresh'));
    await page.locator('input[name=login]').fill('ana');
    await page.locator('input[name=password]').fill('anything');
    await page.locator('button[type=submit]').click();
    await page.waitForURL(site + article);
    expect(first).toBeDefined();
    expect([undefined, first]).not.toContain(await readSessionId());
  });

  test('authorizes an agent, which reads with their rights', async () => {
    await page.goto(article);
    await signInAs('ana');
    const sessionId = (await context.cookies(site)).find(({ name }) => name === 'sid')?.value;
    const agent = createAgent(server, site);
    agent.signedIn(`sid=${sessionId}`);
    const { tokens } = await agent.letIn();
    expect((await agent.read(tokens.access_token, article)).statusCode).toBe(200);
    // The token reads as a reader, even if its owner is an administrator.
    const tokenReader = await server.identity.tokens.findReader(tokens.access_token);
    expect(tokenReader).toMatchObject({ email: 'ana@example.com', role: 'reader' });
  });

  test('signs out here and at the provider, by form', async () => {
    await page.goto('/login?next=/out');
    await signInAs('ana');
    await page.getByRole('button', { name: texts.signOut }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${site}/login`);
    expect(await readSession()).toEqual({ state: 'signed-out' });
    await findSignInButton().click();
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
    expect(await readSession()).toEqual({ state: 'signed-out' });
    expect(await context.cookies()).not.toContainEqual(
      expect.objectContaining({ name: '__Secure-oidc-hint' }),
    );
  });

  test.each(elsewhere)('is never redirected to %s', async (next) => {
    await page.goto(`/auth/oidc/start?next=${encodeURIComponent(next)}`);
    await page.locator('input[name=login]').waitFor();
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await signInAs('ana');
    expect(page.url()).toBe(`${site}/`);
  });

  test('signs in at a provider that accepts the secret in a header only', async () => {
    await replaceProvider('client_secret_basic');
    await page.goto('/login');
    await signInAs('ana');
    expect(await readSession()).toMatchObject({ state: 'signed-in' });
  });

  test('cancels at the provider and sees that nothing happened', async () => {
    await page.goto('/login');
    await findSignInButton().click();
    await page.getByText('Cancel').click();
    await page.waitForURL(`${site}/**`);
    await expectRefused('sign-in-cancelled');
  });

  test('signs in with scripts off', async () => {
    await context.close();
    await openBrowser({ javaScriptEnabled: false });
    await page.goto(article);
    await signInAs('ana');
    expect(page.url()).toBe(site + article);
  });
});

describe('admission', () => {
  test('refuses a user of another domain', async () => {
    provider.people.ben = { email: 'ben@example.com.evil.test', email_verified: true };
    await page.goto(article);
    await signInAs('ben');
    await expectRefused('not-allowed');
    expect(await server.identity.accounts.count()).toBe(0);
    expect(await findSignInButton().getAttribute('href')).toBe(buildSignInStartUrl(OIDC_START_PATH, article));
  });

  test("refuses a user whose email the provider doesn't vouch for", async () => {
    provider.people.ben = { email: 'ben@example.com', email_verified: false };
    await page.goto('/login');
    await signInAs('ben');
    await expectRefused('email-unverified');
  });

  test('refuses a user without an email', async () => {
    provider.people.ben = {};
    await page.goto('/login');
    await signInAs('ben');
    await expectRefused('email-missing');
  });

  test('refuses a user whose account was disabled, from that moment on', async () => {
    await page.goto('/login');
    await signInAs('ana');
    // The last administrator can't be removed.
    const issuer = `${provider.issuer}/`;
    await server.identity.signInBy('192.0.2.9', async () => ({
      outcome: 'verified',
      person: {
        issuer,
        subject: 'x',
        email: 'x@example.com',
        emailVerified: true,
        name: 'X',
        role: 'administrator',
      },
    }));
    const ana = await server.identity.accounts.findByEmail('ana@example.com');
    expect(await server.identity.accounts.setDisabled(ana?.id ?? '', true)).toBe('done');
    await page.goto(article);
    await findSignInButton().click();
    await page.waitForURL(/error=/);
    await expectRefused('account-disabled');
  });

  test("doesn't depend on an email that another user at the provider has taken over", async () => {
    await page.goto('/login');
    await signInAs('ana');
    provider.people.eva = { email: 'ana@example.com', email_verified: true };
    await context.clearCookies();
    await page.goto('/login');
    await signInAs('eva');
    await expectRefused('email-taken');
  });

  test('ignores the password of an account of this site', async () => {
    const response = await context.request.post('/auth/sign-in', {
      data: { email: 'ana@example.com', password: 'correct horse battery' },
    });
    expect(response.status()).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'other-identity-mode' } });
  });
});

describe('a provider that is down', () => {
  test('is reported before the sign-in starts, and is asked again when it is back', async () => {
    await provider.goDown();
    await page.goto(`/login?next=${article}`);
    await findSignInButton().click();
    await page.waitForURL(/error=/);
    await expectRefused('provider-unavailable');
    await provider.comeBack();
    await signInAs('ana');
    expect(page.url()).toBe(site + article);
  });

  test('is reported when the reader returns from it', async () => {
    provider.goDownAfterCallback();
    await page.goto('/login');
    await signInAs('ana');
    await expectRefused('provider-unavailable');
  });

  test("doesn't keep a reader from signing out", async () => {
    await page.goto('/login?next=/out');
    await signInAs('ana');
    await provider.goDown();
    await page.getByRole('button', { name: texts.signOut }).click();
    await expect.poll(readSession).toEqual({ state: 'signed-out' });
  });

  test("isn't asked if it names another issuer in its discovery document", async () => {
    provider.tampering.metadata = (document) => {
      document.issuer = 'https://evil.example';
    };
    await page.goto('/login');
    await findSignInButton().click();
    await page.waitForURL(/error=/);
    await expectRefused('issuer-mismatch');
  });
});
