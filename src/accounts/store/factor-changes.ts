import { type Database, insertInto, readNumber, run, runAll, type Work } from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { endSessions, notifyAllEnded } from './session-store.ts';

/** `recoveryKept`: the recovery codes that came with the factor were stored, because the account had none. */
export interface FactorAdded {
  outcome: 'added';
  recoveryKept: boolean;
}

/** Options for removing a second factor. */
export interface FactorRemoval {
  /** The account must keep a factor, so its last one can't be removed. */
  isNeeded: boolean;
  /** Token hash of the session that removes the factor. All other sessions of the account end. */
  keptToken: string;
  note?: AuditNote;
}

/** `unknown`: the account has no such factor. `needed`: it is the last one, and the account must keep one. */
export type FactorRemoved = 'removed' | 'unknown' | 'needed';

/** Steps of transactions that change the second factors of an account. */
export function createFactorSteps(database: Database) {
  const { names, forUpdate } = database;
  const { accounts, sessions, recovery_codes: recoveryCodes } = names;

  /** Locks the account until the transaction ends. Returns whether it exists and isn't disabled. */
  function* lockAccount(accountId: string): Work<boolean> {
    const selectForUpdate = `SELECT 1 FROM ${accounts} WHERE id = $1 AND NOT disabled ${forUpdate}`;
    return (yield* run(selectForUpdate, [accountId])).rows.length > 0;
  }

  function* countRows(
    table: 'passkeys' | 'one_time_codes' | 'recovery_codes',
    accountId: string,
  ): Work<number> {
    const countResult = yield* run(`SELECT count(*) AS n FROM ${names[table]} WHERE account_id = $1`, [
      accountId,
    ]);
    return readNumber(countResult, 'n') ?? 0;
  }

  /** Ends all sessions of the account except the one that makes the change. */
  function* endOtherSessions(accountId: string, keptToken: string | undefined): Work<void> {
    if (keptToken === undefined) return yield* endSessions(database, accountId);
    const isOther = 'account_id = $1 AND token_hash <> $2';
    yield* run(`DELETE FROM ${sessions} WHERE ${isOther}`, [accountId, keptToken]);
    yield* run(`DELETE FROM ${names.pending_sign_ins} WHERE ${isOther}`, [accountId, keptToken]);
    yield* runAll(notifyAllEnded(database, accountId));
  }

  function* replaceRecoveryCodes(accountId: string, hashes: readonly string[]): Work<void> {
    yield* run(`DELETE FROM ${recoveryCodes} WHERE account_id = $1`, [accountId]);
    for (const hash of hashes)
      yield* run(...insertInto(database, 'recovery_codes', { accountId, codeHash: hash }));
  }

  /** Removes the recovery codes of an account that has no factor left. */
  function* removeUnneededRecoveryCodes(accountId: string): Work<void> {
    const factorsLeft =
      (yield* countRows('passkeys', accountId)) + (yield* countRows('one_time_codes', accountId));
    if (factorsLeft === 0) yield* replaceRecoveryCodes(accountId, []);
  }

  /** Stores these hashes of recovery codes if the account has none yet. Returns whether it did. */
  function* addFirstRecoveryCodes(accountId: string, hashes: readonly string[]): Work<boolean> {
    if ((yield* countRows('recovery_codes', accountId)) > 0) return false;
    yield* replaceRecoveryCodes(accountId, hashes);
    return true;
  }

  return {
    lockAccount,
    countRows,
    endOtherSessions,
    replaceRecoveryCodes,
    removeUnneededRecoveryCodes,
    addFirstRecoveryCodes,
  };
}
