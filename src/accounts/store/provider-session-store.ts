import { z } from 'zod';
import {
  allOf,
  columnsFor,
  type Database,
  firstOf,
  insertInto,
  run,
  runAll,
  type Statement,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { noted } from './audit-store.ts';
import { published } from './session-events.ts';

/** What the identity provider that vouched for somebody says of the session that began by it. */
export interface ProviderSession {
  /** Its own name for it, by which it says that it ended. */
  sid?: string | undefined;
  /** What it is asked again with, encrypted. */
  renewal?: string | undefined;
}

/** Whose sessions: of this person, or of this session at the provider, or of both. */
export interface ProviderEnding {
  subject?: string | undefined;
  sid?: string | undefined;
}

const renewalRow = z.object({ renewal: z.string() });
const endedRow = z.object({ tokenHash: z.string(), accountId: z.string() });

export function providerSessionStore(database: Database) {
  const { names, query, transaction } = database;
  const { accounts, sessions, provider_sessions: known } = names;
  return {
    /**
     * What to ask the provider with, for this process alone until then; `undefined` where somebody else asks, or has
     * asked since `checkedAt`. Who dies meanwhile leaves it to the next.
     */
    claimCheck: async (
      tokenHash: string,
      checkedAt: number,
      now: number,
      until: number,
    ): Promise<string | undefined> => {
      const claim = `UPDATE ${known} SET claimed_until = $4
        WHERE token_hash = $1 AND checked_at <= $2 AND claimed_until <= $3 AND renewal IS NOT NULL RETURNING renewal`;
      return firstOf(await query(claim, [tokenHash, checkedAt, now, until]), renewalRow)?.renewal;
    },
    /** The provider still vouches for it; `false` where it has ended meanwhile. */
    confirmCheck: async (tokenHash: string, at: number, renewal: string): Promise<boolean> => {
      const confirm = `UPDATE ${known} SET checked_at = $2, renewal = $3, claimed_until = 0 WHERE token_hash = $1`;
      return (await query(confirm, [tokenHash, at, renewal])).changes === 1;
    },
    /** As the provider says. Who has a session of which it never named a `sid` is found by the subject. */
    endProviderSessions: (
      issuer: string,
      { subject, sid }: ProviderEnding,
      note: AuditNote,
    ): Promise<{ tokenHash: string; accountId: string }[]> =>
      transaction(function* () {
        const meant = `SELECT s.token_hash FROM ${sessions} s JOIN ${accounts} a ON a.id = s.account_id
          LEFT JOIN ${known} p ON p.token_hash = s.token_hash
          WHERE a.issuer = $1 AND (CAST($2 AS text) IS NULL OR a.subject = $2)
            AND (CAST($3 AS text) IS NULL OR p.sid = $3 OR (p.sid IS NULL AND CAST($2 AS text) IS NOT NULL))`;
        const remove = `DELETE FROM ${sessions} WHERE token_hash IN (${meant}) RETURNING ${columnsFor(endedRow)}`;
        const ended = allOf(yield* run(remove, [issuer, subject ?? null, sid ?? null]), endedRow);
        for (const id of new Set(ended.map(({ accountId }) => accountId)))
          yield* runAll(noted(database, note, id));
        for (const { tokenHash } of ended) yield* runAll(published(database, { kind: 'ended', tokenHash }));
        return ended;
      }),
  };
}

/** Beside the session itself, in its transaction. */
export function insertProviderSession(
  database: Pick<Database, 'names'>,
  tokenHash: string,
  { sid, renewal }: ProviderSession,
  now: number,
): Statement {
  const row = { tokenHash, sid: sid ?? null, renewal: renewal ?? null };
  return insertInto(database, 'provider_sessions', { ...row, checkedAt: now, claimedUntil: 0 });
}
