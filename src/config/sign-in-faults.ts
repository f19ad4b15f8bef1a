import type { TextName } from './texts.ts';

/**
 * Why an identity provider's word was not enough to sign in: stable code, status for programs, and what the
 * login page says. What an attacker's token is wrong in, its owner need not read; the log says it.
 */

export const signInFaults = {
  'provider-unavailable': { status: 503, text: 'identityUnavailable' },
  /** The keys that tokens are signed with could not be fetched. */
  'keys-unavailable': { status: 503, text: 'identityUnavailable' },

  'sign-in-expired': {
    status: 400,
    text: 'signInExpired',
  },
  'sign-in-repeated': { status: 400, text: 'signInRepeated' },
  'sign-in-cancelled': { status: 401, text: 'signInCancelled' },
  'state-mismatch': { status: 400, text: 'identityUnproven' },
  'issuer-mismatch': { status: 401, text: 'identityUnproven' },
  'code-refused': { status: 401, text: 'identityUnproven' },
  'provider-refused': {
    status: 502,
    text: 'identityRefused',
  },

  'token-malformed': { status: 401, text: 'identityUnproven' },
  'token-algorithm': { status: 401, text: 'identityUnproven' },
  'token-forged': { status: 401, text: 'identityUnproven' },
  /** Signed with a key that the provider does not publish, or no longer. */
  'token-key-unknown': { status: 401, text: 'identityUnproven' },
  /** Of another issuer, or for somebody else. */
  'token-foreign': { status: 401, text: 'identityUnproven' },
  'token-expired': { status: 401, text: 'tokenExpired' },
  'token-revoked': { status: 401, text: 'tokenExpired' },
  'nonce-mismatch': { status: 401, text: 'identityUnproven' },

  'email-missing': {
    status: 403,
    text: 'emailMissing',
  },
  'email-unverified': {
    status: 403,
    text: 'emailUnverified',
  },
  'email-taken': {
    status: 403,
    text: 'emailTaken',
  },
  'not-allowed': { status: 403, text: 'notAllowed' },
  'account-disabled': { status: 403, text: 'accountDisabled' },
  'other-identity-mode': {
    status: 400,
    text: 'otherIdentityMode',
  },
} as const satisfies Record<string, { status: number; text: TextName }>;

export type SignInFault = keyof typeof signInFaults;

/** Whether a code that came in an address is one of ours. */
export function isSignInFault(code: unknown): code is SignInFault {
  return typeof code === 'string' && Object.hasOwn(signInFaults, code);
}
