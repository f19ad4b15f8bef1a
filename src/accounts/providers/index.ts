import type { Environment } from '../../config/environment.ts';
import type { SignInMode } from './sign-in-mode.ts';

/** Every provider, by its name in `IDENTITY`; loaded where it is used, with the client libraries of its protocol. */
const modes: Record<Environment['IDENTITY'], (environment: Environment) => Promise<SignInMode>> = {
  local: async () => (await import('./local/local-mode.ts')).localMode,
  oidc: async (environment) => (await import('./oidc/oidc-mode.ts')).oidcMode(environment),
  firebase: async (environment) => (await import('./firebase/firebase-mode.ts')).firebaseMode(environment),
};

export function signInMode(environment: Environment): Promise<SignInMode> {
  return modes[environment.IDENTITY](environment);
}
