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
import { auditStatements, runAudited } from './audit-store.ts';
import { createFactorSteps } from './factor-changes.ts';
import { createPasskeyStore, type Passkey } from './passkey-store.ts';
import { endSessions, selectAnyFactor } from './session-store.ts';

interface Factors {
  passkeys: Passkey[];
  codes: z.infer<typeof codesRow> | undefined;
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

/** Second factors of accounts. Adding or removing one ends all other sessions of the account. */
export function createFactorStore(database: Database) {
  const { names, query, transaction } = database;
  const { accounts, sessions, passkeys, one_time_codes: codes, recovery_codes: recoveryCodes } = names;
  const { lockAccount, countRows, ...changes } = createFactorSteps(database);
  const { endOtherSessions, replaceRecoveryCodes, removeUnneededRecoveryCodes, addFirstRecoveryCodes } =
    changes;
  const { listPasskeys, ...passkeyMethods } = createPasskeyStore(database);

  return {
    ...passkeyMethods,
    readFactors: async (accountId: string): Promise<Factors> => {
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
    /** Returns any stored secret of one-time codes, encrypted, if there is one. */
    anySecret: async (): Promise<{ accountId: string; secret: string } | undefined> => {
      const one = `SELECT account_id AS "accountId", secret FROM ${codes} LIMIT 1`;
      return readFirstRow(await query(one, []), secretRow);
    },
    hasFactor: async (accountId: string): Promise<boolean> =>
      (await query(selectAnyFactor(database), [accountId])).rows.length > 0,
    /** Replaces the one-time codes of the account. */
    setCodes: (
      accountId: string,
      newCodes: z.infer<typeof codesRow>,
      recovery: readonly string[],
      keptToken: string,
      note?: AuditNote,
    ): Promise<{ outcome: 'added'; recoveryKept: boolean } | { outcome: 'unknown-account' }> =>
      transaction(function* () {
        if (!(yield* lockAccount(accountId))) return { outcome: 'unknown-account' };
        yield* run(`DELETE FROM ${codes} WHERE account_id = $1`, [accountId]);
        yield* run(...insertInto(database, 'one_time_codes', { accountId, ...newCodes }));
        const recoveryKept = yield* addFirstRecoveryCodes(accountId, recovery);
        yield* runAll(auditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return { outcome: 'added', recoveryKept };
      }),
    /**
     * Returns true for the first use of this step's code, across all processes. Codes of earlier steps are rejected.
     */
    spendCode: async (accountId: string, step: number): Promise<boolean> => {
      const use = `UPDATE ${codes} SET last_step = $2 WHERE account_id = $1 AND last_step < $2`;
      return (await query(use, [accountId, step])).changes === 1;
    },
    removeCodes: (
      accountId: string,
      { isNeeded, keptToken, note }: { isNeeded: boolean; keptToken: string; note?: AuditNote },
    ): Promise<'removed' | 'unknown' | 'needed'> =>
      transaction(function* () {
        yield* lockAccount(accountId);
        if (isNeeded && (yield* countRows('passkeys', accountId)) === 0) return 'needed';
        if ((yield* run(`DELETE FROM ${codes} WHERE account_id = $1`, [accountId])).changes === 0)
          return 'unknown';
        yield* removeUnneededRecoveryCodes(accountId);
        yield* runAll(auditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return 'removed';
      }),
    /** Replaces all recovery codes of the account. */
    setRecoveryCodes: (accountId: string, hashes: readonly string[], note?: AuditNote): Promise<void> =>
      transaction(function* () {
        if (!(yield* lockAccount(accountId))) return;
        yield* replaceRecoveryCodes(accountId, hashes);
        yield* runAll(auditStatements(database, note, accountId));
      }),
    /** Returns true for the first use of the code. */
    spendRecoveryCode: async (accountId: string, hash: string, note?: AuditNote): Promise<boolean> => {
      const spend = `DELETE FROM ${recoveryCodes} WHERE account_id = $1 AND code_hash = $2`;
      return (await transaction(() => runAudited(database, [spend, [accountId, hash]], note, accountId))) > 0;
    },
    /** Removes all factors of the account and ends its sessions. Returns `false` if it had none. */
    resetFactors: (accountId: string, note?: AuditNote): Promise<boolean> =>
      transaction(function* () {
        yield* lockAccount(accountId);
        let removed = 0;
        for (const table of [passkeys, codes, recoveryCodes])
          removed += (yield* run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId])).changes;
        if (removed === 0) return false;
        yield* runAll(auditStatements(database, note, accountId));
        yield* endSessions(database, accountId);
        return true;
      }),
    /** Ends the sessions of accounts that must have a second factor but have none. Returns the number of accounts. */
    endSessionsWithoutFactor: (role: 'administrator' | undefined): Promise<number> =>
      transaction(function* () {
        const affected = yield* run(
          `SELECT a.id AS "accountId" FROM ${accounts} a
           WHERE a.issuer = 'local' AND (CAST($1 AS text) IS NULL OR a.role = $1)
             AND EXISTS (SELECT 1 FROM ${sessions} s WHERE s.account_id = a.id)
             AND NOT EXISTS (SELECT 1 FROM ${passkeys} p WHERE p.account_id = a.id)
             AND NOT EXISTS (SELECT 1 FROM ${codes} c WHERE c.account_id = a.id)`,
          [role ?? null],
        );
        for (const row of affected.rows) yield* endSessions(database, accountIdRow.parse(row).accountId);
        return affected.rows.length;
      }),
  };
}

const accountIdRow = z.object({ accountId: z.string() });
const secretRow = z.object({ accountId: z.string(), secret: z.string() });
