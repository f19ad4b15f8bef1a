import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import { z } from 'zod';
import { type Refusal, refuse, type Unavailable } from '../../accounts/providers/identity-provider.ts';
import { classifyTokenError } from '../../accounts/providers/token-failure.ts';
import type { FirebaseSignInProvider } from '../../config/identity-variables.ts';

/** The service publishes its signing keys here. */
export const FIREBASE_KEYS = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);

interface TokenOptions {
  projectId: string;
  signInProviders: readonly FirebaseSignInProvider[];
  keys: URL;
  /** Accepts unsigned tokens. Only set if an emulator is configured. */
  unsigned: boolean;
}

const claimsSchema = z.looseObject({
  sub: z.string().min(1).max(128),
  auth_time: z.number(),
  firebase: z.looseObject({ sign_in_provider: z.string(), tenant: z.unknown().optional() }),
});

export type FirebaseClaims = z.infer<typeof claimsSchema>;
type VerifiedToken = { outcome: 'verified'; claims: FirebaseClaims } | Refusal | Unavailable;

const CLOCK_TOLERANCE_SECONDS = 30;
/** The sign-in page sends its token immediately, so a token of an older sign-in may be a stolen copy. */
const AUTH_TIME_MAX_SECONDS = 5 * 60;
const TOKEN_MAX_SECONDS = 60 * 60;
const ANSWER_WITHIN_MS = 5_000;
/** The service changes its keys about once a week, and publishes the next one before it uses it. */
const KEYS_MAX_AGE_MS = 6 * 60 * 60 * 1_000;
/** Minimum time between two requests for keys, however many tokens name an unknown key. */
const KEYS_COOLDOWN_MS = 30_000;

/** Returns a function that verifies ID tokens. `isRenewed`: the token is new, but its sign-in may be old. */
export function createFirebaseTokenVerifier(
  options: TokenOptions,
): (token: string, isRenewed?: boolean) => Promise<VerifiedToken> {
  const { projectId } = options;
  const keys = createRemoteJWKSet(options.keys, {
    timeoutDuration: ANSWER_WITHIN_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
  });
  const expected = {
    issuer: buildFirebaseIssuer(projectId),
    audience: projectId,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: TOKEN_MAX_SECONDS,
    requiredClaims: ['sub', 'exp', 'auth_time'],
  };

  async function verifyPayload(token: string): Promise<JWTPayload> {
    if (options.unsigned) return UnsecuredJWT.decode(token, expected).payload;
    // If the set has a single key, the library would accept a token that names no key.
    if (decodeProtectedHeader(token).kid === undefined)
      throw new errors.JWSInvalid('The token names no key.');
    return (await jwtVerify(token, keys, { ...expected, algorithms: ['RS256'] })).payload;
  }

  return async (token, isRenewed = false) => {
    let payload: JWTPayload;
    try {
      payload = await verifyPayload(token);
    } catch (error) {
      // `decodeProtectedHeader` throws a plain TypeError for this.
      if (error instanceof TypeError && error.message === 'Invalid Token or Protected Header formatting')
        return refuse('token-malformed');
      return classifyTokenError(error, claimFailure, 'keys-unavailable');
    }
    const { data: claims } = claimsSchema.safeParse(payload);
    if (!claims) return refuse('token-malformed', 'claims');
    const fault = isRenewed ? undefined : checkAge(claims);
    return fault ?? checkSignIn(claims, options.signInProviders) ?? { outcome: 'verified', claims };
  };
}

export function buildFirebaseIssuer(projectId: string): string {
  return `https://securetoken.google.com/${projectId}`;
}

function checkAge({ auth_time }: FirebaseClaims): Refusal | undefined {
  const age = Date.now() / 1_000 - auth_time;
  const isRecent = age <= AUTH_TIME_MAX_SECONDS + CLOCK_TOLERANCE_SECONDS && age >= -CLOCK_TOLERANCE_SECONDS;
  return isRecent ? undefined : refuse('token-expired', 'auth_time');
}

/** Checks the tenant and the sign-in method of a valid token. */
function checkSignIn(
  { firebase }: FirebaseClaims,
  allowedProviders: readonly FirebaseSignInProvider[],
): Refusal | undefined {
  // Users of another tenant are different users, although project and keys are the same.
  if (firebase.tenant !== undefined) return refuse('token-foreign', 'tenant');
  const isAllowed = allowedProviders.some(
    (provider) => firebase.sign_in_provider === signInProviderNames[provider],
  );
  return isAllowed ? undefined : refuse('not-allowed', `signed in by ${firebase.sign_in_provider}`);
}

const signInProviderNames: Record<FirebaseSignInProvider, string> = {
  password: 'password',
  google: 'google.com',
};

function claimFailure({ claim, reason: how, code }: errors.JWTClaimValidationFailed): Refusal {
  const reason = `${code} ${claim} ${how}`;
  if (how !== 'check_failed') return refuse('token-malformed', reason);
  if (claim === 'iss' || claim === 'aud') return refuse('token-foreign', reason);
  if (claim === 'iat' || claim === 'nbf' || claim === 'exp') return refuse('token-expired', reason);
  return refuse('token-malformed', reason);
}
