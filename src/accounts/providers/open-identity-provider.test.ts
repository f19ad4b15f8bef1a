import { expect, test } from 'vitest';
import { testEnvironment } from '../../../testing/test-environment.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { localProvider } from './local-provider.ts';
import {
  type IdentityFeature,
  listIdentityProviders,
  openIdentityProvider,
} from './open-identity-provider.ts';

const createFeature = (name: string, ...providers: string[]): IdentityFeature => ({
  name,
  identityProviders: providers.map((provider) => ({
    name: provider,
    open: async ({ PORT }): Promise<IdentityProvider> => ({
      ...localProvider,
      issuer: `${provider} ${PORT}`,
    }),
  })),
});
const open = (settings: Record<string, string>, ...features: IdentityFeature[]) =>
  openIdentityProvider(testEnvironment(settings), features);

test('manages accounts itself by default, with any features', async () => {
  for (const features of [[], [createFeature('saml', 'saml')]])
    expect(await open({}, ...features)).toMatchObject({
      issuer: 'local',
      givesRoles: false,
      firstAdministrator: { by: 'set-up link' },
      signIn: { by: 'password' },
    });
});

test('opens the provider of a feature by its name, with the settings', async () => {
  const features = [createFeature('company', 'saml', 'ldap'), { name: 'other' }, createFeature('x', 'x')];
  expect(listIdentityProviders(features)).toEqual(['local', 'saml', 'ldap', 'x']);
  expect(await open({ IDENTITY: 'ldap', PORT: '81' }, ...features)).toMatchObject({ issuer: 'ldap 81' });
});

test('opens no provider whose feature is missing', async () => {
  await expect(open({ IDENTITY: 'saml' }, createFeature('x', 'x'))).rejects.toThrow(
    'No feature has the identity provider saml.',
  );
});

test.each([
  ['local', createFeature('second', 'local')],
  ['saml', createFeature('second', 'ldap', 'saml')],
  ['ldap', createFeature('second', 'ldap', 'ldap')],
])('no two features may declare one provider: %s', (provider, second) => {
  expect(() => listIdentityProviders([createFeature('first', 'saml'), second])).toThrow(
    `The feature second declares the identity provider ${provider} a second time.`,
  );
});
