import type { IdentityProvider } from './identity-provider.ts';

/** Local accounts: this site manages its users and their passwords itself. */
export const localProvider: IdentityProvider = {
  issuer: 'local',
  givesRoles: false,
  givesGroups: false,
  firstAdministrator: { by: 'set-up link' },
  loginPage: { template: 'login', values: () => ({}) },
  signIn: { by: 'password' },
};
