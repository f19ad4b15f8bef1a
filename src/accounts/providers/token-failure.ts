import { errors } from 'jose';
import type { SignInFault } from './faults.ts';
import { type Refusal, refused, type Unavailable, unavailable } from './sign-in-mode.ts';

/**
 * What is wrong with a token, by the library's error; what is none of its errors is thrown. `claims`: what a claim is
 * that does not fit. `keys`: the fault where the keys that tokens are signed with could not be fetched.
 */
export function tokenFailure(
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
  // What is left of the library's errors is about the key set, and Node's fetch says so in its own way.
  if (error instanceof errors.JOSEError) return unavailable(keys, error.code);
  if (error instanceof TypeError && error.message === 'fetch failed') return unavailable(keys, error.message);
  throw error;
}
