import type { SignInFault } from '../config/sign-in-faults.ts';
import type { SignedInUser } from './account.ts';
import type { AccountBook } from './account-book.ts';
import type { Invites } from './invites.ts';
import type { OwnAccount } from './own-account.ts';
import type { Verification } from './providers/verified-person.ts';

/** What the server asks of the identity subject. Made by `createIdentity` in `accounts.ts`. */
export interface Identity {
  /** Making and changing accounts. Sessions that a change ends are gone from this process at once. */
  readonly accounts: AccountBook;
  /** What readers do with their own account. Rejects with a `StoreError` when the store cannot answer. */
  readonly own: OwnAccount;
  /** The one-time links of new accounts. */
  readonly invites: Invites;
  /**
   * The reader behind a cookie value, or `undefined`. Micro-cached for at most 2 s; ended sessions leave it at once.
   * Rejects with a `StoreError` when the store cannot answer.
   */
  session(token: string | undefined): Promise<SignedInUser | undefined>;
  signIn(attempt: { email: string; password: string; address: string }): Promise<SignInResult>;
  /**
   * Signs in whom an identity provider vouches for. The attempt is counted before `verify` does any work; the
   * account is the one of the provider's issuer and subject, made at the first time.
   */
  signInBy(address: string, verify: () => Promise<Verification>): Promise<ProviderSignInResult>;
  /** True for the first who comes with this text within the time, over all processes. */
  firstUse(text: string, forMs: number): Promise<boolean>;
  /** `why` a session ends that its reader did not end: for the audit log, as the address is. */
  signOut(token: string | undefined, from?: string, why?: string): Promise<void>;
  /** True while no account exists, where accounts are made here. */
  needsSetup(): Promise<boolean>;
  /** A new one-time setup token, good in every process for 15 minutes or until there is an account. */
  createSetupToken(): Promise<string>;
  setupTokenIsValid(token: string): Promise<boolean>;
  completeSetup(setup: {
    token: string;
    email: string;
    name: string;
    password: string;
    address: string;
  }): Promise<SetupResult>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type SignInResult =
  | { outcome: 'signed-in'; token: string; user: SignedInUser }
  /** The same for unknown, wrong and disabled. */
  | { outcome: 'refused' }
  | { outcome: 'throttled'; retryAt: number }
  /** The store or the hashing queue cannot take it now. */
  | { outcome: 'unavailable' };

export type ProviderSignInResult =
  | { outcome: 'signed-in'; token: string; user: SignedInUser }
  | { outcome: 'refused'; fault: SignInFault }
  | { outcome: 'throttled'; retryAt: number }
  /** Without a fault: the store cannot take it now. */
  | { outcome: 'unavailable'; fault?: SignInFault };

export type SetupResult =
  | { outcome: 'created'; token: string; user: SignedInUser }
  | { outcome: 'invalid-token' }
  | { outcome: 'invalid'; problems: AccountFault[] }
  /** The store or the hashing queue cannot take it now; the token stays good until an account exists. */
  | { outcome: 'unavailable' };

export interface AccountFault {
  field: 'email' | 'name' | 'password';
  message: string;
}

/** The part of a logger that is used here; pino's and Fastify's fit. */
export interface IdentityLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
