import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import {
  failTemporarily,
  type Refusal,
  refuse,
  type Unavailable,
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
  /** The issuer that the document names. */
  readonly issuer: string | undefined;

  constructor(issuer?: string) {
    super();
    this.issuer = issuer;
  }
}

/**
 * Returns what a failed exchange with the provider means for the reader. The reason goes to the log and contains names
 * of claims and codes, but not their values, because the library's errors may contain whole tokens. Other errors are
 * thrown.
 */
export function classifyOidcFailure(error: unknown): Refusal | Unavailable {
  if (error instanceof AuthorizationResponseError) return toAuthorizationFailure(error.error);
  if (error instanceof ResponseBodyError) {
    const reason = `${error.status} ${error.error}`;
    if (error.status >= 500) return failTemporarily('provider-unavailable', reason);
    if (needsReader.has(error.error)) return refuse('sign-in-needed', reason);
    return refuse(error.error === 'invalid_grant' ? 'code-refused' : 'provider-refused', reason);
  }
  if (error instanceof WWWAuthenticateChallengeError) return refuse('provider-refused', String(error.status));
  if (error instanceof ClientError) return toClientFailure(error);
  if (error instanceof OtherIssuer) return refuse('issuer-mismatch', 'discovery');
  // Node's fetch throws this if there was no answer.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return failTemporarily('provider-unavailable', describeCause(error));
  throw error;
}

function toAuthorizationFailure(code: string): Refusal | Unavailable {
  const reason = code.slice(0, 100);
  if (needsReader.has(code)) return refuse('sign-in-needed', reason);
  switch (code) {
    case 'access_denied':
      return refuse('sign-in-cancelled', reason);
    case 'server_error':
    case 'temporarily_unavailable':
      return failTemporarily('provider-unavailable', reason);
    default:
      return refuse('provider-refused', reason);
  }
}

function toClientFailure(error: ClientError): Refusal | Unavailable {
  const details = readDetails(error);
  const reason = [error.code, details.claim].filter(Boolean).join(' ');
  switch (error.code) {
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_ABORT':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return failTemporarily('provider-unavailable', reason);
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return refuse('token-expired', reason);
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return refuse(details.claim === 'nonce' ? 'nonce-mismatch' : 'token-foreign', reason);
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return refuse('token-algorithm', reason);
    case 'OAUTH_KEY_SELECTION_FAILED':
      return refuse('token-key-unknown', reason);
    case 'OAUTH_INVALID_RESPONSE':
      return refuse(details.ofHeader ? 'token-algorithm' : 'token-forged', reason);
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return refuse('issuer-mismatch', reason);
    case undefined:
      return failTemporarily('provider-unavailable', describeCause(error));
    default:
      return refuse('provider-refused', reason);
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
