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

export type IdentityLimits = typeof defaultLimits;

/** Nobody stays signed in for longer than this; sooner unused than old. */
export function sessionLimits(absoluteHours: number): SessionLimits {
  const { idleMs } = defaultLimits.session;
  return { idleMs: Math.min(idleMs, absoluteHours * hour), absoluteMs: absoluteHours * hour };
}

export const defaultLimits = {
  session: { idleMs: 12 * hour, absoluteMs: 14 * day },
  /** How long a session may be answered from memory: a change made by another process shows after it at the latest. */
  sessionCacheMs: 2 * second,
  /** The same where no other process tells of its changes, as on the embedded store. */
  untoldSessionCacheMs: second / 2,
  /** How long readers whose sessions are known keep reading while the store is gone. */
  sessionGraceMs: 5 * minute,
  /** How long a provider's word for a session is good before it is asked again; 0: as long as the session. */
  providerCheckMs: hour,
  /** `lastSeenAt` is written at most this often. */
  touchEveryMs: minute,
  attempts: {
    perAccountAndAddress: { limit: 5, windowMs: 15 * minute },
    perAddress: { limit: 30, windowMs: 15 * minute },
    /** For what agents ask before anybody has allowed them anything. */
    agents: { limit: 100, windowMs: hour },
    /** Requests for tokens that come to nothing. The window is short: one broken agent mustn't stop an office's others. */
    agentTokens: { limit: 60, windowMs: minute },
    /** For a link by mail. */
    asking: { limit: 10, windowMs: hour },
    /** Of an account for another e-mail. */
    emailChange: { limit: 5, windowMs: hour },
    /** Not for addresses from which the account signed in lately: see `throttle.ts`. */
    perAccount: { limit: 100, windowMs: hour },
    /** At the second factor of an account, likewise: who guesses there has its password. */
    perFactor: { limit: 20, windowMs: hour },
  },
  knownAddressMs: 30 * day,
  setupTokenMs: 15 * minute,
  /** How long the one-time link of a new account is good. */
  inviteMs: 72 * hour,
  /** How long the one-time link for a forgotten password is good: from an administrator, and by mail. */
  resetMs: 24 * hour,
  mailedResetMs: hour,
  /** How long the one-time link that confirms a new e-mail is good. */
  emailChangeMs: hour,
  /** How long a sign-in waits for its second factor. */
  pendingMs: 10 * minute,
  /** For how long nobody who has just proved who they are is asked again. */
  stepUpMs: 10 * minute,
  /** About three seconds of waiting at the end of a full queue. */
  hashing: { concurrency: 2, waiting: 32 },
  /** How long the audit log is kept. */
  auditMs: 180 * day,
  cleanUpEveryMs: 15 * minute,
  tokens: {
    /** No personal token is good for longer; 0: there are none. */
    longestMs: 90 * day,
    /** Of one account. */
    max: 20,
    /** How long one may be answered from memory: what another process ended is refused after it at the latest. */
    cacheMs: 750,
  },
  agents: {
    /** How long what a reader allows an agent is good, unless tokens are good for less; 0: agents are switched off. */
    grantMs: 30 * day,
    /** How long a client that registered stays when nobody allows it anything. */
    clientMs: day,
  },
};
