import { z } from 'zod';
import {
  type Database,
  firstOf,
  insertInto,
  numberOf,
  run,
  runAll,
  type Work,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { noted } from './audit-store.ts';
import { allEnded, anyFactor, endSessions } from './session-store.ts';

export interface Passkey {
  /** Of the credential, base64url. */
  id: string;
  accountId: string;
  /** As its owner calls it. */
  name: string;
  /** COSE, base64url. */
  publicKey: string;
  /** Of its uses, where it counts them. */
  counter: number;
  /** How browsers reach it, separated by blanks. */
  transports: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** What makes the codes of an app. */
interface OneTimeCodes {
  /** Sealed: see `factors/sealed-secret.ts`. */
  secret: string;
  /** Of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: number;
  createdAt: number;
}

interface Factors {
  passkeys: Passkey[];
  codes: OneTimeCodes | undefined;
  /** How many recovery codes are left. */
  recoveryCodes: number;
}

const passkeyRow = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  publicKey: z.string(),
  counter: z.int(),
  transports: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
const PASSKEY = `id, account_id AS "accountId", name, public_key AS "publicKey", counter, transports,
  created_at AS "createdAt", last_used_at AS "lastUsedAt"`;
const codesRow = z.object({ secret: z.string(), lastStep: z.int(), createdAt: z.int() });
const CODES = 'secret, last_step AS "lastStep", created_at AS "createdAt"';

/** Nobody has more of them at hand. */
const PASSKEYS_MAX = 20;

/** The second factors of accounts. Another factor, more or less, ends all other sessions of the account. */
export function factorStore(database: Database) {
  const { names, query, transaction, forUpdate, byteOrder } = database;
  const { accounts, sessions, passkeys, one_time_codes: codes, recovery_codes: recoveryCodes } = names;
  const locked = `SELECT 1 FROM ${accounts} WHERE id = $1 AND NOT disabled ${forUpdate}`;
  const count = (table: string) => `SELECT count(*) AS n FROM ${table} WHERE account_id = $1`;

  /** Within the transaction of a change: the account's sessions end, but for the one that changes it. */
  function* endOthers(accountId: string, keptToken: string | undefined): Work<void> {
    if (keptToken === undefined) return yield* endSessions(database, accountId);
    const others = 'account_id = $1 AND token_hash <> $2';
    yield* run(`DELETE FROM ${sessions} WHERE ${others}`, [accountId, keptToken]);
    yield* run(`DELETE FROM ${names.pending_sign_ins} WHERE ${others}`, [accountId, keptToken]);
    yield* runAll(allEnded(database, accountId));
  }

  function* replaceRecoveryCodes(accountId: string, hashes: readonly string[]): Work<void> {
    yield* run(`DELETE FROM ${recoveryCodes} WHERE account_id = $1`, [accountId]);
    for (const hash of hashes)
      yield* run(...insertInto(database, 'recovery_codes', { account_id: accountId, code_hash: hash }));
  }

  /** Recovery codes are for those who have a factor that can be lost. */
  function* dropUselessCodes(accountId: string): Work<void> {
    const left = [
      numberOf(yield* run(count(passkeys), [accountId]), 'n'),
      numberOf(yield* run(count(codes), [accountId]), 'n'),
    ];
    if (left.every((n) => n === 0)) yield* replaceRecoveryCodes(accountId, []);
  }

  /** `hashes`: of recovery codes, kept where the account has none. Whether they were. */
  function* firstRecoveryCodes(accountId: string, hashes: readonly string[]): Work<boolean> {
    if ((numberOf(yield* run(count(recoveryCodes), [accountId]), 'n') ?? 0) > 0) return false;
    yield* replaceRecoveryCodes(accountId, hashes);
    return true;
  }

  return {
    factorsOf: async (accountId: string): Promise<Factors> => {
      const [keys, made, left] = await Promise.all([
        query(
          `SELECT ${PASSKEY} FROM ${passkeys} WHERE account_id = $1 ORDER BY created_at, id ${byteOrder}`,
          [accountId],
        ),
        query(`SELECT ${CODES} FROM ${codes} WHERE account_id = $1`, [accountId]),
        query(count(recoveryCodes), [accountId]),
      ]);
      return {
        passkeys: keys.rows.map((row) => passkeyRow.parse(row)),
        codes: firstOf(made, (row) => codesRow.parse(row)),
        recoveryCodes: numberOf(left, 'n') ?? 0,
      };
    },
    /** One of the secrets of one-time codes, sealed, where there is any. */
    anySecret: async (): Promise<{ accountId: string; secret: string } | undefined> => {
      const one = `SELECT account_id AS "accountId", secret FROM ${codes} LIMIT 1`;
      return firstOf(await query(one, []), (row) => secretRow.parse(row));
    },
    hasFactor: async (accountId: string): Promise<boolean> =>
      (await query(anyFactor(database), [accountId])).rows.length > 0,
    passkeyById: async (id: string): Promise<Passkey | undefined> =>
      firstOf(await query(`SELECT ${PASSKEY} FROM ${passkeys} WHERE id = $1`, [id]), (row) =>
        passkeyRow.parse(row),
      ),
    /** `keptToken`: hash of the session, or of the sign-in, that adds it. */
    addPasskey: (
      passkey: Passkey,
      recovery: readonly string[],
      keptToken: string,
      note?: AuditNote,
    ): Promise<
      { outcome: 'added'; recoveryKept: boolean } | { outcome: 'unknown-account' | 'too-many' | 'taken' }
    > =>
      transaction(function* () {
        const { id, accountId, name, publicKey, counter, transports, createdAt, lastUsedAt } = passkey;
        if ((yield* run(locked, [accountId])).rows.length === 0) return { outcome: 'unknown-account' };
        if ((numberOf(yield* run(count(passkeys), [accountId]), 'n') ?? 0) >= PASSKEYS_MAX)
          return { outcome: 'too-many' };
        const what = { id, account_id: accountId, name, public_key: publicKey, counter, transports };
        const row = { ...what, created_at: createdAt, last_used_at: lastUsedAt };
        const added = yield* run(...insertInto(database, 'passkeys', row, 'ON CONFLICT DO NOTHING'));
        if (added.changes === 0) return { outcome: 'taken' };
        const recoveryKept = yield* firstRecoveryCodes(accountId, recovery);
        yield* runAll(noted(database, note, accountId));
        yield* endOthers(accountId, keptToken);
        return { outcome: 'added', recoveryKept };
      }),
    renamePasskey: async (accountId: string, id: string, name: string): Promise<boolean> => {
      const rename = `UPDATE ${passkeys} SET name = $3 WHERE account_id = $1 AND id = $2`;
      return (await query(rename, [accountId, id, name])).changes === 1;
    },
    /** `false` where it counts its uses and this is none that follows: somebody has a copy of it. */
    countPasskeyUse: async (id: string, counter: number, now: number): Promise<boolean> => {
      const used = await query(
        `UPDATE ${passkeys} SET counter = $2, last_used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
        [id, counter, now],
      );
      return used.changes === 1;
    },
    /** `isNeeded`: the last factor of the account stays. */
    removePasskey: (
      accountId: string,
      id: string,
      { isNeeded, keptToken, note }: { isNeeded: boolean; keptToken: string; note?: AuditNote },
    ): Promise<'removed' | 'unknown' | 'needed'> =>
      transaction(function* () {
        yield* run(locked, [accountId]);
        const others = numberOf(
          yield* run(`SELECT count(*) AS n FROM ${passkeys} WHERE account_id = $1 AND id <> $2`, [
            accountId,
            id,
          ]),
          'n',
        );
        const hasCodes = numberOf(yield* run(count(codes), [accountId]), 'n');
        if (isNeeded && others === 0 && hasCodes === 0) return 'needed';
        const removed = yield* run(`DELETE FROM ${passkeys} WHERE account_id = $1 AND id = $2`, [
          accountId,
          id,
        ]);
        if (removed.changes === 0) return 'unknown';
        yield* dropUselessCodes(accountId);
        yield* runAll(noted(database, note, accountId));
        yield* endOthers(accountId, keptToken);
        return 'removed';
      }),
    /** In place of those that the account had. */
    setCodes: (
      accountId: string,
      { secret, lastStep, createdAt }: OneTimeCodes,
      recovery: readonly string[],
      keptToken: string,
      note?: AuditNote,
    ): Promise<{ outcome: 'added'; recoveryKept: boolean } | { outcome: 'unknown-account' }> =>
      transaction(function* () {
        if ((yield* run(locked, [accountId])).rows.length === 0) return { outcome: 'unknown-account' };
        yield* run(`DELETE FROM ${codes} WHERE account_id = $1`, [accountId]);
        const row = { account_id: accountId, secret, last_step: lastStep, created_at: createdAt };
        yield* run(...insertInto(database, 'one_time_codes', row));
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
        yield* run(locked, [accountId]);
        if (isNeeded && numberOf(yield* run(count(passkeys), [accountId]), 'n') === 0) return 'needed';
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
        if ((yield* run(locked, [accountId])).rows.length === 0) return;
        yield* replaceRecoveryCodes(accountId, hashes);
        yield* runAll(noted(database, note, accountId));
      }),
    /** True for the first who comes with it. */
    spendRecoveryCode: (accountId: string, hash: string, note?: AuditNote): Promise<boolean> =>
      transaction(function* () {
        const used = yield* run(`DELETE FROM ${recoveryCodes} WHERE account_id = $1 AND code_hash = $2`, [
          accountId,
          hash,
        ]);
        if (used.changes === 0) return false;
        yield* runAll(noted(database, note, accountId));
        return true;
      }),
    /** All factors of the account, and with them its sessions. `false` where it had none. */
    resetFactors: (accountId: string, note?: AuditNote): Promise<boolean> =>
      transaction(function* () {
        yield* run(locked, [accountId]);
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
