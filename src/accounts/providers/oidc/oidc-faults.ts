import type { Faults } from '../fault.ts';

export const oidcFaults = {
  'sign-in-expired': { status: 400, text: 'signInExpired' },
  'sign-in-repeated': { status: 400, text: 'signInRepeated' },
  'sign-in-cancelled': { status: 401, text: 'signInCancelled' },
  /** The provider would have had to ask the reader, but the sign-in was silent. */
  'sign-in-needed': { status: 401, text: 'tokenExpired' },
  'state-mismatch': { status: 400, text: 'identityUnproven' },
  'nonce-mismatch': { status: 401, text: 'identityUnproven' },
  'issuer-mismatch': { status: 401, text: 'identityUnproven' },
  'code-refused': { status: 401, text: 'identityUnproven' },
} as const satisfies Faults;
