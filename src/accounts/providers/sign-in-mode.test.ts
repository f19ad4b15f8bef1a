import { expect, test } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import { signInMode } from './index.ts';

function modeOf(source: Record<string, string>) {
  const { environment, problems } = readEnvironment(source, '/nowhere');
  if (!environment) throw new Error(problems.map(({ message }) => message).join(' '));
  return signInMode(environment);
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

test('without a word about it, this site knows its people itself', async () => {
  expect(await modeOf({})).toMatchObject({
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
])('people of the provider %s are the same, however its address is spelled', async (issuer, kept) => {
  expect(await modeOf({ ...oidc, OIDC_ISSUER: issuer })).toMatchObject({
    signIn: { by: 'redirect' },
    issuer: kept,
  });
});

test('a project of the hosted service is an issuer of its own, with its sign-in window where it usually is', async () => {
  const mode = await modeOf(firebase);
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
  expect((await modeOf(another)).loginPage.values('/')).toMatchObject({
    authDomain: 'id.docs.example',
    providers: 'google',
  });
});

test('a provider gives roles where a claim of it says who administers', async () => {
  const byOidc = { ...oidc, OIDC_ISSUER: 'https://id.example' };
  expect(await modeOf(byOidc)).toMatchObject({ givesRoles: false });
  expect(await modeOf({ ...byOidc, OIDC_ADMIN_CLAIM: 'groups=admins' })).toMatchObject({ givesRoles: true });
  expect(await modeOf({ ...firebase, ADMIN_EMAIL: 'ana@example.com' })).toMatchObject({ givesRoles: false });
  expect(await modeOf({ ...firebase, FIREBASE_ADMIN_CLAIM: 'role=admin' })).toMatchObject({
    givesRoles: true,
  });
});

test('a provider says which settings name the first administrator, and whether one is set', async () => {
  const settings = ['ADMIN_EMAIL', 'FIREBASE_ADMIN_CLAIM'];
  const named = async (source: Record<string, string>) =>
    (await modeOf({ ...firebase, ...source })).firstAdministrator;
  expect(await named({})).toEqual({ by: 'setting', settings, isNamed: false });
  expect(await named({ ADMIN_EMAIL: 'ana@example.com' })).toEqual({ by: 'setting', settings, isNamed: true });
  expect(await named({ FIREBASE_ADMIN_CLAIM: 'role=admin' })).toMatchObject({ isNamed: true });
});
