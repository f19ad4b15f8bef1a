import { z } from 'zod';
import {
  type Database,
  insertInto,
  readFirstRow,
  readRows,
  run,
  runAll,
  type Statement,
  selectList,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { writeAuditStatements } from './audit-store.ts';
import { publishSessionMessage } from './session-events.ts';

/** The identity provider's data about a session that it started. */
export interface ProviderSession {
  /** The provider's id of the session, which its logout notices contain. */
  sid?: string | undefined;
  /** Encrypted token to ask the provider again. */
  renewal?: string | undefined;
}

/** Which sessions ended at the provider: those of a user, of one provider session, or both. */
export interface ProviderEnding {
  subject?: string | undefined;
  sid?: string | undefined;
}

const renewalRow = z.object({ renewal: z.string() });
const endedRow = z.object({ tokenHash: z.string(), accountId: z.string() });

/** Records of the checks of sessions that an identity provider started, and the end of these sessions. */
export interface ProviderSessionStore {
  /**
   * Claims the check of a session for this process until `until`, and returns the encrypted renewal token. Returns
   * `undefined` if another process is checking, or has checked since `checkedAt`. If this process dies, another one can
   * claim the check afterwards.
   */
  claimCheck(tokenHash: string, checkedAt: number, now: number, until: number): Promise<string | undefined>;
  /**
   * Records that the provider has confirmed the session, with the token for the next check. Returns `false` if the
   * session has ended meanwhile.
   */
  confirmCheck(tokenHash: string, at: number, renewal: string): Promise<boolean>;
  /**
   * Ends the sessions that the provider names, and records the note for each account. Sessions without a stored `sid`
   * are found by the subject. Returns the sessions that ended.
   */
  endProviderSessions(
    issuer: string,
    ending: ProviderEnding,
    note: AuditNote,
  ): Promise<{ tokenHash: string; accountId: string }[]>;
}

export function createProviderSessionStore(database: Database): ProviderSessionStore {
  const { names, query, transaction } = database;
  const { accounts, sessions, provider_sessions: providerSessions } = names;
  return {
    claimCheck: async (tokenHash, checkedAt, now, until) => {
      const claim = `UPDATE ${providerSessions} SET claimed_until = $4
        WHERE token_hash = $1 AND checked_at <= $2 AND claimed_until <= $3 AND renewal IS NOT NULL RETURNING renewal`;
      return readFirstRow(await query(claim, [tokenHash, checkedAt, now, until]), renewalRow)?.renewal;
    },
    confirmCheck: async (tokenHash, at, renewal) => {
      const confirm = `UPDATE ${providerSessions} SET checked_at = $2, renewal = $3, claimed_until = 0 WHERE token_hash = $1`;
      return (await query(confirm, [tokenHash, at, renewal])).changes === 1;
    },
    endProviderSessions: (issuer, { subject, sid }, note) =>
      transaction(function* () {
        const matchingSessions = `SELECT s.token_hash FROM ${sessions} s JOIN ${accounts} a ON a.id = s.account_id
          LEFT JOIN ${providerSessions} p ON p.token_hash = s.token_hash
          WHERE a.issuer = $1 AND (CAST($2 AS text) IS NULL OR a.subject = $2)
            AND (CAST($3 AS text) IS NULL OR p.sid = $3 OR (p.sid IS NULL AND CAST($2 AS text) IS NOT NULL))`;
        const remove = `DELETE FROM ${sessions} WHERE token_hash IN (${matchingSessions}) RETURNING ${selectList(endedRow)}`;
        const endedRows = readRows(yield* run(remove, [issuer, subject ?? null, sid ?? null]), endedRow);
        for (const id of new Set(endedRows.map(({ accountId }) => accountId)))
          yield* runAll(writeAuditStatements(database, note, id));
        for (const { tokenHash } of endedRows)
          yield* runAll(publishSessionMessage(database, { kind: 'ended', tokenHash }));
        return endedRows;
      }),
  };
}

/** Runs in the transaction that inserts the session. */
export function insertProviderSession(
  database: Pick<Database, 'names' | 'tables'>,
  tokenHash: string,
  { sid, renewal }: ProviderSession,
  now: number,
): Statement {
  const row = { tokenHash, sid: sid ?? null, renewal: renewal ?? null };
  return insertInto(database, 'provider_sessions', { ...row, checkedAt: now, claimedUntil: 0 });
}
