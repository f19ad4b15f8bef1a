import type { SignInMode } from '../sign-in-mode.ts';

/** This site knows its people itself. */
export const localMode: SignInMode = {
  issuer: 'local',
  givesRoles: false,
  givesGroups: false,
  firstAdministrator: { by: 'set-up link' },
  loginPage: { template: 'login', values: () => ({}) },
  signIn: { by: 'password' },
};
