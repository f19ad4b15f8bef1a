import { z } from 'zod';
import { type AdmissionRules, admit } from '../../accounts/providers/admission.ts';
import {
  failTemporarily,
  type IdentityProvider,
  type LoginPage,
  type Refusal,
  refuse,
  requireSetting,
  type Unavailable,
  type Verification,
} from '../../accounts/providers/identity-provider.ts';
import type { Environment } from '../../config/environment.ts';
import type { FirebaseSignInProvider } from '../../config/identity-variables.ts';
import type { Sentence } from '../../config/texts.ts';
import { askService, checkAccount, type Service } from './account-lookup.ts';
import { firebaseFaults } from './firebase-faults.ts';
import { buildFirebaseIssuer, createFirebaseTokenVerifier, FIREBASE_KEYS } from './id-token.ts';

interface FirebaseOptions {
  projectId: string;
  /** Identifies the project at the service. Browsers see it; it isn't a secret. */
  apiKey: string;
  authDomain: string;
  signInProviders: readonly FirebaseSignInProvider[];
  rules: AdmissionRules;
  /** `127.0.0.1:9099`. The emulator's tokens aren't signed, so the configuration allows only this machine. */
  emulatorHost?: string | undefined;
  baseUrl?: string | undefined;
  /** Endpoints for keys, account look-ups and token renewal; Google's by default. */
  keys?: URL;
  lookup?: URL;
  renew?: URL;
}

export function openFirebaseProvider(environment: Environment): IdentityProvider {
  const projectId = requireSetting(environment, 'FIREBASE_PROJECT_ID');
  return createFirebaseProvider({
    projectId,
    apiKey: requireSetting(environment, 'FIREBASE_API_KEY'),
    authDomain: environment.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    signInProviders: environment.FIREBASE_PROVIDERS,
    emulatorHost: environment.FIREBASE_AUTH_EMULATOR_HOST,
    baseUrl: environment.BASE_URL,
    rules: {
      domains: environment.FIREBASE_ALLOW_DOMAINS,
      claim: environment.FIREBASE_ALLOW_CLAIM,
      adminClaim: environment.FIREBASE_ADMIN_CLAIM,
      groupsClaim: environment.FIREBASE_GROUPS_CLAIM,
      adminEmail: environment.ADMIN_EMAIL,
    },
  });
}

/** Firebase Authentication: verifies its ID tokens and the current state of the account. */
export function createFirebaseProvider(options: FirebaseOptions): IdentityProvider {
  const { projectId, apiKey, signInProviders, emulatorHost, baseUrl, rules } = options;
  const issuer = buildFirebaseIssuer(projectId);
  const verifyToken = createFirebaseTokenVerifier({
    projectId,
    signInProviders,
    keys: options.keys ?? FIREBASE_KEYS,
    unsigned: emulatorHost !== undefined,
  });
  const serviceRoot = emulatorHost === undefined ? 'https://' : `http://${emulatorHost}/`;
  const createService = (endpoint: string, override?: URL): Service => {
    const address = new URL(override ?? serviceRoot + endpoint);
    address.searchParams.set('key', apiKey);
    return { address, referer: baseUrl === undefined ? undefined : `${baseUrl}/` };
  };
  const lookup = createService('identitytoolkit.googleapis.com/v1/accounts:lookup', options.lookup);
  const renewals = createService('securetoken.googleapis.com/v1/token', options.renew);

  async function verifyUser(idToken: string, isRenewed = false): Promise<Verification> {
    const verifiedToken = await verifyToken(idToken, isRenewed);
    if (verifiedToken.outcome !== 'verified') return verifiedToken;
    const { claims } = verifiedToken;
    // Users who aren't admitted need no look-up.
    const admissionResult = admit(claims, { issuer, subject: claims.sub }, rules);
    if (admissionResult.outcome !== 'verified') return admissionResult;
    return (await checkAccount(idToken, claims, lookup)) ?? admissionResult;
  }

  return {
    issuer,
    givesRoles: rules.adminClaim !== undefined,
    givesGroups: rules.groupsClaim !== undefined,
    firstAdministrator: {
      by: 'setting',
      settings: ['ADMIN_EMAIL', 'FIREBASE_ADMIN_CLAIM'],
      isNamed: rules.adminEmail !== undefined || rules.adminClaim !== undefined,
    },
    loginPage: describeLoginPage(options),
    faults: firebaseFaults,
    signIn: {
      by: 'token',
      isUnsigned: emulatorHost !== undefined,
      verify: async (idToken, renewal) => {
        const verification = await verifyUser(idToken);
        return verification.outcome === 'verified' ? { ...verification, renewal } : verification;
      },
    },
    warnings: findWarnings(options),
    recheck: {
      how: { text: 'recheckByToken' },
      byRenewal: async (refreshToken, subject) => {
        const renewedToken = await renewToken(refreshToken, renewals);
        if (renewedToken.outcome !== 'renewed') return renewedToken;
        const verification = await verifyUser(renewedToken.idToken, true);
        if (verification.outcome !== 'verified') return verification;
        // The browser supplied the refresh token, so it may belong to another user.
        if (verification.person.subject !== subject) return refuse('token-foreign', 'sub');
        return { ...verification, renewal: renewedToken.renewal };
      },
      // The sign-in is a form on our own page, which users always see.
      isReachable: async () => true,
    },
  };
}

