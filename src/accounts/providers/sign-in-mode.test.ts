import { expect, test } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import { signInMode } from './sign-in-mode.ts';

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
  FIREBASE_PROJECT_ID: 'lurana-docs',
  FIREBASE_API_KEY: 'AIza-key',
  FIREBASE_ALLOW_DOMAINS: '*',
};

test('without a word about it, this site knows its people itself', () => {
  expect(modeOf({})).toEqual({ kind: 'local', issuer: 'local', givesRoles: false });
});

test.each([
  ['https://id.example', 'https://id.example/'],
  ['https://id.example/', 'https://id.example/'],
  ['https://ID.example/realms/docs', 'https://id.example/realms/docs'],
])('people of the provider %s are the same, however its address is spelled', (issuer, kept) => {
  expect(modeOf({ ...oidc, OIDC_ISSUER: issuer })).toMatchObject({ kind: 'oidc', issuer: kept });
});

test('a project of the hosted service is an issuer of its own, with its sign-in window where it usually is', () => {
  expect(modeOf(firebase)).toMatchObject({
    kind: 'firebase',
    issuer: 'https://securetoken.google.com/lurana-docs',
    provider: {
      client: { authDomain: 'lurana-docs.firebaseapp.com', signInProviders: ['password', 'google'] },
    },
  });
  expect(
    modeOf({ ...firebase, FIREBASE_AUTH_DOMAIN: 'id.docs.example', FIREBASE_PROVIDERS: 'google' }),
  ).toMatchObject({
    provider: { client: { authDomain: 'id.docs.example', signInProviders: ['google'] } },
  });
});

test('a provider gives roles where a claim of it says who administers', () => {
  const byOidc = { ...oidc, OIDC_ISSUER: 'https://id.example' };
  expect(modeOf(byOidc)).toMatchObject({ givesRoles: false });
  expect(modeOf({ ...byOidc, OIDC_ADMIN_CLAIM: 'groups=admins' })).toMatchObject({ givesRoles: true });
  expect(modeOf({ ...firebase, ADMIN_EMAIL: 'ana@example.com' })).toMatchObject({ givesRoles: false });
  expect(modeOf({ ...firebase, FIREBASE_ADMIN_CLAIM: 'role=admin' })).toMatchObject({ givesRoles: true });
});
