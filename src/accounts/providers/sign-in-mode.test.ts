import { expect, test } from 'vitest';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { openIdentityProvider } from './index.ts';

function openProvider(source: Record<string, string>) {
  return openIdentityProvider(testEnvironment(source));
}

const oidc = {
  IDENTITY: 'oidc',
  BASE_URL: 'https://docs.example',
  OIDC_CLIENT_ID: 'docs',
  OIDC_CLIENT_SECRET: 'a secret of enough length',
  OIDC_ALLOW_DOMAINS: '*',
};
const firebase = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'my-docs-1a2b3',
  FIREBASE_API_KEY: 'AIza-key',
  FIREBASE_ALLOW_DOMAINS: '*',
};

test('manages accounts itself by default', async () => {
  expect(await openProvider({})).toMatchObject({
    issuer: 'local',
    givesRoles: false,
    firstAdministrator: { by: 'set-up link' },
    signIn: { by: 'password' },
  });
});

test.each([
  ['https://id.example', 'https://id.example/'],
  ['https://id.example/', 'https://id.example/'],
  ['https://ID.example/realms/docs', 'https://id.example/realms/docs'],
])('normalizes the issuer %s, so that users keep their accounts', async (issuer, expectedIssuer) => {
  expect(await openProvider({ ...oidc, OIDC_ISSUER: issuer })).toMatchObject({
    signIn: { by: 'redirect' },
    issuer: expectedIssuer,
  });
});

test('uses one issuer per Firebase project, with the default sign-in domain', async () => {
  const mode = await openProvider(firebase);
  expect(mode).toMatchObject({
    issuer: 'https://securetoken.google.com/my-docs-1a2b3',
    signIn: { by: 'token' },
  });
  expect(mode.loginPage.values('/docs')).toMatchObject({
    next: '/docs',
    authDomain: 'my-docs-1a2b3.firebaseapp.com',
    providers: 'password google',
  });
  expect(mode.loginPage.sources?.frame).toEqual(['https://my-docs-1a2b3.firebaseapp.com']);
  const another = { ...firebase, FIREBASE_AUTH_DOMAIN: 'id.docs.example', FIREBASE_PROVIDERS: 'google' };
  expect((await openProvider(another)).loginPage.values('/')).toMatchObject({
    authDomain: 'id.docs.example',
    providers: 'google',
  });
});

test('assigns roles if an admin claim is configured', async () => {
  const byOidc = { ...oidc, OIDC_ISSUER: 'https://id.example' };
  expect(await openProvider(byOidc)).toMatchObject({ givesRoles: false });
  expect(await openProvider({ ...byOidc, OIDC_ADMIN_CLAIM: 'groups=admins' })).toMatchObject({
    givesRoles: true,
  });
  expect(await openProvider({ ...firebase, ADMIN_EMAIL: 'ana@example.com' })).toMatchObject({
    givesRoles: false,
  });
  expect(await openProvider({ ...firebase, FIREBASE_ADMIN_CLAIM: 'role=admin' })).toMatchObject({
    givesRoles: true,
  });
});

test('names the settings for the first administrator, and reports whether one is set', async () => {
  const settings = ['ADMIN_EMAIL', 'FIREBASE_ADMIN_CLAIM'];
  const isNamed = async (source: Record<string, string>) =>
    (await openProvider({ ...firebase, ...source })).firstAdministrator;
  expect(await isNamed({})).toEqual({ by: 'setting', settings, isNamed: false });
  expect(await isNamed({ ADMIN_EMAIL: 'ana@example.com' })).toEqual({
    by: 'setting',
    settings,
    isNamed: true,
  });
  expect(await isNamed({ FIREBASE_ADMIN_CLAIM: 'role=admin' })).toMatchObject({ isNamed: true });
});
