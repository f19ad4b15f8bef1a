import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { type Refusal, refuse, type Unavailable } from '../../accounts/providers/identity-provider.ts';
import { classifyTokenError } from '../../accounts/providers/token-failure.ts';
import type { ProviderEnding } from '../../accounts/store/provider-session-store.ts';

/** A provider's notice that sessions have ended. `tokenId` identifies the notice, so that it is processed once. */
export type LogoutNotice =
  | { outcome: 'verified'; ending: ProviderEnding; tokenId: string }
  | Refusal
  | Unavailable;

interface LogoutTokenOptions {
  /** Issuer, spelled as in the provider's discovery document. */
  issuer: string;
  clientId: string;
  keys: JWTVerifyGetKey;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const CLOCK_TOLERANCE_SECONDS = 30;
/** Maximum age of a token. Shorter than the time for which we remember `jti`, so that no token is accepted twice. */
const AGE_MAX_SECONDS = 10 * 60;
/** Algorithms with a private key of the provider: no shared secrets, and not `none`. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const text = z.string().min(1).max(512);
const claimsSchema = z
  .looseObject({
    jti: text,
    sub: text.optional(),
    sid: text.optional(),
    events: z.looseObject({ [LOGOUT_EVENT]: z.looseObject({}) }),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)
  // Only ID tokens have a nonce.
  .refine((claims) => !Object.hasOwn(claims, 'nonce'));

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). The caller checks that it wasn't used before.
 */
export async function verifyLogoutToken(
  token: string,
  { issuer, clientId, keys }: LogoutTokenOptions,
): Promise<LogoutNotice> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      typ: 'logout+jwt',
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: AGE_MAX_SECONDS,
      requiredClaims: ['iat', 'exp', 'jti', 'events'],
    });
    const { data } = claimsSchema.safeParse(payload);
    if (data === undefined) return refuse('token-malformed', 'claims');
    return { outcome: 'verified', tokenId: data.jti, ending: { subject: data.sub, sid: data.sid } };
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return refuse('token-key-unknown', error.code);
    return classifyTokenError(
      error,
      ({ claim, reason }) =>
        refuse(claim === 'iat' ? 'token-expired' : 'token-foreign', `${claim} ${reason}`),
      'provider-unavailable',
    );
  }
}
