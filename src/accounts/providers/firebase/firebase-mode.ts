import { z } from 'zod';
import type { Environment } from '../../../config/environment.ts';
import type { FirebaseSignInProvider } from '../../../config/identity-variables.ts';
import { type AdmissionRules, admit } from '../admission.ts';
import {
  type LoginPage,
  type Refusal,
  refused,
  type SignInMode,
  setting,
  type Unavailable,
  unavailable,
  type Verification,
} from '../sign-in-mode.ts';
import { accountFault, askService, type Service } from './account-lookup.ts';
import { FIREBASE_KEYS, firebaseIssuer, firebaseTokenVerifier } from './id-token.ts';

interface FirebaseOptions {
  projectId: string;
  /** Names the project to the service; browsers see it, it is no secret. */
  apiKey: string;
  authDomain: string;
  signInProviders: readonly FirebaseSignInProvider[];
  rules: AdmissionRules;
  /** `127.0.0.1:9099`. Its tokens are not signed: validated to be for this machine alone. */
  emulatorHost?: string | undefined;
  baseUrl?: string | undefined;
  /** Where keys are published, accounts are looked up, and tokens are renewed: at Google unless said. */
  keys?: URL;
  lookup?: URL;
  renew?: URL;
}

export function firebaseMode(environment: Environment): SignInMode {
  const projectId = setting(environment, 'FIREBASE_PROJECT_ID');
  return createFirebaseMode({
    projectId,
    apiKey: setting(environment, 'FIREBASE_API_KEY'),
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

/** The hosted identity service: its ID tokens, and what it says of the account right now. */
export function createFirebaseMode(options: FirebaseOptions): SignInMode {
  const { projectId, apiKey, signInProviders, emulatorHost, baseUrl, rules } = options;
  const issuer = firebaseIssuer(projectId);
  const verifyToken = firebaseTokenVerifier({
    projectId,
    signInProviders,
    keys: options.keys ?? FIREBASE_KEYS,
    unsigned: emulatorHost !== undefined,
  });
  const above = emulatorHost === undefined ? 'https://' : `http://${emulatorHost}/`;
  const serviceAt = (place: string, given?: URL): Service => {
    const address = new URL(given ?? above + place);
    address.searchParams.set('key', apiKey);
    return { address, referer: baseUrl === undefined ? undefined : `${baseUrl}/` };
  };
  const lookup = serviceAt('identitytoolkit.googleapis.com/v1/accounts:lookup', options.lookup);
  const renewals = serviceAt('securetoken.googleapis.com/v1/token', options.renew);

  async function judge(idToken: string, isRenewed = false): Promise<Verification> {
    const verified = await verifyToken(idToken, isRenewed);
    if (verified.outcome !== 'verified') return verified;
    const { claims } = verified;
    // Who may not read anyway needs no look-up.
    const admitted = admit(claims, { issuer, subject: claims.sub }, rules);
    if (admitted.outcome !== 'verified') return admitted;
    return (await accountFault(idToken, claims, lookup)) ?? admitted;
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
    loginPage: loginPage(options),
    signIn: {
      by: 'token',
      isUnsigned: emulatorHost !== undefined,
      verify: async (idToken, renewal) => {
        const judged = await judge(idToken);
        return judged.outcome === 'verified' ? { ...judged, renewal } : judged;
      },
    },
    warnings: warnings(options),
    recheck: {
      how: 'by refresh token',
      byRenewal: async (refreshToken, subject) => {
        const renewed = await renewToken(refreshToken, renewals);
        if (renewed.outcome !== 'renewed') return renewed;
        const judged = await judge(renewed.idToken, true);
        if (judged.outcome !== 'verified') return judged;
        // Else what was handed over would vouch for whoever handed it over.
        if (judged.person.subject !== subject) return refused('token-foreign', 'sub');
        return { ...judged, renewal: renewed.renewal };
      },
      // Its sign-in is a page of ours with a form: nobody is sent through it without a question.
      isReachable: async () => true,
    },
  };
}

/** An address is no membership: whoever left keeps it at Google. */
function warnings({
  signInProviders,
  rules: { domains, claim },
}: FirebaseOptions): NonNullable<SignInMode['warnings']> {
  if (!Array.isArray(domains) || claim !== undefined || !signInProviders.includes('google')) return [];
  const message = `With Google, whoever confirmed an address of ${domains.join(', ')} may read, and keeps that when they leave.`;
  const todo =
    'Set FIREBASE_ALLOW_CLAIM to a custom claim, or take IDENTITY=oidc, where Google says who belongs to a domain.';
  return [{ message, todo }];
}

/** The service's own client runs there, and on no other page. */
function loginPage({
  apiKey,
  authDomain,
  projectId,
  emulatorHost,
  signInProviders,
}: FirebaseOptions): LoginPage {
  const google = signInProviders.includes('google');
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
    // The service's two endpoints, and for Google its loader and its frame.
    sources: {
      script: google ? ['https://apis.google.com'] : [],
      connect:
        emulator === undefined
          ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
          : [emulator],
      frame: google ? [emulator ?? `https://${authDomain}`] : [],
    },
  };
}

type Renewed = { outcome: 'renewed'; idToken: string; renewal: string } | Refusal | Unavailable;

const renewed = z.object({ id_token: z.string().min(1), refresh_token: z.string().min(1) });

/** What stands against the person, or against what was handed over for them. */
const takenBack: ReadonlySet<string> = new Set([
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'INVALID_REFRESH_TOKEN',
]);

/** A new ID token for an old sign-in, as the service's own client gets one each hour: no service account is needed. */
async function renewToken(refreshToken: string, service: Service): Promise<Renewed> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  const answer = await askService(service, form);
  if ('fault' in answer) return answer;
  const { status, body, code } = answer;
  const { data } = renewed.safeParse(body);
  if (data !== undefined) return { outcome: 'renewed', idToken: data.id_token, renewal: data.refresh_token };
  if (code === 'USER_DISABLED') return refused('account-disabled', code);
  if (takenBack.has(code)) return refused('token-revoked', code);
  return unavailable('provider-unavailable', `${status} ${code.slice(0, 100)}`);
}
