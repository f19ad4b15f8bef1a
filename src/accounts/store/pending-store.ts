import { z } from 'zod';
import { columnsFor, type Database, firstOf, insertInto, run, runAll } from '../../storage/database.ts';

/** A sign-in whose password was right, and that waits for a second factor. */
interface PendingSignIn {
  /** SHA-256 (hex) of the cookie's value. */
  tokenHash: string;
  accountId: string;
  /** The one that was verified: another one ends it. */
  passwordHash: string;
  expiresAt: number;
}

const pendingRow = z.object({ accountId: z.string(), passwordHash: z.string() });
const textRow = z.object({ text: z.string() });

/** Of one account. */
const PENDING_MAX = 20;

/** What lives for minutes: sign-ins that are half done, and what somebody is challenged with. */
export function pendingStore(database: Database) {
  const { names, query, transaction } = database;
  const { pending_sign_ins: pending, challenges } = names;
  const live = 'token_hash = $1 AND expires_at > $2';
  const challenge = 'key = $1 AND expires_at > $2';

  return {
    addPendingSignIn: (signIn: PendingSignIn): Promise<void> =>
      transaction(function* () {
        const { accountId } = signIn;
        yield* run(...insertInto(database, 'pending_sign_ins', { ...signIn }));
        const kept = `SELECT token_hash FROM ${pending} WHERE account_id = $1 ORDER BY expires_at DESC, token_hash LIMIT $2`;
        yield* run(`DELETE FROM ${pending} WHERE account_id = $1 AND token_hash NOT IN (${kept})`, [
          accountId,
          PENDING_MAX,
        ]);
      }),
    findPendingSignIn: async (tokenHash: string, now: number) => {
      const found = `SELECT ${columnsFor(pendingRow)} FROM ${pending} WHERE ${live}`;
      return firstOf(await query(found, [tokenHash, now]), pendingRow);
    },
    /** True for one of those who end it at once. */
    takePendingSignIn: async (tokenHash: string, now: number): Promise<boolean> =>
      (await query(`DELETE FROM ${pending} WHERE ${live}`, [tokenHash, now])).changes === 1,

    /** In place of the one before under this key. */
    setChallenge: (key: string, text: string, expiresAt: number): Promise<void> =>
      transaction(function* () {
        yield* runAll(database.lockTexts([key]));
        yield* run(`DELETE FROM ${challenges} WHERE key = $1`, [key]);
        yield* run(...insertInto(database, 'challenges', { key, text, expiresAt }));
      }),
    findChallenge: async (key: string, now: number): Promise<string | undefined> => {
      const found = await query(`SELECT text FROM ${challenges} WHERE ${challenge}`, [key, now]);
      return firstOf(found, textRow)?.text;
    },
    /** Whoever takes it is the only one who gets it. */
    takeChallenge: async (key: string, now: number): Promise<string | undefined> => {
      const taken = await query(`DELETE FROM ${challenges} WHERE ${challenge} RETURNING text`, [key, now]);
      return firstOf(taken, textRow)?.text;
    },
  };
}
