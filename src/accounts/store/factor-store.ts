import { z } from 'zod';
import {
  type Database,
  insertInto,
  readFirstRow,
  readNumber,
  run,
  runAll,
  selectList,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { runAudited, writeAuditStatements } from './audit-store.ts';
import {
  createFactorSteps,
  type FactorAdded,
  type FactorRemoval,
  type FactorRemoved,
} from './factor-changes.ts';
import { createPasskeyStore, type Passkey, type PasskeyStore } from './passkey-store.ts';
import { endSessions, selectAnyFactor } from './session-store.ts';

/** The second factors of an account. */
export interface Factors {
  passkeys: Passkey[];
  codes: OneTimeCodes | undefined;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
}

/** The secret of an authenticator app. */
const codesRow = z.object({
  /** Encrypted; see `factors/encrypted-secret.ts`. */
  secret: z.string(),
  /** Time step of the last accepted code. Neither it nor an earlier one is accepted again. */
  lastStep: z.int(),
  createdAt: z.int(),
});
type OneTimeCodes = z.infer<typeof codesRow>;

/**
 * Second factors of accounts. Adding or removing one ends all sessions of the account, except the one whose token hash
 * is `keptToken`. `isNeeded`: the account must keep a factor, so its last one can't be removed.
 */
export interface FactorStore extends Omit<PasskeyStore, 'listPasskeys'> {
  /** Returns the second factors of an account. An account without any has an empty list of passkeys and no codes. */
  readFactors(accountId: string): Promise<Factors>;
  /** Returns any stored secret of one-time codes, encrypted, to check that it can still be decrypted. */
  findAnySecret(): Promise<{ accountId: string; secret: string } | undefined>;
  /** Returns whether the account has a passkey or one-time codes. Recovery codes alone aren't a factor. */
  hasFactor(accountId: string): Promise<boolean>;
  /**
   * Replaces the one-time codes of the account. `recovery` holds hashes of recovery codes; they are stored if the
   * account has none yet, and `recoveryKept` is true then.
   */
  setCodes(
    accountId: string,
    codes: OneTimeCodes,
    recovery: readonly string[],
    keptToken: string,
    note?: AuditNote,
  ): Promise<FactorAdded | { outcome: 'unknown-account' }>;
  /**
   * Uses up the code of this time step. Returns true once, whatever the number of processes, and false for the codes of
   * earlier steps.
   */
  spendCode(accountId: string, step: number): Promise<boolean>;
  /** Removes the one-time codes of the account; with its last factor also its recovery codes. */
  removeCodes(accountId: string, options: FactorRemoval): Promise<FactorRemoved>;
  /** Replaces all recovery codes of the account by these hashes. Does nothing if the account is gone or disabled. */
  setRecoveryCodes(accountId: string, hashes: readonly string[], note?: AuditNote): Promise<void>;
  /** Uses up a recovery code. Only one of two concurrent calls returns true. */
  spendRecoveryCode(accountId: string, hash: string, note?: AuditNote): Promise<boolean>;
  /** Removes all factors and recovery codes of the account, and ends its sessions. Returns `false` if it had none. */
  resetFactors(accountId: string, note?: AuditNote): Promise<boolean>;
  /**
   * Ends the sessions of local accounts that must have a second factor but have none: of all accounts, or of
   * administrators. Returns the number of accounts.
   */
  endSessionsWithoutFactor(role: 'administrator' | undefined): Promise<number>;
}

export function createFactorStore(database: Database): FactorStore {
  const { names, query, transaction } = database;
  const { accounts, sessions, passkeys, one_time_codes: codes, recovery_codes: recoveryCodes } = names;
  const { lockAccount, countRows, ...changes } = createFactorSteps(database);
  const { endOtherSessions, replaceRecoveryCodes, removeUnneededRecoveryCodes, addFirstRecoveryCodes } =
    changes;
  const { listPasskeys, ...passkeyMethods } = createPasskeyStore(database);

  return {
    ...passkeyMethods,
    readFactors: async (accountId) => {
      const [keys, codesResult, recoveryCount] = await Promise.all([
        listPasskeys(accountId),
        query(`SELECT ${selectList(codesRow)} FROM ${codes} WHERE account_id = $1`, [accountId]),
        query(`SELECT count(*) AS n FROM ${recoveryCodes} WHERE account_id = $1`, [accountId]),
      ]);
      return {
        passkeys: keys,
        codes: readFirstRow(codesResult, codesRow),
        recoveryCodes: readNumber(recoveryCount, 'n') ?? 0,
      };
    },
    findAnySecret: async () => {
      const one = `SELECT account_id AS "accountId", secret FROM ${codes} LIMIT 1`;
      return readFirstRow(await query(one, []), secretRow);
    },
    hasFactor: async (accountId) => (await query(selectAnyFactor(database), [accountId])).rows.length > 0,
    setCodes: (accountId, newCodes, recovery, keptToken, note) =>
      transaction(function* () {
        if (!(yield* lockAccount(accountId))) return { outcome: 'unknown-account' };
        yield* run(`DELETE FROM ${codes} WHERE account_id = $1`, [accountId]);
        yield* run(...insertInto(database, 'one_time_codes', { accountId, ...newCodes }));
        const recoveryKept = yield* addFirstRecoveryCodes(accountId, recovery);
        yield* runAll(writeAuditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return { outcome: 'added', recoveryKept };
      }),
    spendCode: async (accountId, step) => {
      const use = `UPDATE ${codes} SET last_step = $2 WHERE account_id = $1 AND last_step < $2`;
      return (await query(use, [accountId, step])).changes === 1;
    },
    removeCodes: (accountId, { isNeeded, keptToken, note }) =>
      transaction(function* () {
        yield* lockAccount(accountId);
        if (isNeeded && (yield* countRows('passkeys', accountId)) === 0) return 'needed';
        if ((yield* run(`DELETE FROM ${codes} WHERE account_id = $1`, [accountId])).changes === 0)
          return 'unknown';
        yield* removeUnneededRecoveryCodes(accountId);
        yield* runAll(writeAuditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return 'removed';
      }),
    setRecoveryCodes: (accountId, hashes, note) =>
      transaction(function* () {
        if (!(yield* lockAccount(accountId))) return;
        yield* replaceRecoveryCodes(accountId, hashes);
        yield* runAll(writeAuditStatements(database, note, accountId));
      }),
    spendRecoveryCode: async (accountId, hash, note) => {
      const spend = `DELETE FROM ${recoveryCodes} WHERE account_id = $1 AND code_hash = $2`;
      return (await transaction(() => runAudited(database, [spend, [accountId, hash]], note, accountId))) > 0;
    },
    resetFactors: (accountId, note) =>
      transaction(function* () {
        yield* lockAccount(accountId);
        let removedCount = 0;
        for (const table of [passkeys, codes, recoveryCodes])
          removedCount += (yield* run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId])).changes;
        if (removedCount === 0) return false;
        yield* runAll(writeAuditStatements(database, note, accountId));
        yield* endSessions(database, accountId);
        return true;
      }),
    endSessionsWithoutFactor: (role) =>
      transaction(function* () {
        const affectedAccounts = yield* run(
          `SELECT a.id AS "accountId" FROM ${accounts} a
           WHERE a.issuer = 'local' AND (CAST($1 AS text) IS NULL OR a.role = $1)
             AND EXISTS (SELECT 1 FROM ${sessions} s WHERE s.account_id = a.id)
             AND NOT EXISTS (SELECT 1 FROM ${passkeys} p WHERE p.account_id = a.id)
             AND NOT EXISTS (SELECT 1 FROM ${codes} c WHERE c.account_id = a.id)`,
          [role ?? null],
        );
        for (const row of affectedAccounts.rows)
          yield* endSessions(database, accountIdRow.parse(row).accountId);
        return affectedAccounts.rows.length;
      }),
  };
}

const accountIdRow = z.object({ accountId: z.string() });
const secretRow = z.object({ accountId: z.string(), secret: z.string() });
