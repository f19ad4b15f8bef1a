import { type Fault, noAnswer, tooOld } from '../fault.ts';

export const firebaseFaults = {
  /** The keys that tokens are signed with could not be fetched. */
  'keys-unavailable': { status: 503, message: noAnswer },
  'token-revoked': { status: 401, message: tooOld },
} as const satisfies Record<string, Fault>;
