import type { Faults } from '../../accounts/providers/fault.ts';

export const firebaseFaults = {
  /** The keys that sign the tokens couldn't be fetched. */
  'keys-unavailable': { status: 503, text: 'identityUnavailable' },
  'token-revoked': { status: 401, text: 'tokenExpired' },
} as const satisfies Faults;
