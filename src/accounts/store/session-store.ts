import { z } from 'zod';
import {
  booleanColumn,
  type Database,
  insertInto,
  readFirstRow,
  readNumber,
  readRows,
  run,
  runAll,
  type Statement,
  selectList,
  type Work,
} from '../../storage/database.ts';
import type { Account } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow } from './account-rows.ts';
import { runAudited, writeAuditStatements } from './audit-store.ts';
import { insertProviderSession, type ProviderSession } from './provider-session-store.ts';
import { publishSessionMessage, type SessionEvent, toSessionEvent } from './session-events.ts';

/** A session in a browser. */
export interface Session {
  /** SHA-256 (hex) of the cookie's value. The value itself isn't stored. */
  tokenHash: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  /** When the reader last confirmed their identity; undefined if not since the session started. */
  verifiedAt?: number | undefined;
  /** For the list of sessions on the account page: `Firefox on Linux`, and the network around the address. */
  device?: string | undefined;
  network?: string | undefined;
}

/** A valid session with its account. */
export interface SignedIn {
  session: Session;
  account: Account;
  /**
   * When an identity provider last confirmed the session, and whether it can be asked again. Unset for local accounts.
   */
  provider?: { checkedAt: number; isRenewable: boolean };
}

/** How long sessions live, in milliseconds: since their last use, and since they started. */
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
const providerRow = z.object({ checkedAt: z.int().nullable(), isRenewable: booleanColumn });
const tokenHashRow = z.object({ tokenHash: z.string() });
const accountIdRow = z.object({ account_id: z.string() });

/** Columns of a session. The statement must name the sessions table `s`. */
const SESSION = `s.token_hash AS "tokenHash", s.account_id AS "accountId", s.created_at AS "startedAt",
  s.last_seen_at AS "lastSeenAt", s.verified_at AS "verifiedAt", s.device, s.network`;

/** Maximum number of sessions per account, so that sessions opened by a program don't pile up. */
const SESSIONS_MAX = 50;

/** Sessions of accounts. Every session that starts or ends is reported to all processes; see `subscribe`. */
export interface SessionStore {
  /**
   * Adds the session and stores the sign-in time. Does nothing and returns `false` if the account is gone or disabled,
   * or its password is no longer the verified one: no session may outlive a change that ends all sessions. Also returns
   * `false` if the account has a second factor, unless `factor` states that it was given. Ends the least recently used
   * sessions of an account that has more than 50.
   */
  addSession(
    session: Session,
    verifiedHash?: string,
    note?: AuditNote,
    provider?: ProviderSession,
    factor?: 'factor given',
  ): Promise<boolean>;
  /** Finds a session with its account, unless it has expired or the account is disabled. Doesn't write. */
  findSession(tokenHash: string, now: number, limits: SessionLimits): Promise<SignedIn | undefined>;
  /**
   * Lists the `max` most recently used live sessions, newest first. Processes cache them for when the store is
   * unavailable.
   */
  listRecentSessions(now: number, limits: SessionLimits, max: number): Promise<SignedIn[]>;
  /** Returns the number of live sessions. */
  countSessions(now: number, limits: SessionLimits): Promise<number>;
  /**
   * Calls `listener` for every session that starts or ends in any process, if the database reports it. There is no way
   * to unsubscribe before the store is closed.
   */
  subscribe(listener: (event: SessionEvent) => void): void;
  /** Records that the reader has confirmed their identity now. */
  verifySession(tokenHash: string, now: number): Promise<void>;
  /** Records that the session was used now. A late call never sets the time back. */
  touchSession(tokenHash: string, now: number): Promise<void>;
  /** Ends a session. Does nothing if it doesn't exist. */
  removeSession(tokenHash: string, note?: AuditNote): Promise<void>;
  /** Ends all sessions of an account, except the one whose token hash is `except`. Returns their number. */
  removeAccountSessions(accountId: string, except?: string, note?: AuditNote): Promise<number>;
  /** Ends one session of the account. Returns `false` if the account has no such session. */
  removeAccountSession(accountId: string, tokenHash: string, note?: AuditNote): Promise<boolean>;
  /** Lists the account's live sessions, most recently used first. */
  listSessions(accountId: string, now: number, limits: SessionLimits): Promise<Session[]>;
}

