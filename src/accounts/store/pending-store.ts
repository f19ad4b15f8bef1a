import { z } from 'zod';
import { type Database, insertInto, readFirstRow, run, runAll, selectList } from '../../storage/database.ts';

/** A sign-in with a correct password that waits for a second factor. */
interface PendingSignIn {
  /** SHA-256 (hex) of the cookie's value. */
  tokenHash: string;
  accountId: string;
  /** Hash of the verified password. A new password invalidates the sign-in. */
  passwordHash: string;
  expiresAt: number;
}

const pendingRow = z.object({ accountId: z.string(), passwordHash: z.string() });
const textRow = z.object({ text: z.string() });

/** Maximum number of pending sign-ins per account. */
const PENDING_MAX = 20;

/** Sign-ins that wait for a second factor, and challenges. Both are valid for minutes. */
export interface PendingStore {
  /** Adds a pending sign-in. Only the newest 20 of an account are kept. */
  addPendingSignIn(signIn: PendingSignIn): Promise<void>;
  /** Finds a pending sign-in that hasn't expired. */
  findPendingSignIn(
    tokenHash: string,
    now: number,
  ): Promise<Pick<PendingSignIn, 'accountId' | 'passwordHash'> | undefined>;
  /** Ends a pending sign-in. Only one of several concurrent calls returns true. */
  takePendingSignIn(tokenHash: string, now: number): Promise<boolean>;
  /** Stores a challenge, which replaces an earlier one with this key. */
  setChallenge(key: string, text: string, expiresAt: number): Promise<void>;
  /** Returns the text of a challenge that hasn't expired. It stays valid. */
  findChallenge(key: string, now: number): Promise<string | undefined>;
  /** Returns and removes a challenge that hasn't expired. Only one of several concurrent calls gets it. */
  takeChallenge(key: string, now: number): Promise<string | undefined>;
}

export function createPendingStore(database: Database): PendingStore {
  const { names, query, transaction } = database;
  const { pending_sign_ins: pending, challenges } = names;
  const live = 'token_hash = $1 AND expires_at > $2';
  const challenge = 'key = $1 AND expires_at > $2';

  return {
    addPendingSignIn: (signIn) =>
      transaction(function* () {
        const { accountId } = signIn;
        yield* run(...insertInto(database, 'pending_sign_ins', { ...signIn }));
        const newest = `SELECT token_hash FROM ${pending} WHERE account_id = $1 ORDER BY expires_at DESC, token_hash LIMIT $2`;
        yield* run(`DELETE FROM ${pending} WHERE account_id = $1 AND token_hash NOT IN (${newest})`, [
          accountId,
          PENDING_MAX,
        ]);
      }),
    findPendingSignIn: async (tokenHash, now) => {
      const select = `SELECT ${selectList(pendingRow)} FROM ${pending} WHERE ${live}`;
      return readFirstRow(await query(select, [tokenHash, now]), pendingRow);
    },
    takePendingSignIn: async (tokenHash, now) =>
      (await query(`DELETE FROM ${pending} WHERE ${live}`, [tokenHash, now])).changes === 1,

    setChallenge: (key, text, expiresAt) =>
      transaction(function* () {
        yield* runAll(database.lockTexts([key]));
        yield* run(`DELETE FROM ${challenges} WHERE key = $1`, [key]);
        yield* run(...insertInto(database, 'challenges', { key, text, expiresAt }));
      }),
    findChallenge: async (key, now) => {
      const result = await query(`SELECT text FROM ${challenges} WHERE ${challenge}`, [key, now]);
      return readFirstRow(result, textRow)?.text;
    },
    takeChallenge: async (key, now) => {
      const result = await query(`DELETE FROM ${challenges} WHERE ${challenge} RETURNING text`, [key, now]);
      return readFirstRow(result, textRow)?.text;
    },
  };
}
