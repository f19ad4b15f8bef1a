import type { FeatureErrorCodes } from '../../model/api/error-codes.ts';
import type { Faults } from './fault.ts';

/** Faults that several providers have, by their stable codes. */
export const signInFaults = {
  'provider-unavailable': { status: 503, text: 'identityUnavailable' },
  'provider-refused': { status: 502, text: 'identityRefused' },

  'token-malformed': { status: 401, text: 'identityUnproven' },
  'token-algorithm': { status: 401, text: 'identityUnproven' },
  'token-forged': { status: 401, text: 'identityUnproven' },
  /** The token is signed with a key that the provider doesn't publish, or no longer publishes. */
  'token-key-unknown': { status: 401, text: 'identityUnproven' },
  /** The token is from another issuer, or for another audience or user. */
  'token-foreign': { status: 401, text: 'identityUnproven' },
  'token-expired': { status: 401, text: 'tokenExpired' },

  'email-missing': { status: 403, text: 'emailMissing' },
  'email-unverified': { status: 403, text: 'emailUnverified' },
  'email-taken': { status: 403, text: 'emailTaken' },
  'not-allowed': { status: 403, text: 'notAllowed' },
  'account-disabled': { status: 403, text: 'accountDisabled' },
  'other-identity-mode': { status: 400, text: 'otherIdentityMode' },

  // Sign-ins that redirect the browser to the provider and back.
  'sign-in-expired': { status: 400, text: 'signInExpired' },
  'sign-in-repeated': { status: 400, text: 'signInRepeated' },
  'sign-in-cancelled': { status: 401, text: 'signInCancelled' },
  /** The provider would have had to ask the reader, but the sign-in was silent. */
  'sign-in-needed': { status: 401, text: 'tokenExpired' },
  'state-mismatch': { status: 400, text: 'identityUnproven' },
} as const satisfies Faults;

/** A common fault, or one of the error codes that a feature declares. */
export type SignInFault = keyof typeof signInFaults | keyof FeatureErrorCodes;
