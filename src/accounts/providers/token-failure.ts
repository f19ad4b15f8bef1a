import { errors } from 'jose';
import type { SignInFault } from './faults.ts';
import { failTemporarily, type Refusal, refuse, type Unavailable } from './identity-provider.ts';

/**
 * Returns what is wrong with a token, by the error of the library. Other errors are thrown. `claims` classifies a claim
 * that doesn't match. `keys` is the fault to report if the signing keys couldn't be fetched.
 */
export function classifyTokenError(
  error: unknown,
  claims: (failed: errors.JWTClaimValidationFailed) => Refusal,
  keys: SignInFault,
): Refusal | Unavailable {
  if (error instanceof errors.JWTExpired) return refuse('token-expired', 'exp');
  if (error instanceof errors.JWTClaimValidationFailed) return claims(error);
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return refuse('token-algorithm', error.code);
  if (error instanceof errors.JWSSignatureVerificationFailed) return refuse('token-forged', error.code);
  if (error instanceof errors.JWKSNoMatchingKey) return refuse('token-key-unknown', error.code);
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
    return refuse('token-malformed', error.code);
  // The remaining errors of the library are about the key set. Node's fetch throws its own error.
  if (error instanceof errors.JOSEError) return failTemporarily(keys, error.code);
  if (error instanceof TypeError && error.message === 'fetch failed')
    return failTemporarily(keys, error.message);
  throw error;
}