export function createSessionStore(database: Database): SessionStore {
  const { names, query, transaction, forUpdate, greatest, byteOrder } = database;
  const { accounts, sessions } = names;
  const withAccount = `SELECT ${ACCOUNT}, ${SESSION}, p.checked_at AS "checkedAt", p.renewal IS NOT NULL AS "isRenewable"
    FROM ${sessions} s JOIN ${accounts} a ON a.id = s.account_id
    LEFT JOIN ${names.provider_sessions} p ON p.token_hash = s.token_hash`;
  /** Sessions last used or created at or before these times have expired. */
  const findExpiryTimes = (now: number, { idleMs, absoluteMs }: SessionLimits) => [
    now - idleMs,
    now - absoluteMs,
  ];

  /** Ends the oldest sessions of an account that has too many. */
  function* endOldest(accountId: string): Work<void> {
    const newest = `SELECT token_hash FROM ${sessions} WHERE account_id = $1 ORDER BY last_seen_at DESC, token_hash LIMIT $2`;
    const end = `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash NOT IN (${newest}) RETURNING ${selectList(tokenHashRow)}`;
    for (const { tokenHash } of readRows(yield* run(end, [accountId, SESSIONS_MAX]), tokenHashRow))
      yield* runAll(publishSessionMessage(database, { kind: 'ended', tokenHash }));
  }

  return {
    addSession: (session, verifiedHash, note, provider, factor) =>
      transaction(function* () {
        const { tokenHash, accountId, createdAt, lastSeenAt, verifiedAt, device, network } = session;
        // Waits for a concurrent change of the account, and then checks the result.
        yield* run(`SELECT 1 FROM ${accounts} WHERE id = $1 ${forUpdate}`, [accountId]);
        const factors = factor === undefined ? yield* run(selectAnyFactor(database), [accountId]) : undefined;
        if (factors !== undefined && factors.rows.length > 0) return false;
        const updatedRows = yield* run(
          `UPDATE ${accounts} SET last_sign_in_at = ${greatest}(COALESCE(last_sign_in_at, $2), $2)
           WHERE id = $1 AND NOT disabled AND (CAST($3 AS text) IS NULL OR password_hash = $3)`,
          [accountId, createdAt, verifiedHash ?? null],
        );
        if (updatedRows.changes === 0) return false;
        const optionalFields = {
          verifiedAt: verifiedAt ?? null,
          device: device ?? null,
          network: network ?? null,
        };
        yield* run(...insertInto(database, 'sessions', { ...session, ...optionalFields }));
        if (provider) yield* run(...insertProviderSession(database, tokenHash, provider, lastSeenAt));
        yield* endOldest(accountId);
        yield* runAll(writeAuditStatements(database, note, accountId));
        yield* runAll(publishSessionMessage(database, { kind: 'started', tokenHash }));
        return true;
      }),
    findSession: async (tokenHash, now, limits) => {
      const live = 's.token_hash = $1 AND s.last_seen_at > $2 AND s.created_at > $3 AND NOT a.disabled';
      const result = await query(`${withAccount} WHERE ${live}`, [
        tokenHash,
        ...findExpiryTimes(now, limits),
      ]);
      return readFirstRow(result, signedIn);
    },
    listRecentSessions: async (now, limits, max) => {
      const result = await query(
        `${withAccount} WHERE s.last_seen_at > $1 AND s.created_at > $2 AND NOT a.disabled
         ORDER BY s.last_seen_at DESC LIMIT $3`,
        [...findExpiryTimes(now, limits), max],
      );
      return readRows(result, signedIn);
    },
    countSessions: async (now, limits) => {
      const count = `SELECT count(*) AS n FROM ${sessions} WHERE last_seen_at > $1 AND created_at > $2`;
      return readNumber(await query(count, findExpiryTimes(now, limits)), 'n') ?? 0;
    },
    subscribe: (listener) => database.subscribe((event) => listener(toSessionEvent(event))),
    verifySession: async (tokenHash, now) => {
      await query(`UPDATE ${sessions} SET verified_at = $2 WHERE token_hash = $1`, [tokenHash, now]);
    },
    touchSession: async (tokenHash, now) => {
      const seen = `last_seen_at = ${greatest}(last_seen_at, $2)`;
      await query(`UPDATE ${sessions} SET ${seen} WHERE token_hash = $1`, [tokenHash, now]);
    },
    removeSession: (tokenHash, note) =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE token_hash = $1 RETURNING account_id`;
        const removedSession = readFirstRow(yield* run(remove, [tokenHash]), accountIdRow);
        if (removedSession === undefined) return;
        yield* runAll(writeAuditStatements(database, note, removedSession.account_id));
        yield* runAll(publishSessionMessage(database, { kind: 'ended', tokenHash }));
      }),
    removeAccountSessions: (accountId, except, note) =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash IS DISTINCT FROM $2`;
        const endedRows = yield* runAudited(database, [remove, [accountId, except ?? null]], note, accountId);
        // Processes that cache the remaining session read it again.
        if (endedRows > 0) yield* runAll(notifyAllEnded(database, accountId));
        return endedRows;
      }),
    removeAccountSession: (accountId, tokenHash, note) =>
      transaction(function* () {
        const remove = `DELETE FROM ${sessions} WHERE account_id = $1 AND token_hash = $2`;
        const endedRows = yield* runAudited(database, [remove, [accountId, tokenHash]], note, accountId);
        if (endedRows > 0) yield* runAll(publishSessionMessage(database, { kind: 'ended', tokenHash }));
        return endedRows > 0;
      }),
    listSessions: async (accountId, now, limits) => {
      const result = await query(
        `SELECT ${SESSION} FROM ${sessions} s
         WHERE s.account_id = $1 AND s.last_seen_at > $2 AND s.created_at > $3
         ORDER BY s.last_seen_at DESC, s.token_hash ${byteOrder}`,
        [accountId, ...findExpiryTimes(now, limits)],
      );
      return readRows(result, sessionRow);
    },
  };
}

/** SQL that returns a row if the account `$1` has a second factor. */
export function selectAnyFactor({ names }: Pick<Database, 'names'>): string {
  return `SELECT 1 FROM ${names.passkeys} WHERE account_id = $1
    UNION ALL SELECT 1 FROM ${names.one_time_codes} WHERE account_id = $1 LIMIT 1`;
}

/** Ends every session, personal token and pending sign-in of the account. Runs within a transaction. */
export function* endSessions(database: Database, accountId: string): Work<void> {
  const { sessions, personal_tokens: tokens, pending_sign_ins: pending } = database.names;
  for (const table of [sessions, tokens, pending])
    yield* run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
  yield* runAll(notifyAllEnded(database, accountId));
}

/** Statements that tell every process to read the account's sessions again. */
export function notifyAllEnded(database: Database, accountId: string): readonly Statement[] {
  return publishSessionMessage(database, { kind: 'all-ended', accountId });
}

const signedIn = {
  parse(row: unknown): SignedIn {
    const { checkedAt, isRenewable } = providerRow.parse(row);
    const provider = checkedAt === null ? {} : { provider: { checkedAt, isRenewable } };
    return { session: sessionRow.parse(row), account: accountRow.parse(row), ...provider };
  },
};
