import type { SignInFault } from '../../config/sign-in-faults.ts';
import type { Role } from '../account.ts';

/** Who an identity provider says that this is. */
export interface VerifiedPerson {
  issuer: string;
  /** Never changes for this person at this provider, unlike an e-mail. */
  subject: string;
  /** As accounts have it: lower case, NFC. */
  email: string;
  /** The provider says that it is theirs. */
  emailVerified: boolean;
  name: string;
  /** Absent where nothing says it: then an account keeps the role it has, and a new one is a reader's. */
  role?: Role;
}

export interface Refusal {
  outcome: 'refused';
  fault: SignInFault;
  /** For the log: never a token, a code or a secret. */
  reason?: string;
}

/** It may work later, so it was no attempt. */
export interface Unavailable {
  outcome: 'unavailable';
  fault: SignInFault;
  reason?: string;
}

export type Verification = { outcome: 'verified'; person: VerifiedPerson } | Refusal | Unavailable;
