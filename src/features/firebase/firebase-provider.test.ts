import { expect, test } from 'vitest';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { openIdentityProvider } from '../../accounts/providers/open-identity-provider.ts';
import { firebase } from './feature.ts';

function openProvider(settings: Record<string, string> = {}) {
  const environment = testEnvironment({
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: 'my-docs-1a2b3',
    FIREBASE_API_KEY: 'AIza-key',
    FIREBASE_ALLOW_DOMAINS: '*',
    ...settings,
  });
  return openIdentityProvider(environment, [firebase]);
}

test('uses one issuer per Firebase project, with the default sign-in domain', async () => {
  const mode = await openProvider();
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
  const another = { FIREBASE_AUTH_DOMAIN: 'id.docs.example', FIREBASE_PROVIDERS: 'google' };
  expect((await openProvider(another)).loginPage.values('/')).toMatchObject({
    authDomain: 'id.docs.example',
    providers: 'google',
  });
});

test('assigns roles if an admin claim is configured', async () => {
  expect(await openProvider({ ADMIN_EMAIL: 'ana@example.com' })).toMatchObject({ givesRoles: false });
  expect(await openProvider({ FIREBASE_ADMIN_CLAIM: 'role=admin' })).toMatchObject({ givesRoles: true });
});

test('names the settings for the first administrator, and reports whether one is set', async () => {
  const settings = ['ADMIN_EMAIL', 'FIREBASE_ADMIN_CLAIM'];
  const isNamed = async (source: Record<string, string>) => (await openProvider(source)).firstAdministrator;
  expect(await isNamed({})).toEqual({ by: 'setting', settings, isNamed: false });
  expect(await isNamed({ ADMIN_EMAIL: 'ana@example.com' })).toEqual({
    by: 'setting',
    settings,
    isNamed: true,
  });
  expect(await isNamed({ FIREBASE_ADMIN_CLAIM: 'role=admin' })).toMatchObject({ isNamed: true });
});
