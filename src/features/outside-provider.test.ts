/** An identity provider that the program doesn't have, as a site could add it: SAML, with a pretended service. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgent } from '../../testing/agent.ts';
import { startServer, type TestServer } from '../../testing/server.ts';
import { testEnvironment } from '../../testing/test-environment.ts';
import { type IdentityProvider, refuse, type Verification } from '../accounts/providers/identity-provider.ts';
import { openIdentityProvider } from '../accounts/providers/open-identity-provider.ts';
import { english } from '../config/texts.ts';
import { buildSignInStartUrl } from '../model/urls.ts';
import { findLoginMessage } from '../server/auth/sign-in-answers.ts';
import { checkIdentity } from '../server/ops/doctor/check-identity.ts';
import { defineFeature } from './feature.ts';
import { engineFeatures } from './index.ts';

const base = 'https://docs.example';
const START_PATH = '/auth/saml/start';
const CALLBACK_PATH = '/auth/saml/callback';

const errorCodes = { 'assertion-refused': 'The assertion of the SAML provider is invalid.' } as const;

declare module '../model/api/error-codes.ts' {
  interface FeatureErrorCodes extends Record<keyof typeof errorCodes, string> {}
}

const person = {
  issuer: 'https://id.example/saml',
  subject: 'eva',
  email: 'eva@example.com',
  emailVerified: true,
  name: 'Eva',
};

const provider: IdentityProvider = {
  issuer: person.issuer,
  givesRoles: false,
  givesGroups: false,
  firstAdministrator: { by: 'setting', settings: ['ADMIN_EMAIL'], isNamed: false },
  loginPage: { template: 'login-oidc', values: (next) => ({ start: buildSignInStartUrl(START_PATH, next) }) },
  faults: {
    'assertion-refused': {
      status: 401,
      text: { en: 'Your company didn’t confirm who you are.', es: 'Tu empresa no te ha confirmado.' },
    },
  },
  signIn: {
    by: 'redirect',
    paths: { start: START_PATH, callback: CALLBACK_PATH },
    flowSeconds: 600,
    begin: async (redirectUri, next) => {
      const state = randomUUID();
      return {
        outcome: 'begun',
        url: `https://id.example/saml?${new URLSearchParams({ redirectUri, state })}`,
        flow: `${state}.${Buffer.from(next).toString('base64url')}`,
      };
    },
    openFlow: async (flow) => {
      const [state, next] = flow?.split('.') ?? [];
      if (state === undefined || next === undefined) return undefined;
      const finish = async (callback: URL): Promise<Verification> =>
        callback.searchParams.get('assertion') === 'eva'
          ? { outcome: 'verified', person }
          : refuse('assertion-refused');
      return { state, next: Buffer.from(next, 'base64url').toString(), finish };
    },
    signOutAddress: async () => undefined,
  },
  recheck: {
    how: { text: 'recheckByToken' },
    byRenewal: async () => ({ outcome: 'unavailable', fault: 'provider-unavailable' }),
    isReachable: async () => true,
  },
};

const signIn = { access: 'public', kind: 'sign-in', noHead: true } as const;
const saml = defineFeature({
  name: 'saml',
  identityProviders: [{ name: 'saml', open: async () => provider }],
  errorCodes,
  routes: [
    { method: 'GET', path: START_PATH, ...signIn },
    { method: 'GET', path: CALLBACK_PATH, ...signIn, signsIn: true },
  ],
});
const features = [...engineFeatures, saml];

let now = Date.now();
let site: TestServer;
beforeAll(async () => {
  const environment = testEnvironment({ BASE_URL: base, IDENTITY: 'saml' });
  site = await startServer({
    environment: { BASE_URL: base },
    clock: () => now,
    empty: true,
    features,
    identityProvider: await openIdentityProvider(environment, features),
  });
});
afterAll(() => site?.close());

/** Signs in from the sign-in page by way of the provider, which answers with this assertion. */
async function signInBy(assertion: string) {
  const browser = createAgent(site, base);
  const loginPage = await browser.browse('/login?next=/docs/Tasks');
  expect(loginPage.body).toContain(`href="${START_PATH}?next=/docs/Tasks"`);
  const redirect = await browser.browse(`${START_PATH}?next=/docs/Tasks`);
  const { origin, searchParams } = new URL(String(redirect.headers.location));
  expect([origin, searchParams.get('redirectUri')]).toEqual(['https://id.example', base + CALLBACK_PATH]);
  const callback = `${CALLBACK_PATH}?state=${searchParams.get('state')}&assertion=${assertion}`;
  return { browser, answer: await browser.browse(callback) };
}

