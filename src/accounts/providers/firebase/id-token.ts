import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import { z } from 'zod';
import type { FirebaseSignInProvider } from '../../../config/identity-variables.ts';
import { type Refusal, refused, type Unavailable } from '../sign-in-mode.ts';
import { tokenFailure } from '../token-failure.ts';

/** Where the service publishes what its tokens are signed with. */
export const FIREBASE_KEYS = new URL(
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
);

interface TokenOptions {
  projectId: string;
  signInProviders: readonly FirebaseSignInProvider[];
  keys: URL;
  /** The emulator's tokens are not signed. Set where one is configured, and nowhere else. */
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
/** The page hands its token over at once; an old sign-in is somebody else's copy of it. */
const AUTH_TIME_MAX_SECONDS = 5 * 60;
const TOKEN_MAX_SECONDS = 60 * 60;
const ANSWER_WITHIN_MS = 5_000;
/** The service changes its keys about once a week, and publishes the next one before it uses it. */
const KEYS_MAX_AGE_MS = 6 * 60 * 60 * 1_000;
/** However many tokens name a key that is not there. */
const KEYS_COOLDOWN_MS = 30_000;

/** `isRenewed`: the token is new, and the sign-in that it comes from need not be. */
export function firebaseTokenVerifier(
  options: TokenOptions,
): (token: string, isRenewed?: boolean) => Promise<VerifiedToken> {
  const { projectId } = options;
  const keys = createRemoteJWKSet(options.keys, {
    timeoutDuration: ANSWER_WITHIN_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
  });
  const expected = {
    issuer: firebaseIssuer(projectId),
    audience: projectId,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: TOKEN_MAX_SECONDS,
    requiredClaims: ['sub', 'exp', 'auth_time'],
  };

  async function payloadOf(token: string): Promise<JWTPayload> {
    if (options.unsigned) return UnsecuredJWT.decode(token, expected).payload;
    // A set of one key would serve a token that names none.
    if (decodeProtectedHeader(token).kid === undefined) throw new errors.JWSInvalid('It names no key.');
    return (await jwtVerify(token, keys, { ...expected, algorithms: ['RS256'] })).payload;
  }

  return async (token, isRenewed = false) => {
    let payload: JWTPayload;
    try {
      payload = await payloadOf(token);
    } catch (error) {
      // `decodeProtectedHeader` has no class of its own for this.
      if (error instanceof TypeError && error.message === 'Invalid Token or Protected Header formatting')
        return refused('token-malformed');
      return tokenFailure(error, claimFailure, 'keys-unavailable');
    }
    const { data: claims } = claimsSchema.safeParse(payload);
    if (!claims) return refused('token-malformed', 'claims');
    const fault = isRenewed ? undefined : checkAge(claims);
    return fault ?? checkSignIn(claims, options.signInProviders) ?? { outcome: 'verified', claims };
  };
}

export function firebaseIssuer(projectId: string): string {
  return `https://securetoken.google.com/${projectId}`;
}

function checkAge({ auth_time }: FirebaseClaims): Refusal | undefined {
  const age = Date.now() / 1_000 - auth_time;
  const isRecent = age <= AUTH_TIME_MAX_SECONDS + CLOCK_TOLERANCE_SECONDS && age >= -CLOCK_TOLERANCE_SECONDS;
  return isRecent ? undefined : refused('token-expired', 'auth_time');
}

/** What a good token says about the sign-in that it came from. */
function checkSignIn(
  { firebase }: FirebaseClaims,
  allowed: readonly FirebaseSignInProvider[],
): Refusal | undefined {
  // Another tenant's people are others, though project and keys are the same.
  if (firebase.tenant !== undefined) return refused('token-foreign', 'tenant');
  const known = allowed.some((provider) => firebase.sign_in_provider === signInProviderNames[provider]);
  return known ? undefined : refused('not-allowed', `signed in by ${firebase.sign_in_provider}`);
}

const signInProviderNames: Record<FirebaseSignInProvider, string> = {
  password: 'password',
  google: 'google.com',
};

function claimFailure({ claim, reason: how, code }: errors.JWTClaimValidationFailed): Refusal {
  const reason = `${code} ${claim} ${how}`;
  if (how !== 'check_failed') return refused('token-malformed', reason);
  if (claim === 'iss' || claim === 'aud') return refused('token-foreign', reason);
  if (claim === 'iat' || claim === 'nbf' || claim === 'exp') return refused('token-expired', reason);
  return refused('token-malformed', reason);
}
