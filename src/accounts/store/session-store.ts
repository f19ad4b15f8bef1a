import { z } from 'zod';
import {
  type Database,
  firstOf,
  insertInto,
  numberOf,
  run,
  runAll,
  type Statement,
  type Work,
} from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountOf } from './account-rows.ts';
import { noted } from './audit-store.ts';

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

export interface SessionLimits {
  idleMs: number;
  absoluteMs: number;
}

/** Processes of the release before send and read these too. */
const sessionMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('started'), tokenHash: z.string() }),
  z.object({ kind: z.literal('ended'), tokenHash: z.string() }),
  z.object({ kind: z.literal('all-ended'), accountId: z.string() }),
]);
type SessionMessage = z.infer<typeof sessionMessage>;

/** `connected`: events come from now on, what was before is unknown. `disconnected`: none until the next one. */
export type SessionEvent = SessionMessage | { kind: 'connected' } | { kind: 'disconnected' };

export interface SessionStore {
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
  /** Every session that starts or ends, in whichever process; a store that cannot know stays silent. */
  subscribe(listener: (event: SessionEvent) => void): void;
  touchSession(tokenHash: string, now: number): Promise<void>;
  /** The note is written down if there was one. */
  removeSession(tokenHash: string, note?: AuditNote): Promise<void>;
  /** The note is written down if a session ended. */
  removeSessionsOf(accountId: string, except?: string, note?: AuditNote): Promise<number>;
  /** One of the account's own; `false` when it is none of them, or gone. */
  removeSessionOf(accountId: string, tokenHash: string, note?: AuditNote): Promise<boolean>;
  /** The account's live sessions, the one used last first. */
  sessionsOf(accountId: string, now: number, limits: SessionLimits): Promise<Session[]>;
}

const sessionRow = z.object({
  token_hash: z.string(),
  account_id: z.string(),
  session_created_at: z.int(),
  last_seen_at: z.int(),
});

const SESSION = 's.token_hash, s.account_id, s.created_at AS session_created_at, s.last_seen_at';

export function sessionStore(database: Database): SessionStore {
  const { names, query, transaction, greatest, byteOrder } = database;
  const { accounts, sessions } = names;
  const withAccount = `SELECT ${ACCOUNT}, ${SESSION} FROM ${sessions} s JOIN ${accounts} a ON a.id = s.account_id`;
  /** The last times at which a session that has expired by now was used, or began. */
  const expiry = (now: number, { idleMs, absoluteMs }: SessionLimits) => [now - idleMs, now - absoluteMs];
  const publish = (message: SessionMessage) => runAll(published(database, message));

  return {
    addSession: ({ tokenHash, accountId, createdAt, lastSeenAt }, verifiedHash, note) =>
      transaction(function* () {
        // Waits for a change of the account that is under way, and then looks at what it left.
        const signedIn = yield* run(
          `UPDATE ${accounts} SET last_sign_in_at = $2
           WHERE id = $1 AND NOT disabled AND (CAST($3 AS text) IS NULL OR password_hash = $3)`,
          [accountId, createdAt, verifiedHash ?? null],
        );
        if (signedIn.changes === 0) return false;
        const row = { token_hash: tokenHash, account_id: accountId, created_at: createdAt };
        yield* run(...insertInto(database, 'sessions', { ...row, last_seen_at: lastSeenAt }));
        yield* runAll(noted(database, note, accountId));
        yield* publish({ kind: 'started', tokenHash });
        return true;
      }),
    findSession: async (tokenHash, now, limits) => {
      const live = 's.token_hash = $1 AND s.last_seen_at > $2 AND s.created_at > $3 AND NOT a.disabled';
      const found = await query(`${withAccount} WHERE ${live}`, [tokenHash, ...expiry(now, limits)]);
      return firstOf(found, signedInOf);
    },
    recentSessions: async (now, limits, max) => {
      const found = await query(
        `${withAccount} WHERE s.last_seen_at > $1 AND s.created_at > $2 AND NOT a.disabled
         ORDER BY s.last_seen_at DESC LIMIT $3`,
        [...expiry(now, limits), max],
      );
      return found.rows.map(signedInOf);
    },
    countSessions: async (now, limits) => {
      const live = 'last_seen_at > $1 AND created_at > $2';
      const count = `SELECT count(*) AS n FROM ${sessions} WHERE ${live}`;
      return numberOf(await query(count, expiry(now, limits)), 'n') ?? 0;
    },
    subscribe: (listener) => database.subscribe((event) => listener(eventOf(event))),
    touchSession: async (tokenHash, now) => {
      const seen = `last_seen_at = ${greatest}(last_seen_at, $2)`;
      await query(`UPDATE ${sessions} SET ${seen} WHERE token_hash = $1`, [tokenHash, now]);
    },
    removeSession: (tokenHash, note) =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE token_hash = $1 RETURNING account_id`;
        const accountId = firstOf(yield* run(remove, [tokenHash]), accountIdOf);
        if (accountId === undefined) return;
        yield* runAll(noted(database, note, accountId));
        yield* publish({ kind: 'ended', tokenHash });
      }),
    removeSessionsOf: (accountId, except, note) =>
      transaction(function* () {
        const { changes } = yield* run(
          `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash IS DISTINCT FROM $2`,
          [accountId, except ?? null],
        );
        // Who remembers the one that stays reads it again.
        if (changes > 0) {
          yield* runAll(noted(database, note, accountId));
          yield* publish({ kind: 'all-ended', accountId });
        }
        return changes;
      }),
    removeSessionOf: (accountId, tokenHash, note) =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash = $2`;
        if ((yield* run(remove, [accountId, tokenHash])).changes === 0) return false;
        yield* runAll(noted(database, note, accountId));
        yield* publish({ kind: 'ended', tokenHash });
        return true;
      }),
    sessionsOf: async (accountId, now, limits) => {
      const found = await query(
        `SELECT ${SESSION} FROM ${sessions} s
         WHERE s.account_id = $1 AND s.last_seen_at > $2 AND s.created_at > $3
         ORDER BY s.last_seen_at DESC, s.token_hash ${byteOrder}`,
        [accountId, ...expiry(now, limits)],
      );
      return found.rows.map(sessionOf);
    },
  };
}

/** Part of a transaction: every session of the account ends. */
export function* endSessions(database: Database, accountId: string): Work<void> {
  yield* run(`DELETE FROM ${database.names.sessions} WHERE account_id = $1`, [accountId]);
  yield* runAll(allEnded(database, accountId));
}

/** What tells every process to read the account's sessions again. */
export function allEnded(database: Database, accountId: string): readonly Statement[] {
  return published(database, { kind: 'all-ended', accountId });
}

function published(database: Database, message: SessionMessage): readonly Statement[] {
  return database.publish(JSON.stringify(message));
}

function eventOf(event: Parameters<Parameters<Database['subscribe']>[0]>[0]): SessionEvent {
  if (event.kind !== 'message') return event;
  const parsed = sessionMessage.safeParse(parseJson(event.text));
  // What we cannot read, a newer version wrote: it may be about any session.
  return parsed.success ? parsed.data : { kind: 'connected' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function accountIdOf(row: unknown): string {
  return sessionRow.pick({ account_id: true }).parse(row).account_id;
}

/** A session joined with its account. */
function signedInOf(row: unknown): SignedIn {
  return { session: sessionOf(row), account: accountOf(row) };
}

function sessionOf(row: unknown): Session {
  const value = sessionRow.parse(row);
  return {
    tokenHash: value.token_hash,
    accountId: value.account_id,
    createdAt: value.session_created_at,
    lastSeenAt: value.last_seen_at,
  };
}