/** Warns that an email doesn't prove membership: at Google, people keep a verified address after leaving. */
function findWarnings({
  signInProviders,
  rules: { domains, claim },
}: FirebaseOptions): NonNullable<IdentityProvider['warnings']> {
  if (!Array.isArray(domains) || claim !== undefined || !signInProviders.includes('google')) return [];
  const message: Sentence = { text: 'findOpenDomains', values: { domains: domains.join(', ') } };
  return [{ message, todo: { text: 'findOpenDomainsTodo' } }];
}

/** The only page that runs the service's own client. */
function describeLoginPage({
  apiKey,
  authDomain,
  projectId,
  emulatorHost,
  signInProviders,
}: FirebaseOptions): LoginPage {
  const hasGoogle = signInProviders.includes('google');
  const emulator = emulatorHost === undefined ? undefined : `http://${emulatorHost}`;
  return {
    template: 'login-firebase',
    values: (next) => ({
      next,
      apiKey,
      authDomain,
      projectId,
      emulator: emulatorHost ?? '',
      providers: signInProviders.join(' '),
    }),
    // The service's two endpoints, and for Google sign-in its loader and frame.
    sources: {
      script: hasGoogle ? ['https://apis.google.com'] : [],
      connect:
        emulator === undefined
          ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
          : [emulator],
      frame: hasGoogle ? [emulator ?? `https://${authDomain}`] : [],
    },
  };
}

type Renewed = { outcome: 'renewed'; idToken: string; renewal: string } | Refusal | Unavailable;

const renewalSchema = z.object({ id_token: z.string().min(1), refresh_token: z.string().min(1) });

/** Error codes that mean that the user or the refresh token was revoked. */
const revocationCodes: ReadonlySet<string> = new Set([
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_REFRESH_TOKEN',
]);

/** Exchanges a refresh token for a new ID token, as the service's own client does. Needs no service account. */
async function renewToken(refreshToken: string, service: Service): Promise<Renewed> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const answer = await askService(service, form);
  if ('fault' in answer) return answer;
  const { status, body, code } = answer;
  const { data } = renewalSchema.safeParse(body);
  if (data !== undefined) return { outcome: 'renewed', idToken: data.id_token, renewal: data.refresh_token };
  if (code === 'USER_DISABLED') return refuse('account-disabled', code);
  if (revocationCodes.has(code)) return refuse('token-revoked', code);
  return failTemporarily('provider-unavailable', `${status} ${code.slice(0, 100)}`);
}
