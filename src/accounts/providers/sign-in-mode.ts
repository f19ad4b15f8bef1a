import type { Environment } from '../../config/environment.ts';
import { createFirebaseProvider, type FirebaseProvider } from './firebase.ts';
import { createOidcProvider, type OidcProvider } from './oidc.ts';

/** Who says who somebody is. */
export type SignInMode = LocalMode | OidcMode | FirebaseMode;

export interface LocalMode {
  kind: 'local';
  issuer: 'local';
  givesRoles: false;
}

export interface OidcMode {
  kind: 'oidc';
  issuer: string;
  /** At every sign-in a claim says who administers: a role that is given here would not last. */
  givesRoles: boolean;
  provider: OidcProvider;
}

export interface FirebaseMode {
  kind: 'firebase';
  issuer: string;
  givesRoles: boolean;
  provider: FirebaseProvider;
}

export const localMode: SignInMode = { kind: 'local', issuer: 'local', givesRoles: false };

/** The environment was validated: what a mode needs is there. */
export function signInMode(environment: Environment): SignInMode {
  switch (environment.IDENTITY) {
    case 'local':
      return localMode;
    case 'oidc': {
      const provider = createOidcProvider({
        issuer: needed(environment, 'OIDC_ISSUER'),
        clientId: needed(environment, 'OIDC_CLIENT_ID'),
        clientSecret: needed(environment, 'OIDC_CLIENT_SECRET'),
        scopes: environment.OIDC_SCOPES,
        rules: {
          domains: environment.OIDC_ALLOW_DOMAINS,
          claim: environment.OIDC_ALLOW_CLAIM,
          adminClaim: environment.OIDC_ADMIN_CLAIM,
          adminEmail: environment.ADMIN_EMAIL,
        },
      });
      const givesRoles = environment.OIDC_ADMIN_CLAIM !== undefined;
      return { kind: 'oidc', issuer: provider.issuer, givesRoles, provider };
    }
    case 'firebase': {
      const projectId = needed(environment, 'FIREBASE_PROJECT_ID');
      const provider = createFirebaseProvider({
        projectId,
        apiKey: needed(environment, 'FIREBASE_API_KEY'),
        authDomain: environment.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
        signInProviders: environment.FIREBASE_PROVIDERS,
        emulatorHost: environment.FIREBASE_AUTH_EMULATOR_HOST,
        baseUrl: environment.BASE_URL,
        rules: {
          domains: environment.FIREBASE_ALLOW_DOMAINS,
          claim: environment.FIREBASE_ALLOW_CLAIM,
          adminClaim: environment.FIREBASE_ADMIN_CLAIM,
          adminEmail: environment.ADMIN_EMAIL,
        },
      });
      const givesRoles = environment.FIREBASE_ADMIN_CLAIM !== undefined;
      return { kind: 'firebase', issuer: provider.issuer, givesRoles, provider };
    }
  }
}

function needed<Name extends keyof Environment>(
  environment: Environment,
  name: Name,
): NonNullable<Environment[Name]> {
  const value = environment[name];
  if (value === undefined || value === null) throw new Error(`${name} is missing, though it was validated.`);
  return value;
}
