import type { Environment } from '../../config/environment.ts';
import { createOidcProvider, type OidcProvider } from './oidc.ts';

/** Who says who somebody is. */
export type SignInMode = { kind: 'local'; issuer: 'local' } | OidcMode;

export interface OidcMode {
  kind: 'oidc';
  issuer: string;
  provider: OidcProvider;
}

export const localMode: SignInMode = { kind: 'local', issuer: 'local' };

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
      return { kind: 'oidc', issuer: provider.issuer, provider };
    }
    case 'firebase':
      throw new Error('IDENTITY=firebase is not there yet.');
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
