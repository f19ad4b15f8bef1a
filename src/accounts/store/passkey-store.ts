import { z } from 'zod';
import {
  type Database,
  insertInto,
  readFirstRow,
  readNumber,
  readRows,
  run,
  runAll,
  selectList,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { writeAuditStatements } from './audit-store.ts';
import {
  createFactorSteps,
  type FactorAdded,
  type FactorRemoval,
  type FactorRemoved,
} from './factor-changes.ts';

const passkeyRow = z.object({
  /** Credential id, base64url. */
  id: z.string(),
  accountId: z.string(),
  /** Name that the owner has given it. */
  name: z.string(),
  /** COSE, base64url. */
  publicKey: z.string(),
  /** Signature counter, for authenticators that count their uses; otherwise 0. */
  counter: z.int(),
  /** Transports by which browsers reach the authenticator, separated by spaces. */
  transports: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
export type Passkey = z.infer<typeof passkeyRow>;
const PASSKEY = selectList(passkeyRow);

/** Maximum number of passkeys per account. */
const PASSKEYS_MAX = 20;

/** Passkeys of accounts. `FactorStore` explains `keptToken` and `isNeeded`. */
export interface PasskeyStore {
  /** Lists the passkeys of an account, oldest first. */
  listPasskeys(accountId: string): Promise<Passkey[]>;
  /** Finds the passkey with this credential id. */
  findPasskeyById(id: string): Promise<Passkey | undefined>;
  /**
   * Adds a passkey, unless the account has 20 already (`too-many`) or the credential id exists (`taken`). `recovery`
   * holds hashes of recovery codes; they are stored if the account has none yet, and `recoveryKept` is true then.
   */
  addPasskey(
    passkey: Passkey,
    recovery: readonly string[],
    keptToken: string,
    note?: AuditNote,
  ): Promise<FactorAdded | { outcome: 'unknown-account' | 'too-many' | 'taken' }>;
  /** Changes the name of a passkey. Returns `false` if the account has no such passkey. */
  renamePasskey(accountId: string, id: string, name: string): Promise<boolean>;
  /**
   * Stores the counter and the time of a use. Returns `false` if the counter hasn't increased, which means that someone
   * has a copy of the passkey.
   */
  countPasskeyUse(id: string, counter: number, now: number): Promise<boolean>;
  /** Removes a passkey; with the last factor of the account also its recovery codes. */
  removePasskey(accountId: string, id: string, options: FactorRemoval): Promise<FactorRemoved>;
}

export function createPasskeyStore(database: Database): PasskeyStore {
  const { names, query, transaction, byteOrder } = database;
  const { passkeys } = names;
  const { lockAccount, countRows, addFirstRecoveryCodes, removeUnneededRecoveryCodes, endOtherSessions } =
    createFactorSteps(database);
  return {
    listPasskeys: async (accountId) => {
      const all = `SELECT ${PASSKEY} FROM ${passkeys} WHERE account_id = $1 ORDER BY created_at, id ${byteOrder}`;
      return readRows(await query(all, [accountId]), passkeyRow);
    },
    findPasskeyById: async (id) =>
      readFirstRow(await query(`SELECT ${PASSKEY} FROM ${passkeys} WHERE id = $1`, [id]), passkeyRow),
    addPasskey: (passkey, recovery, keptToken, note) =>
      transaction(function* () {
        const { accountId } = passkey;
        if (!(yield* lockAccount(accountId))) return { outcome: 'unknown-account' };
        if ((yield* countRows('passkeys', accountId)) >= PASSKEYS_MAX) return { outcome: 'too-many' };
        const added = yield* run(...insertInto(database, 'passkeys', passkey, 'ON CONFLICT DO NOTHING'));
        if (added.changes === 0) return { outcome: 'taken' };
        const recoveryKept = yield* addFirstRecoveryCodes(accountId, recovery);
        yield* runAll(writeAuditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return { outcome: 'added', recoveryKept };
      }),
    renamePasskey: async (accountId, id, name) => {
      const rename = `UPDATE ${passkeys} SET name = $3 WHERE account_id = $1 AND id = $2`;
      return (await query(rename, [accountId, id, name])).changes === 1;
    },
    countPasskeyUse: async (id, counter, now) => {
      const usedRows = await query(
        `UPDATE ${passkeys} SET counter = $2, last_used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
        [id, counter, now],
      );
      return usedRows.changes === 1;
    },
    removePasskey: (accountId, id, { isNeeded, keptToken, note }) =>
      transaction(function* () {
        yield* lockAccount(accountId);
        const countOthers = `SELECT count(*) AS n FROM ${passkeys} WHERE account_id = $1 AND id <> $2`;
        const factorsLeft =
          (yield* countRows('one_time_codes', accountId)) +
          (readNumber(yield* run(countOthers, [accountId, id]), 'n') ?? 0);
        if (isNeeded && factorsLeft === 0) return 'needed';
        const removal = yield* run(`DELETE FROM ${passkeys} WHERE account_id = $1 AND id = $2`, [
          accountId,
          id,
        ]);
        if (removal.changes === 0) return 'unknown';
        yield* removeUnneededRecoveryCodes(accountId);
        yield* runAll(writeAuditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return 'removed';
      }),
  };
}
