import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgent } from '../../../testing/agent.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { createOidcProvider } from '../../accounts/providers/oidc/oidc-mode.ts';
import type { IdentityProvider } from '../../accounts/providers/sign-in-mode.ts';
import { OIDC_CALLBACK_PATH, OIDC_START_PATH } from '../../model/urls.ts';

const base = 'https://docs.example';
/** A provider whose paths aren't those of OpenID Connect: they are exchanged, as every path has to be a known route. */
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
      how: 'by its browser',
      byRenewal: async () => ({ outcome: 'unavailable', fault: 'provider-unavailable' }),
      isReachable: async () => true,
    },
  };
  site = await startServer({ environment: { BASE_URL: base }, clock: () => now, empty: true, mode });
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

test('a reader whom an agent asks, and who signed in a while ago, is led to the path of their provider', async () => {
  const browser = await signIn();
  const client = (await browser.register()).json().client_id;
  now += 11 * 60_000;
  const asked = await browser.browse(browser.question(client));
  const page = await browser.browse(String(asked.headers.location));
  expect(page.headers.location).toMatch(new RegExp(`^${start}\\?next=/oauth/consent`));
});

test('the way to prove who one is names the path of the provider', async () => {
  const browser = await signIn();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const begun = await site.app.inject({
    method: 'POST',
    url: '/api/v1/account/verification/options',
    headers: { host: 'docs.example', cookie },
  });
  expect(begun.json().signIn).toBe(`${start}?fresh=yes`);
});

test('a reader whose provider must be asked again is led to its path from the sign-in page', async () => {
  const browser = await signIn();
  now += 61 * 60_000;
  const led = await browser.browse('/login?next=/docs/Tasks');
  expect(led.headers.location).toBe(`${start}?next=/docs/Tasks&silently=yes`);
});