describe('signing in', () => {
  test('leads to the provider and back to the page', async () => {
    const { browser, answer } = await signInBy('eva');
    expect(answer.headers.location).toBe('/docs/Tasks');
    expect((await browser.browse('/docs/Tasks')).statusCode).toBe(200);
    expect((await browser.browse('/auth/session')).json()).toMatchObject({ user: { email: person.email } });
  });

  test('ends on the sign-in page with the text of the provider if it fails', async () => {
    const { browser, answer } = await signInBy('forged');
    expect(answer.headers.location).toBe('/login?error=assertion-refused&next=/docs/Tasks');
    const page = await browser.browse(String(answer.headers.location));
    expect(page.body).toContain('Your company didn’t confirm who you are.');
    expect((await browser.browse('/auth/session')).json()).toEqual({ state: 'signed-out' });
  });

  test.each(['nonsense', '__proto__', 'toString'])('shows no text for the unknown code %s', async (code) => {
    const page = await createAgent(site, base).browse(`/login?error=${code}`);
    expect(page.body).toContain('<p role="alert"></p>');
  });
});

test.each([
  ['en', 'Your company didn’t confirm who you are.'],
  ['es', 'Tu empresa no te ha confirmado.'],
  ['es-MX', 'Tu empresa no te ha confirmado.'],
  ['fr', 'Your company didn’t confirm who you are.'],
  ['constructor', 'Your company didn’t confirm who you are.'],
  ['nonsense!', 'Your company didn’t confirm who you are.'],
])('texts of a provider are in the language of the sign-in pages: %s', (signInLanguage, text) => {
  const texts = { ...english, signInLanguage };
  expect(findLoginMessage('assertion-refused', texts, { faults: provider.faults })).toBe(text);
});

test('error codes of a provider are in the OpenAPI document', async () => {
  const { browser } = await signInBy('eva');
  const document = (await browser.browse('/api/v1/openapi.json')).json();
  const { code } = document.components.schemas.Error.properties.error.properties;
  expect(code.enum).toContain('assertion-refused');
  expect(code['x-enumDescriptions']).toMatchObject(errorCodes);
});

test('doctor reports how soon removed users lose access', () => {
  expect(checkIdentity(provider, testEnvironment({})).map(({ message }) => message)).toEqual([
    'The identity provider confirms each session every 60 minutes, by refresh token.',
  ]);
});

test('a reader who signed in a while ago is redirected to their provider when an agent asks', async () => {
  const { browser } = await signInBy('eva');
  const client = (await browser.register()).json().client_id;
  now += 11 * 60_000;
  const consentRedirect = await browser.browse(browser.question(client));
  const page = await browser.browse(String(consentRedirect.headers.location));
  expect(page.headers.location).toMatch(new RegExp(`^${START_PATH}\\?next=/oauth/consent`));
});

test('identity verification uses the path of the provider', async () => {
  const { browser } = await signInBy('eva');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const verification = await site.app.inject({
    method: 'POST',
    url: '/api/v1/account/verification/options',
    headers: { host: 'docs.example', cookie },
  });
  expect(verification.json().signIn).toBe(`${START_PATH}?fresh=yes`);
});

test('the sign-in page redirects to the provider if it must confirm the session again', async () => {
  const { browser } = await signInBy('eva');
  now += 61 * 60_000;
  const redirectResponse = await browser.browse('/login?next=/docs/Tasks');
  expect(redirectResponse.headers.location).toBe(`${START_PATH}?next=/docs/Tasks&silently=yes`);
});
