import type { Faults } from './fault.ts';
import { firebaseFaults } from './firebase/firebase-faults.ts';
import { oidcFaults } from './oidc/oidc-faults.ts';

/** All faults by their stable codes: common ones, and those of single providers. */
export const signInFaults = {
  'provider-unavailable': { status: 503, text: 'identityUnavailable' },
  'provider-refused': { status: 502, text: 'identityRefused' },

  'token-malformed': { status: 401, text: 'identityUnproven' },
  'token-algorithm': { status: 401, text: 'identityUnproven' },
  'token-forged': { status: 401, text: 'identityUnproven' },
  /** Signed with a key that the provider doesn't, or no longer does, publish. */
  'token-key-unknown': { status: 401, text: 'identityUnproven' },
  /** From another issuer, or for another audience or user. */
  'token-foreign': { status: 401, text: 'identityUnproven' },
  'token-expired': { status: 401, text: 'tokenExpired' },

  'email-missing': { status: 403, text: 'emailMissing' },
  'email-unverified': { status: 403, text: 'emailUnverified' },
  'email-taken': { status: 403, text: 'emailTaken' },
  'not-allowed': { status: 403, text: 'notAllowed' },
  'account-disabled': { status: 403, text: 'accountDisabled' },
  'other-identity-mode': { status: 400, text: 'otherIdentityMode' },
  ...oidcFaults,
  ...firebaseFaults,
} as const satisfies Faults;

export type SignInFault = keyof typeof signInFaults;
