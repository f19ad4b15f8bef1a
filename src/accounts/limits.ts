import type { SessionLimits } from './store/session-store.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Maximum number of attempts from the narrowest network around an address. Each wider network may make twice as many.
 */
export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

export type IdentityLimits = typeof defaultLimits;

/** Limits for sessions that end after this time, or earlier if they aren't used. */
export function createSessionLimits(absoluteHours: number): SessionLimits {
  const { idleMs } = defaultLimits.session;
  return { idleMs: Math.min(idleMs, absoluteHours * hour), absoluteMs: absoluteHours * hour };
}

export const defaultLimits = {
  session: { idleMs: 12 * hour, absoluteMs: 14 * day },
  /**
   * Maximum age of a cached session. Changes by other processes take effect at the latest after this time.
   */
  sessionCacheMs: 2 * second,
  /** The same limit if other processes can't report their changes, as with SQLite. */
  untoldSessionCacheMs: second / 2,
  /** How long readers with cached sessions can keep reading while the store is unavailable. */
  sessionGraceMs: 5 * minute,
  /** How long before an identity provider is asked again whether it still vouches for a session. 0: never. */
  providerCheckMs: hour,
  /** `lastSeenAt` is written at most this often. */
  touchEveryMs: minute,
  attempts: {
    perAccountAndAddress: { limit: 5, windowMs: 15 * minute },
    perAddress: { limit: 30, windowMs: 15 * minute },
    /** Requests for a link by mail. */
    asking: { limit: 10, windowMs: hour },
    /** Requests of an account to change its email. */
    emailChange: { limit: 5, windowMs: hour },
    /** Doesn't apply to addresses from which the account has recently signed in; see `throttle.ts`. */
    perAccount: { limit: 100, windowMs: hour },
    /**
     * Guesses at the second factor of an account, with the same exception. Anyone who guesses here knows the password.
     */
    perFactor: { limit: 20, windowMs: hour },
  },
  knownAddressMs: 30 * day,
  setupTokenMs: 15 * minute,
  /** Lifetime of the one-time link of a new account. */
  inviteMs: 72 * hour,
  /** Lifetime of a reset link: from an administrator, and by mail. */
  resetMs: 24 * hour,
  mailedResetMs: hour,
  /** Lifetime of the one-time link that confirms a new email. */
  emailChangeMs: hour,
  /** How long a sign-in waits for its second factor. */
  pendingMs: 10 * minute,
  /** How long after confirming their identity users aren't asked again. */
  stepUpMs: 10 * minute,
  /** A request at the end of a full queue waits for about three seconds. */
  hashing: { concurrency: 2, waiting: 32 },
  /** How long the audit log is kept. */
  auditMs: 180 * day,
  cleanUpEveryMs: 15 * minute,
  tokens: {
    /** Maximum lifetime of a personal token. 0: personal tokens are switched off. */
    longestMs: 90 * day,
    /** Maximum number per account. */
    max: 20,
    /**
     * How long a token may be served from the cache: revocations by other processes take effect at the latest after it.
     */
    cacheMs: 750,
  },
};
