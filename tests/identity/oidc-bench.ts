import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { AdmissionRules } from '../../src/accounts/providers/admission.ts';
import { signInFaults } from '../../src/accounts/providers/faults.ts';
import type { IdentityProvider } from '../../src/accounts/providers/identity-provider.ts';
import { english as texts } from '../../src/config/texts.ts';
import { oidcFaults } from '../../src/features/oidc/oidc-faults.ts';
import { createOidcProvider } from '../../src/features/oidc/oidc-provider.ts';
import { launchChromium } from '../../testing/chromium.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { oidcClient, startOidcProvider, type TestProvider } from '../../testing/oidc-provider.ts';
import { createOidcVisitor } from '../../testing/oidc-visitor.ts';
import { fixtureEntries } from '../../testing/release.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

/** Every reason for refusing a user of this provider. */
const faults = { ...signInFaults, ...oidcFaults };
export const article = '/docs/Developer%20Info/Users';
const signOutPage = {
  url: '/out',
  content: `<!doctype html><form method="post" action="/auth/sign-out"><button>${texts.signOut}</button></form>`,
};

let browser: Browser;
export let context: BrowserContext;
export let page: Page;
/** Origin of the site. The provider has another one, as in production. */
export let site: string;
export let provider: TestProvider;
export let server: TestServer;

type Administrators = Pick<AdmissionRules, 'adminClaim' | 'adminEmail'>;
const inGroup: Administrators = { adminClaim: { name: 'groups', values: ['admins'] } };

/**
 * Starts a provider, a site that signs in there, and a browser window for each test. `dist` is a real build,
 * for tests that need more than the fixture pages.
 */
export function startOidcSiteForEachTest(
  administrators: Administrators = inGroup,
  dist?: () => string,
): void {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const [here, there] = [await findFreePort(), await findFreePort()];
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
      identityProvider: createProvider(administrators),
      ...(dist ? { dist: dist() } : { release: { entries: [...fixtureEntries, signOutPage] } }),
    });
    await server.listen(here);
    await openBrowser();
  });
  afterEach(async () => {
    await context.close();
    await server.close();
    await provider.close();
  });
}

/** Opens a new window without any state. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<void> {
  context = await browser.newContext({ baseURL: site, ...options });
  page = await context.newPage();
}

/**
 * Replaces the provider by one with the same users and address, to which the site sends its secret in another
 * way.
 */
export async function replaceProvider(clientAuth: 'client_secret_basic'): Promise<void> {
  const { people, issuer } = provider;
  await provider.close();
  provider = await startOidcProvider({ port: Number(new URL(issuer).port), site, clientAuth });
  Object.assign(provider.people, people);
}

function createProvider(administrators: Administrators): IdentityProvider {
  return createOidcProvider({
    issuer: provider.issuer,
    clientId: oidcClient.id,
    clientSecret: oidcClient.secret,
    scopes: 'openid email profile',
    rules: { domains: ['example.com'], ...administrators },
  });
}

export const findSignInButton = () => page.getByRole('link', { name: texts.signIn });
export const readSession = async () => (await context.request.get('/auth/session')).json();

/** Signs in through the provider's own forms and follows the redirects. */
export async function signInAs(login: string): Promise<void> {
  await findSignInButton().click();
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${site}/**`);
}

/**
 * Signs in by requests, without drawing pages, each of which takes a third of a second of processor time.
 * Afterwards the window has the cookies of the site. Returns the address where the sign-in ended.
 */
export async function signInByRequests(login: string): Promise<string> {
  const visitor = createOidcVisitor(site);
  const end = await visitor.signIn(login);
  const header = visitor.cookies();
  const cookies = header === '' ? [] : header.split('; ');
  await context.addCookies(
    cookies.map((cookie) => {
      const nameEnd = cookie.indexOf('=');
      return { name: cookie.slice(0, nameEnd), value: cookie.slice(nameEnd + 1), url: site };
    }),
  );
  return end;
}

/** Expects a refused sign-in to end on the sign-in page with the text of the code, and without a session. */
export async function expectRefused(code: keyof typeof faults): Promise<void> {
  expect(new URL(page.url()).searchParams.get('error')).toBe(code);
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.getByRole('alert').textContent()).toBe(texts[faults[code].text]);
  expect(await readSession()).toEqual({ state: 'signed-out' });
}
