import type { Environment } from '../../config/environment.ts';
import { firebaseMode } from './firebase/firebase-mode.ts';
import { localMode } from './local/local-mode.ts';
import { oidcMode } from './oidc/oidc-mode.ts';
import type { SignInMode } from './sign-in-mode.ts';

/** Every provider, by its name in `IDENTITY`. */
const modes: Record<Environment['IDENTITY'], (environment: Environment) => SignInMode> = {
  local: () => localMode,
  oidc: oidcMode,
  firebase: firebaseMode,
};

export function signInMode(environment: Environment): SignInMode {
  return modes[environment.IDENTITY](environment);
}
