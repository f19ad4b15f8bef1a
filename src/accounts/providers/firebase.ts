import type { FirebaseSignInProvider } from '../../config/identity-variables.ts';
import { type AdmissionRules, admit } from './admission.ts';
import { accountFault } from './firebase-account.ts';
import { FIREBASE_KEYS, firebaseIssuer, firebaseTokenVerifier } from './firebase-token.ts';
import type { Verification } from './verified-person.ts';

export interface FirebaseOptions {
  projectId: string;
  /** Names the project to the service; browsers see it, it is no secret. */
  apiKey: string;
  authDomain: string;
  signInProviders: readonly FirebaseSignInProvider[];
  rules: AdmissionRules;
  /** `127.0.0.1:9099`. Its tokens are not signed: validated to be for this machine alone. */
  emulatorHost?: string | undefined;
  baseUrl?: string | undefined;
  /** Where keys are published and accounts are looked up: at Google unless said. */
  keys?: URL;
  lookup?: URL;
}

export interface FirebaseProvider {
  issuer: string;
  verify(idToken: string): Promise<Verification>;
  /** For the login page. */
  client: FirebaseClientSettings;
}

export interface FirebaseClientSettings {
  apiKey: string;
  authDomain: string;
  projectId: string;
  emulatorHost?: string | undefined;
  signInProviders: readonly FirebaseSignInProvider[];
}

const TOKEN_SERVICE = 'https://identitytoolkit.googleapis.com';

/** The hosted identity service: its ID tokens, and what it says of the account right now. */
export function createFirebaseProvider(options: FirebaseOptions): FirebaseProvider {
  const { projectId, apiKey, authDomain, signInProviders, emulatorHost, baseUrl, rules } = options;
  const issuer = firebaseIssuer(projectId);
  const verifyToken = firebaseTokenVerifier({
    projectId,
    signInProviders,
    keys: options.keys ?? FIREBASE_KEYS,
    unsigned: emulatorHost !== undefined,
  });
  const service =
    emulatorHost === undefined ? TOKEN_SERVICE : `http://${emulatorHost}/identitytoolkit.googleapis.com`;
  const address = new URL(options.lookup ?? `${service}/v1/accounts:lookup`);
  address.searchParams.set('key', apiKey);
  const lookup = { address, referer: baseUrl === undefined ? undefined : `${baseUrl}/` };

  return {
    issuer,
    client: { apiKey, authDomain, projectId, emulatorHost, signInProviders },
    verify: async (idToken) => {
      const verified = await verifyToken(idToken);
      if (verified.outcome !== 'verified') return verified;
      const { claims } = verified;
      // Who may not read anyway needs no look-up.
      const admitted = admit(claims, { issuer, subject: claims.sub }, rules);
      if (admitted.outcome !== 'verified') return admitted;
      return (await accountFault(idToken, claims, lookup)) ?? admitted;
    },
  };
}
