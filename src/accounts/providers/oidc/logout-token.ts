import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { type ProviderWord, refused } from '../sign-in-mode.ts';
import { tokenFailure } from '../token-failure.ts';

interface LogoutTokenOptions {
  /** As the provider writes it in its discovery document. */
  issuer: string;
  clientId: string;
  keys: JWTVerifyGetKey;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const CLOCK_TOLERANCE_SECONDS = 30;
/** Providers write it when they send it. Shorter than `jti` is remembered, so that none is good twice. */
const AGE_MAX_SECONDS = 10 * 60;
/** Only a provider's private key makes one: nothing with a shared secret, and not `none`. */
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
  // What has one is an ID token, or wants to be.
  .refine((claims) => !Object.hasOwn(claims, 'nonce'));

/** OpenID Connect Back-Channel Logout 1.0, 2.6. Whether it was used before, its taker looks at. */
export async function verifyLogoutToken(
  token: string,
  { issuer, clientId, keys }: LogoutTokenOptions,
): Promise<ProviderWord> {
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
    if (data === undefined) return refused('token-malformed', 'claims');
    return { outcome: 'verified', tokenId: data.jti, ending: { subject: data.sub, sid: data.sid } };
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return refused('token-key-unknown', error.code);
    return tokenFailure(
      error,
      ({ claim, reason }) =>
        refused(claim === 'iat' ? 'token-expired' : 'token-foreign', `${claim} ${reason}`),
      'provider-unavailable',
    );
  }
}
