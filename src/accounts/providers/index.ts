import type { Environment } from '../../config/environment.ts';
import type { IdentityProvider } from './sign-in-mode.ts';

/** Every identity provider, by its name in `IDENTITY`. Loaded on demand, with the libraries of its protocol. */
const providers: Record<Environment['IDENTITY'], (environment: Environment) => Promise<IdentityProvider>> = {
  local: async () => (await import('./local/local-mode.ts')).localProvider,
  oidc: async (environment) => (await import('./oidc/oidc-mode.ts')).openOidcProvider(environment),
  firebase: async (environment) =>
    (await import('./firebase/firebase-mode.ts')).openFirebaseProvider(environment),
};

/** Returns the identity provider that `IDENTITY` selects. */
export function openIdentityProvider(environment: Environment): Promise<IdentityProvider> {
  return providers[environment.IDENTITY](environment);
}
