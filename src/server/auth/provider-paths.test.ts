import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgent } from '../../../testing/agent.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { createOidcProvider } from '../../accounts/providers/oidc/oidc-mode.ts';
import type { IdentityProvider } from '../../accounts/providers/sign-in-mode.ts';
import { OIDC_CALLBACK_PATH, OIDC_START_PATH } from '../../model/urls.ts';

const base = 'https://docs.example';
/** A provider with other paths than OpenID Connect. They are swapped, because every path must be a listed route. */
const start = OIDC_CALLBACK_PATH;
let now = Date.now();
let site: TestServer;
let mode: IdentityProvider;
beforeAll(async () => {
  const oidc = createOidcProvider({
    issuer: 'https://id.example',
    clientId: 'docs',
    clientSecret: 'a secret of the provider',
    scopes: 'openid',
    rules: { domains: 'any' },
  });
  if (oidc.signIn.by !== 'redirect') throw new Error('OpenID Connect leads to the provider and back.');
  mode = {
    ...oidc,
    signIn: { ...oidc.signIn, paths: { start, callback: OIDC_START_PATH } },
    recheck: {
      how: { text: 'recheckByToken' },
      byRenewal: async () => ({ outcome: 'unavailable', fault: 'provider-unavailable' }),
      isReachable: async () => true,
    },
  };
  site = await startServer({
    environment: { BASE_URL: base },
    clock: () => now,
    empty: true,
    identityProvider: mode,
  });
});
afterAll(() => site?.close());

async function signIn() {
  const person = {
    issuer: mode.issuer,
    subject: 'eva',
    email: 'eva@example.com',
    emailVerified: true,
    name: 'Eva',
  };
  const signedIn = await site.identity.signInBy('127.0.0.1', async () => ({ outcome: 'verified', person }));
  if (signedIn.outcome !== 'signed-in') throw new Error(signedIn.outcome);
  const browser = createAgent(site, base);
  browser.signedIn(`sid=${signedIn.token}`);
  return browser;
}

test('a reader who signed in a while ago is redirected to their provider when an agent asks', async () => {
  const browser = await signIn();
  const client = (await browser.register()).json().client_id;
  now += 11 * 60_000;
  const consentRedirect = await browser.browse(browser.question(client));
  const page = await browser.browse(String(consentRedirect.headers.location));
  expect(page.headers.location).toMatch(new RegExp(`^${start}\\?next=/oauth/consent`));
});

test('identity verification uses the path of the provider', async () => {
  const browser = await signIn();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const verification = await site.app.inject({
    method: 'POST',
    url: '/api/v1/account/verification/options',
    headers: { host: 'docs.example', cookie },
  });
  expect(verification.json().signIn).toBe(`${start}?fresh=yes`);
});

test('the sign-in page redirects to the provider if it must confirm the session again', async () => {
  const browser = await signIn();
  now += 61 * 60_000;
  const led = await browser.browse('/login?next=/docs/Tasks');
  expect(led.headers.location).toBe(`${start}?next=/docs/Tasks&silently=yes`);
});
