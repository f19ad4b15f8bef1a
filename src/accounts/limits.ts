import type { QueueLimits } from '../shared/fair-queue.ts';
import type { SessionLimits } from './store/session-store.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Of the narrowest network around an address; of each wider one twice as many. */
export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

export interface IdentityLimits {
  session: SessionLimits;
  /** How long a session may be answered from memory: a change made by another process shows after it at the latest. */
  sessionCacheMs: number;
  /** The same where no other process tells of its changes, as on the embedded store. */
  untoldSessionCacheMs: number;
  /** How long readers whose sessions are known keep reading while the store is gone. */
  sessionGraceMs: number;
  /** How long a provider's word for a session is good before it is asked again; 0: as long as the session. */
  providerCheckMs: number;
  /** `lastSeenAt` is written at most this often. */
  touchEveryMs: number;
  attempts: {
    perAccountAndAddress: AttemptLimit;
    perAddress: AttemptLimit;
    /** For what agents ask before anybody has allowed them anything. */
    agents: AttemptLimit;
    /** For a link by mail. */
    asking: AttemptLimit;
    /** Of an account for another e-mail. */
    emailChange: AttemptLimit;
    /** Not for addresses from which the account signed in lately: see `throttle.ts`. */
    perAccount: AttemptLimit;
    /** At the second factor of an account, likewise: who guesses there has its password. */
    perFactor: AttemptLimit;
  };
  knownAddressMs: number;
  setupTokenMs: number;
  /** How long the one-time link of a new account is good. */
  inviteMs: number;
  /** How long the one-time link for a forgotten password is good: from an administrator, and by mail. */
  resetMs: number;
  mailedResetMs: number;
  /** How long the one-time link that confirms a new e-mail is good. */
  emailChangeMs: number;
  /** How long a sign-in waits for its second factor. */
  pendingMs: number;
  /** For how long nobody who has just proved who they are is asked again. */
  stepUpMs: number;
  hashing: QueueLimits;
  /** How long the audit log is kept. */
  auditMs: number;
  cleanUpEveryMs: number;
  tokens: {
    /** No personal token is good for longer; 0: there are none. */
    longestMs: number;
    /** Of one account. */
    max: number;
    /** How long one may be answered from memory: what another process ended is refused after it at the latest. */
    cacheMs: number;
  };
  agents: {
    /** How long what a reader allows an agent is good, unless tokens are good for less. */
    grantMs: number;
    /** How long a client that registered stays when nobody allows it anything. */
    clientMs: number;
  };
}

/** Nobody stays signed in for longer than this; sooner unused than old. */
export function sessionLimits(absoluteHours: number): SessionLimits {
  const { idleMs } = defaultLimits.session;
  return { idleMs: Math.min(idleMs, absoluteHours * hour), absoluteMs: absoluteHours * hour };
}

export const defaultLimits: IdentityLimits = {
  session: { idleMs: 12 * hour, absoluteMs: 14 * day },
  sessionCacheMs: 2 * second,
  untoldSessionCacheMs: second / 2,
  sessionGraceMs: 5 * minute,
  providerCheckMs: hour,
  touchEveryMs: minute,
  attempts: {
    perAccountAndAddress: { limit: 5, windowMs: 15 * minute },
    perAddress: { limit: 30, windowMs: 15 * minute },
    agents: { limit: 100, windowMs: hour },
    asking: { limit: 10, windowMs: hour },
    emailChange: { limit: 5, windowMs: hour },
    perAccount: { limit: 100, windowMs: hour },
    perFactor: { limit: 20, windowMs: hour },
  },
  knownAddressMs: 30 * day,
  setupTokenMs: 15 * minute,
  inviteMs: 72 * hour,
  resetMs: 24 * hour,
  mailedResetMs: hour,
  emailChangeMs: hour,
  pendingMs: 10 * minute,
  stepUpMs: 10 * minute,
  // About three seconds of waiting at the end of a full queue.
  hashing: { concurrency: 2, waiting: 32 },
  auditMs: 180 * day,
  cleanUpEveryMs: 15 * minute,
  tokens: { longestMs: 90 * day, max: 20, cacheMs: 750 },
  agents: { grantMs: 30 * day, clientMs: day },
};
