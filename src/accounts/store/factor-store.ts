import { z } from 'zod';
import {
  columnsFor,
  type Database,
  firstOf,
  insertInto,
  numberOf,
  run,
  runAll,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { changed, noted } from './audit-store.ts';
import { factorChanges } from './factor-changes.ts';
import { type Passkey, passkeyStore } from './passkey-store.ts';
import { anyFactor, endSessions } from './session-store.ts';

interface Factors {
  passkeys: Passkey[];
  codes: z.infer<typeof codesRow> | undefined;
  /** How many recovery codes are left. */
  recoveryCodes: number;
}

/** What makes the codes of an app. */
const codesRow = z.object({
  /** Encrypted: see `factors/encrypted-secret.ts`. */
  secret: z.string(),
  /** Of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: z.int(),
  createdAt: z.int(),
});

/** The second factors of accounts. Another factor, more or less, ends all other sessions of the account. */
export function factorStore(database: Database) {
  const { names, query, transaction } = database;
  const { accounts, sessions, passkeys, one_time_codes: codes, recovery_codes: recoveryCodes } = names;
  const { lockAccount, countOf, ...changes } = factorChanges(database);
  const { endOthers, replaceRecoveryCodes, dropUselessCodes, firstRecoveryCodes } = changes;
  const { passkeysOf, ...ofPasskeys } = passkeyStore(database);

  return {
    ...ofPasskeys,
    factorsOf: async (accountId: string): Promise<Factors> => {
      const [keys, made, left] = await Promise.all([
        passkeysOf(accountId),
        query(`SELECT ${columnsFor(codesRow)} FROM ${codes} WHERE account_id = $1`, [accountId]),
        query(`SELECT count(*) AS n FROM ${recoveryCodes} WHERE account_id = $1`, [accountId]),
      ]);
      return {
        passkeys: keys,
        codes: firstOf(made, codesRow),
        recoveryCodes: numberOf(left, 'n') ?? 0,
      };
    },
    /** One of the secrets of one-time codes, sealed, where there is any. */
    anySecret: async (): Promise<{ accountId: string; secret: string } | undefined> => {
      const one = `SELECT account_id AS "accountId", secret FROM ${codes} LIMIT 1`;
      return firstOf(await query(one, []), secretRow);
    },
    hasFactor: async (accountId: string): Promise<boolean> =>
      (await query(anyFactor(database), [accountId])).rows.length > 0,
    /** In place of those that the account had. */
    setCodes: (
      accountId: string,
      made: z.infer<typeof codesRow>,
      recovery: readonly string[],
      keptToken: string,
      note?: AuditNote,
    ): Promise<{ outcome: 'added'; recoveryKept: boolean } | { outcome: 'unknown-account' }> =>
      transaction(function* () {
        if (!(yield* lockAccount(accountId))) return { outcome: 'unknown-account' };
        yield* run(`DELETE FROM ${codes} WHERE account_id = $1`, [accountId]);
        yield* run(...insertInto(database, 'one_time_codes', { accountId, ...made }));
        const recoveryKept = yield* firstRecoveryCodes(accountId, recovery);
        yield* runAll(noted(database, note, accountId));
        yield* endOthers(accountId, keptToken);
        return { outcome: 'added', recoveryKept };
      }),
    /** True for the first who comes with the code of this step, over all processes; for none with one before it. */
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
        if (isNeeded && (yield* countOf('passkeys', accountId)) === 0) return 'needed';
        if ((yield* run(`DELETE FROM ${codes} WHERE account_id = $1`, [accountId])).changes === 0)
          return 'unknown';
        yield* dropUselessCodes(accountId);
        yield* runAll(noted(database, note, accountId));
        yield* endOthers(accountId, keptToken);
        return 'removed';
      }),
    /** All of the account, in place of those before. */
    setRecoveryCodes: (accountId: string, hashes: readonly string[], note?: AuditNote): Promise<void> =>
      transaction(function* () {
        if (!(yield* lockAccount(accountId))) return;
        yield* replaceRecoveryCodes(accountId, hashes);
        yield* runAll(noted(database, note, accountId));
      }),
    /** True for the first who comes with it. */
    spendRecoveryCode: async (accountId: string, hash: string, note?: AuditNote): Promise<boolean> => {
      const spend = `DELETE FROM ${recoveryCodes} WHERE account_id = $1 AND code_hash = $2`;
      return (await transaction(() => changed(database, [spend, [accountId, hash]], note, accountId))) > 0;
    },
    /** All factors of the account, and with them its sessions. `false` where it had none. */
    resetFactors: (accountId: string, note?: AuditNote): Promise<boolean> =>
      transaction(function* () {
        yield* lockAccount(accountId);
        let removed = 0;
        for (const table of [passkeys, codes, recoveryCodes])
          removed += (yield* run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId])).changes;
        if (removed === 0) return false;
        yield* runAll(noted(database, note, accountId));
        yield* endSessions(database, accountId);
        return true;
      }),
    /** Of accounts that must have a second factor and have none. Returns how many there were. */
    endSessionsWithoutFactor: (role: 'administrator' | undefined): Promise<number> =>
      transaction(function* () {
        const found = yield* run(
          `SELECT a.id AS "accountId" FROM ${accounts} a
           WHERE a.issuer = 'local' AND (CAST($1 AS text) IS NULL OR a.role = $1)
             AND EXISTS (SELECT 1 FROM ${sessions} s WHERE s.account_id = a.id)
             AND NOT EXISTS (SELECT 1 FROM ${passkeys} p WHERE p.account_id = a.id)
             AND NOT EXISTS (SELECT 1 FROM ${codes} c WHERE c.account_id = a.id)`,
          [role ?? null],
        );
        for (const row of found.rows) yield* endSessions(database, accountIdRow.parse(row).accountId);
        return found.rows.length;
      }),
  };
}

const accountIdRow = z.object({ accountId: z.string() });
const secretRow = z.object({ accountId: z.string(), secret: z.string() });
