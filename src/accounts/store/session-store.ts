import { z } from 'zod';
import {
  allOf,
  columnsFor,
  type Database,
  firstOf,
  flag,
  insertInto,
  numberOf,
  run,
  runAll,
  type Statement,
  type Work,
} from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { changed, noted } from './audit-store.ts';
import { insertProviderSession, type ProviderSession } from './provider-session-store.ts';
import { published, type SessionEvent, sessionEventOf } from './session-events.ts';

export interface Session {
  /** SHA-256 (hex) of the cookie's value. The value itself is nowhere. */
  tokenHash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  /** When its reader proved again who they are; absent: not since it began. */
  verifiedAt?: number | undefined;
  /** What its owner knows the browser by: `Firefox on Linux`, and the network around its address. */
  device?: string | undefined;
  network?: string | undefined;
}

export interface SignedIn {
  session: Session;
  account: Account;
  /** Of sessions that an identity provider vouched for: when it did so last, and whether it can be asked again. */
  provider?: { checkedAt: number; isRenewable: boolean };
}

export interface SessionLimits {
  idleMs: number;
  absoluteMs: number;
}

const sessionRow = z
  .object({
    tokenHash: z.string(),
    accountId: z.string(),
    startedAt: z.int(),
    lastSeenAt: z.int(),
    verifiedAt: z.int().nullable(),
    device: z.string().nullable(),
    network: z.string().nullable(),
  })
  .transform(
    ({ startedAt, verifiedAt, device, network, ...session }): Session => ({
      ...session,
      createdAt: startedAt,
      verifiedAt: verifiedAt ?? undefined,
      device: device ?? undefined,
      network: network ?? undefined,
    }),
  );
const providerRow = z.object({ checkedAt: z.int().nullable(), isRenewable: flag });
const tokenHashRow = z.object({ tokenHash: z.string() });
const accountIdRow = z.object({ account_id: z.string() });

/** Of `s`, beside the columns of its account. */
const SESSION = `s.token_hash AS "tokenHash", s.account_id AS "accountId", s.created_at AS "startedAt",
  s.last_seen_at AS "lastSeenAt", s.verified_at AS "verifiedAt", s.device, s.network`;

/** Of one account: nobody reads in more browsers than this, and what a program opens does not pile up. */
const SESSIONS_MAX = 50;

