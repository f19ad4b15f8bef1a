import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import {
  type Refusal,
  refused,
  type Unavailable,
  unavailable,
} from '../../accounts/providers/identity-provider.ts';

/** Errors that only the reader can resolve (OpenID Connect Core, 3.1.2.6). */
const needsReader: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** The discovery document belongs to another issuer than the configured one. */
export class OtherIssuer extends Error {
  override readonly name = 'OtherIssuer';
}

/**
 * Returns what a failed exchange with the provider means for the reader. The reason goes to the log and contains names
 * of claims and codes, but not their values, because the library's errors may contain whole tokens. Other errors are
 * thrown.
 */
export function classifyOidcFailure(error: unknown): Refusal | Unavailable {
  if (error instanceof AuthorizationResponseError) return authorizationFailure(error.error);
  if (error instanceof ResponseBodyError) {
    const reason = `${error.status} ${error.error}`;
    if (error.status >= 500) return unavailable('provider-unavailable', reason);
    if (needsReader.has(error.error)) return refused('sign-in-needed', reason);
    return refused(error.error === 'invalid_grant' ? 'code-refused' : 'provider-refused', reason);
  }
  if (error instanceof WWWAuthenticateChallengeError)
    return refused('provider-refused', String(error.status));
  if (error instanceof ClientError) return clientFailure(error);
  if (error instanceof OtherIssuer) return refused('issuer-mismatch', 'discovery');
  // Node's fetch throws this if there was no answer.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return unavailable('provider-unavailable', describeCause(error));
  throw error;
}

function authorizationFailure(code: string): Refusal | Unavailable {
  const reason = code.slice(0, 100);
  if (needsReader.has(code)) return refused('sign-in-needed', reason);
  switch (code) {
    case 'access_denied':
      return refused('sign-in-cancelled', reason);
    case 'server_error':
    case 'temporarily_unavailable':
      return unavailable('provider-unavailable', reason);
    default:
      return refused('provider-refused', reason);
  }
}

function clientFailure(error: ClientError): Refusal | Unavailable {
  const details = readDetails(error);
  const reason = [error.code, details.claim].filter(Boolean).join(' ');
  switch (error.code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return unavailable('provider-unavailable', reason);
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return refused('token-expired', reason);
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return refused(details.claim === 'nonce' ? 'nonce-mismatch' : 'token-foreign', reason);
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return refused('token-algorithm', reason);
    case 'OAUTH_KEY_SELECTION_FAILED':
      return refused('token-key-unknown', reason);
    case 'OAUTH_INVALID_RESPONSE':
      return refused(details.ofHeader ? 'token-algorithm' : 'token-forged', reason);
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return refused('issuer-mismatch', reason);
    case undefined:
      return unavailable('provider-unavailable', describeCause(error));
    default:
      return refused('provider-refused', reason);
  }
}

/** Reads the claim that failed from the error's cause, which is sometimes nested. */
function readDetails(error: ClientError): { claim?: string; ofHeader: boolean } {
  let cause: unknown = error.cause;
  if (cause instanceof Error) cause = cause.cause;
  if (typeof cause !== 'object' || cause === null) return { ofHeader: false };
  const claim: unknown = Reflect.get(cause, 'claim');
  return { ...(typeof claim === 'string' ? { claim } : {}), ofHeader: 'header' in cause };
}

function describeCause(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
