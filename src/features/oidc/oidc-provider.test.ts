import { expect, test } from 'vitest';
import { testEnvironment } from '../../../testing/test-environment.ts';
import { openIdentityProvider } from '../../accounts/providers/open-identity-provider.ts';
import { oidc } from './feature.ts';

function openProvider(settings: Record<string, string>) {
  const environment = testEnvironment({
    IDENTITY: 'oidc',
    BASE_URL: 'https://docs.example',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'docs',
    OIDC_CLIENT_SECRET: 'a secret of enough length',
    OIDC_ALLOW_DOMAINS: '*',
    ...settings,
  });
  return openIdentityProvider(environment, [oidc]);
}

test.each([
  ['https://id.example', 'https://id.example/'],
  ['https://id.example/', 'https://id.example/'],
  ['https://ID.example/realms/docs', 'https://id.example/realms/docs'],
])('normalizes the issuer %s, so that users keep their accounts', async (issuer, expectedIssuer) => {
  expect(await openProvider({ OIDC_ISSUER: issuer })).toMatchObject({
    signIn: { by: 'redirect' },
    issuer: expectedIssuer,
  });
});

test('assigns roles if an admin claim is configured', async () => {
  expect(await openProvider({})).toMatchObject({ givesRoles: false });
  expect(await openProvider({ OIDC_ADMIN_CLAIM: 'groups=admins' })).toMatchObject({ givesRoles: true });
});