export function sessionStore(database: Database) {
  const { names, query, transaction, forUpdate, greatest, byteOrder } = database;
  const { accounts, sessions } = names;
  const withAccount = `SELECT ${ACCOUNT}, ${SESSION}, p.checked_at AS "checkedAt", p.renewal IS NOT NULL AS "isRenewable"
    FROM ${sessions} s JOIN ${accounts} a ON a.id = s.account_id
    LEFT JOIN ${names.provider_sessions} p ON p.token_hash = s.token_hash`;
  /** The last times at which a session that has expired by now was used, or began. */
  const expiry = (now: number, { idleMs, absoluteMs }: SessionLimits) => [now - idleMs, now - absoluteMs];

  /** Of the sessions that an account may have, the newest stay. */
  function* endOldest(accountId: string): Work<void> {
    const kept = `SELECT token_hash FROM ${sessions} WHERE account_id = $1 ORDER BY last_seen_at DESC, token_hash LIMIT $2`;
    const end = `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash NOT IN (${kept}) RETURNING ${columnsFor(tokenHashRow)}`;
    for (const { tokenHash } of allOf(yield* run(end, [accountId, SESSIONS_MAX]), tokenHashRow))
      yield* runAll(published(database, { kind: 'ended', tokenHash }));
  }

  return {
    /**
     * Adds the session and notes the sign-in time, unless the account is gone or disabled by now, or its password
     * is no longer the one that was verified: a change that ended all sessions must not be outlived by one more.
     * An account that has a second factor gets none either, unless `factor` says that it was given.
     */
    addSession: (
      session: Session,
      verifiedHash?: string,
      note?: AuditNote,
      provider?: ProviderSession,
      factor?: 'factor given',
    ): Promise<boolean> =>
      transaction(function* () {
        const { tokenHash, accountId, createdAt, lastSeenAt, verifiedAt, device, network } = session;
        // Waits for a change of the account that is under way, and then looks at what it left.
        yield* run(`SELECT 1 FROM ${accounts} WHERE id = $1 ${forUpdate}`, [accountId]);
        const factors = factor === undefined ? yield* run(anyFactor(database), [accountId]) : undefined;
        if (factors !== undefined && factors.rows.length > 0) return false;
        const noticed = yield* run(
          `UPDATE ${accounts} SET last_sign_in_at = ${greatest}(COALESCE(last_sign_in_at, $2), $2)
           WHERE id = $1 AND NOT disabled AND (CAST($3 AS text) IS NULL OR password_hash = $3)`,
          [accountId, createdAt, verifiedHash ?? null],
        );
        if (noticed.changes === 0) return false;
        const known = { verifiedAt: verifiedAt ?? null, device: device ?? null, network: network ?? null };
        yield* run(...insertInto(database, 'sessions', { ...session, ...known }));
        if (provider) yield* run(...insertProviderSession(database, tokenHash, provider, lastSeenAt));
        yield* endOldest(accountId);
        yield* runAll(noted(database, note, accountId));
        yield* runAll(published(database, { kind: 'started', tokenHash }));
        return true;
      }),
    /** The session with its account, if neither expired (idle, absolute) nor disabled. Does not write. */
    findSession: async (tokenHash: string, now: number, limits: SessionLimits) => {
      const live = 's.token_hash = $1 AND s.last_seen_at > $2 AND s.created_at > $3 AND NOT a.disabled';
      const found = await query(`${withAccount} WHERE ${live}`, [tokenHash, ...expiry(now, limits)]);
      return firstOf(found, signedIn);
    },
    /** The live sessions that were used last, newest first: what a process remembers for when the store is gone. */
    recentSessions: async (now: number, limits: SessionLimits, max: number) => {
      const found = await query(
        `${withAccount} WHERE s.last_seen_at > $1 AND s.created_at > $2 AND NOT a.disabled
         ORDER BY s.last_seen_at DESC LIMIT $3`,
        [...expiry(now, limits), max],
      );
      return allOf(found, signedIn);
    },
    /** Of the live ones. */
    countSessions: async (now: number, limits: SessionLimits): Promise<number> => {
      const count = `SELECT count(*) AS n FROM ${sessions} WHERE last_seen_at > $1 AND created_at > $2`;
      return numberOf(await query(count, expiry(now, limits)), 'n') ?? 0;
    },
    /** Every session that starts or ends, in whichever process; a store that cannot know stays silent. */
    subscribe: (listener: (event: SessionEvent) => void): void =>
      database.subscribe((event) => listener(sessionEventOf(event))),
    /** Its reader has proved again who they are. */
    verifySession: async (tokenHash: string, now: number): Promise<void> => {
      await query(`UPDATE ${sessions} SET verified_at = $2 WHERE token_hash = $1`, [tokenHash, now]);
    },
    touchSession: async (tokenHash: string, now: number): Promise<void> => {
      const seen = `last_seen_at = ${greatest}(last_seen_at, $2)`;
      await query(`UPDATE ${sessions} SET ${seen} WHERE token_hash = $1`, [tokenHash, now]);
    },
    /** The note is written down if there was one. */
    removeSession: (tokenHash: string, note?: AuditNote): Promise<void> =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE token_hash = $1 RETURNING account_id`;
        const removed = firstOf(yield* run(remove, [tokenHash]), accountIdRow);
        if (removed === undefined) return;
        yield* runAll(noted(database, note, removed.account_id));
        yield* runAll(published(database, { kind: 'ended', tokenHash }));
      }),
    /** The note is written down if a session ended. */
    removeSessionsOf: (accountId: string, except?: string, note?: AuditNote): Promise<number> =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash IS DISTINCT FROM $2`;
        const ended = yield* changed(database, [remove, [accountId, except ?? null]], note, accountId);
        // Who remembers the one that stays reads it again.
        if (ended > 0) yield* runAll(allEnded(database, accountId));
        return ended;
      }),
    /** One of the account's own; `false` when it is none of them, or gone. */
    removeSessionOf: (accountId: string, tokenHash: string, note?: AuditNote): Promise<boolean> =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash = $2`;
        const ended = yield* changed(database, [remove, [accountId, tokenHash]], note, accountId);
        if (ended > 0) yield* runAll(published(database, { kind: 'ended', tokenHash }));
        return ended > 0;
      }),
    /** The account's live sessions, the one used last first. */
    sessionsOf: async (accountId: string, now: number, limits: SessionLimits): Promise<Session[]> => {
      const found = await query(
        `SELECT ${SESSION} FROM ${sessions} s
         WHERE s.account_id = $1 AND s.last_seen_at > $2 AND s.created_at > $3
         ORDER BY s.last_seen_at DESC, s.token_hash ${byteOrder}`,
        [accountId, ...expiry(now, limits)],
      );
      return allOf(found, sessionRow);
    },
  };
}

/** `$1`: an account. A row where it has a second factor. */
export function anyFactor({ names }: Pick<Database, 'names'>): string {
  return `SELECT 1 FROM ${names.passkeys} WHERE account_id = $1
    UNION ALL SELECT 1 FROM ${names.one_time_codes} WHERE account_id = $1 LIMIT 1`;
}

/** Part of a transaction: every session of the account ends, every personal token, and every sign-in that waits for a second factor. */
export function* endSessions(database: Database, accountId: string): Work<void> {
  const { sessions, personal_tokens: tokens, pending_sign_ins: pending } = database.names;
  for (const table of [sessions, tokens, pending])
    yield* run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
  yield* runAll(allEnded(database, accountId));
}

/** What tells every process to read the account's sessions again. */
export function allEnded(database: Database, accountId: string): readonly Statement[] {
  return published(database, { kind: 'all-ended', accountId });
}

const signedIn = {
  parse(row: unknown): SignedIn {
    const { checkedAt, isRenewable } = providerRow.parse(row);
    const provider = checkedAt === null ? {} : { provider: { checkedAt, isRenewable } };
    return { session: sessionRow.parse(row), account: accountRow.parse(row), ...provider };
  },
};
