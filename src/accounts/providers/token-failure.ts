import { errors } from 'jose';
import type { SignInFault } from './faults.ts';
import { type Refusal, refused, type Unavailable, unavailable } from './identity-provider.ts';

/**
 * Returns what is wrong with a token, by the error of the library. Other errors are thrown. `claims` classifies a claim
 * that doesn't match. `keys` is the fault to report if the signing keys couldn't be fetched.
 */
export function classifyTokenError(
  error: unknown,
  claims: (failed: errors.JWTClaimValidationFailed) => Refusal,
  keys: SignInFault,
): Refusal | Unavailable {
  if (error instanceof errors.JWTExpired) return refused('token-expired', 'exp');
  if (error instanceof errors.JWTClaimValidationFailed) return claims(error);
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return refused('token-algorithm', error.code);
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused('token-forged', error.code);
  if (error instanceof errors.JWKSNoMatchingKey) return refused('token-key-unknown', error.code);
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
    return refused('token-malformed', error.code);
  // The remaining errors of the library are about the key set. Node's fetch throws its own error.
  if (error instanceof errors.JOSEError) return unavailable(keys, error.code);
  if (error instanceof TypeError && error.message === 'fetch failed') return unavailable(keys, error.message);
  throw error;
}
