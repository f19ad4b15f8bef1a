import type { AuditEntry, AuditNote } from '../accounts/audit.ts';

/**
 * What the identity subject keeps, whatever keeps it. One contract test (`contract/`) runs against every
 * store. All times are milliseconds since the epoch and come from the caller, so that tests set the clock. Every
 * method rejects with a `StoreError` when the store cannot do it now.
 */
export type Role = 'reader' | 'administrator';

export interface Account {
  id: string;
  /** Lower case, trimmed, NFC. Unique. */
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  /** PHC string (argon2id), or `null` for an account of another identity provider. */
  passwordHash: string | null;
  /** Identity provider and its subject; local accounts have issuer `local` and their id as subject. */
  issuer: string;
  subject: string;
  createdAt: number;
  lastSignInAt: number | null;
}

export interface Session {
  /** SHA-256 (hex) of the cookie's value. The value itself is nowhere. */
  tokenHash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
}

export interface SignedIn {
  session: Session;
  account: Account;
}

/** A failed precondition that the caller must handle; anything else that goes wrong is thrown. */
export type AccountChange = 'done' | 'unknown-account' | 'last-administrator';

export type Profile = Pick<Account, 'email' | 'name'>;
export type ProfileChange = 'done' | 'email-taken' | 'unknown-account';

/** `connected`: news come from now on, what was before is unknown. `disconnected`: no more until the next one. */
export type SessionNews =
  | { kind: 'connected' }
  | { kind: 'disconnected' }
  | { kind: 'started'; tokenHash: string }
  | { kind: 'ended'; tokenHash: string }
  | { kind: 'all-ended'; accountId: string };

/** Where a change takes a note, it is written down in the same transaction, if the change is made at all. */
export interface Store {
  /** `undefined` when the e-mail, or the provider's subject, is taken. */
  addAccount(account: Account, note?: AuditNote): Promise<Account | undefined>;
  /** Adds the account only while there is no other, and ends the set-up links: two first administrators never come to be. */
  addFirstAccount(account: Account, note?: AuditNote): Promise<boolean>;
  accountByEmail(email: string): Promise<Account | undefined>;
  accountBySubject(issuer: string, subject: string): Promise<Account | undefined>;
  listAccounts(): Promise<Account[]>;
  countAccounts(): Promise<number>;
  /**
   * Each of these ends every session of the account in the same transaction. `issuer`: whose accounts can sign in; the
   * last administrator among them stays.
   */
  setDisabled(id: string, disabled: boolean, issuer: string, note?: AuditNote): Promise<AccountChange>;
  setRole(id: string, role: Role, issuer: string, note?: AuditNote): Promise<AccountChange>;
  removeAccount(id: string, issuer: string, note?: AuditNote): Promise<AccountChange>;
  setPasswordHash(id: string, hash: string, note?: AuditNote): Promise<AccountChange>;
  /**
   * Sessions stay. An e-mail that another account has stays with it (`email-taken`); the name changes all the same. The
   * note is written down if the e-mail changed.
   */
  setProfile(id: string, profile: Profile, note?: AuditNote): Promise<ProfileChange>;
  /** The same password under new parameters: sessions stay, and a password changed meanwhile wins (`false`). */
  replacePasswordHash(id: string, from: string, to: string): Promise<boolean>;

  /** The account's only link from now on; `false` when it is gone, has a password already, or is a provider's. */
  addInvite(tokenHash: string, accountId: string, expiresAt: number, note?: AuditNote): Promise<boolean>;
  /** Whose link this is, as long as it can be used: not expired, not disabled, no password yet. */
  accountByInvite(tokenHash: string, now: number): Promise<Account | undefined>;
  /** The account with its first password. The link is gone: of two who use it at once, one gets the account. */
  acceptInvite(tokenHash: string, hash: string, now: number, note?: AuditNote): Promise<Account | undefined>;

  addSetupLink(tokenHash: string, expiresAt: number): Promise<void>;
  hasSetupLink(tokenHash: string, now: number): Promise<boolean>;

  /**
   * Adds the session and notes the sign-in time, unless the account is gone or disabled by now, or its password
   * is no longer the one that was verified: a change that ended all sessions must not be outlived by one more.
   */
  addSession(session: Session, verifiedHash?: string, note?: AuditNote): Promise<boolean>;
  /** The session with its account, if neither expired (idle, absolute) nor disabled. Does not write. */
  findSession(tokenHash: string, now: number, limits: SessionLimits): Promise<SignedIn | undefined>;
  /** The live sessions that were used last, newest first: what a process remembers for when the store is gone. */
  recentSessions(now: number, limits: SessionLimits, max: number): Promise<SignedIn[]>;
  /** Of the live ones. */
  countSessions(now: number, limits: SessionLimits): Promise<number>;
  /** Tells of every session that starts or ends, in whichever process; a store without news stays silent. */
  watchSessions(listener: (news: SessionNews) => void): void;
  touchSession(tokenHash: string, now: number): Promise<void>;
  /** The note is written down if there was one. */
  removeSession(tokenHash: string, note?: AuditNote): Promise<void>;
  /** The note is written down if a session ended. */
  removeSessionsOf(accountId: string, except?: string, note?: AuditNote): Promise<number>;
  /** One of the account's own; `false` when it is none of them, or gone. */
  removeSessionOf(accountId: string, tokenHash: string, note?: AuditNote): Promise<boolean>;
  /** The account's live sessions, the one used last first. */
  sessionsOf(accountId: string, now: number, limits: SessionLimits): Promise<Session[]>;
  /** Expired sessions, attempts, known addresses, set-up links and invites go. Returns the number of sessions. */
  removeExpired(now: number, limits: SessionLimits): Promise<number>;

  /**
   * Counts one attempt against every key, atomically and before anything is hashed. `retryAt` is set when any
   * window was full already; then nothing is counted. Windows slide: no span of `windowMs` holds more than `limit`.
   */
  countAttempt(keys: readonly ThrottleKey[], now: number): Promise<{ retryAt?: number }>;
  clearAttempts(keys: readonly string[]): Promise<void>;
  /** Takes back the one attempt that was counted at that time against each key. */
  takeBackAttempt(keys: readonly string[], countedAt: number): Promise<void>;

  /** The account signed in from here; `address` is whatever stable text the caller makes of it. */
  rememberAddress(accountId: string, address: string, expiresAt: number): Promise<void>;
  knowsAddress(email: string, address: string, now: number): Promise<boolean>;

  /** Written down on its own; with the e-mail that the account has now. */
  note(note: AuditNote, accountId?: string): Promise<void>;
  /** Oldest first. */
  auditSince(at: number): Promise<AuditEntry[]>;
  removeAuditBefore(at: number): Promise<void>;

  /** Throws a `StoreError` when the store cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface SessionLimits {
  idleMs: number;
  absoluteMs: number;
}

export interface ThrottleKey {
  key: string;
  limit: number;
  windowMs: number;
}
