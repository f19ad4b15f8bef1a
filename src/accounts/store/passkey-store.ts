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
import { auditStatements } from './audit-store.ts';
import { createFactorSteps } from './factor-changes.ts';

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

export function createPasskeyStore(database: Database) {
  const { names, query, transaction, byteOrder } = database;
  const { passkeys } = names;
  const { lockAccount, countRows, addFirstRecoveryCodes, removeUnneededRecoveryCodes, endOtherSessions } =
    createFactorSteps(database);
  return {
    listPasskeys: async (accountId: string): Promise<Passkey[]> => {
      const all = `SELECT ${PASSKEY} FROM ${passkeys} WHERE account_id = $1 ORDER BY created_at, id ${byteOrder}`;
      return readRows(await query(all, [accountId]), passkeyRow);
    },
    passkeyById: async (id: string): Promise<Passkey | undefined> =>
      readFirstRow(await query(`SELECT ${PASSKEY} FROM ${passkeys} WHERE id = $1`, [id]), passkeyRow),
    /** `keptToken`: token hash of the session or sign-in that adds the passkey. It stays; other sessions end. */
    addPasskey: (
      passkey: Passkey,
      recovery: readonly string[],
      keptToken: string,
      note?: AuditNote,
    ): Promise<
      { outcome: 'added'; recoveryKept: boolean } | { outcome: 'unknown-account' | 'too-many' | 'taken' }
    > =>
      transaction(function* () {
        const { accountId } = passkey;
        if (!(yield* lockAccount(accountId))) return { outcome: 'unknown-account' };
        if ((yield* countRows('passkeys', accountId)) >= PASSKEYS_MAX) return { outcome: 'too-many' };
        const added = yield* run(...insertInto(database, 'passkeys', passkey, 'ON CONFLICT DO NOTHING'));
        if (added.changes === 0) return { outcome: 'taken' };
        const recoveryKept = yield* addFirstRecoveryCodes(accountId, recovery);
        yield* runAll(auditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return { outcome: 'added', recoveryKept };
      }),
    renamePasskey: async (accountId: string, id: string, name: string): Promise<boolean> => {
      const rename = `UPDATE ${passkeys} SET name = $3 WHERE account_id = $1 AND id = $2`;
      return (await query(rename, [accountId, id, name])).changes === 1;
    },
    /** Returns `false` if the counter hasn't increased, which means that someone has a copy of the passkey. */
    countPasskeyUse: async (id: string, counter: number, now: number): Promise<boolean> => {
      const used = await query(
        `UPDATE ${passkeys} SET counter = $2, last_used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
        [id, counter, now],
      );
      return used.changes === 1;
    },
    /** If `isNeeded`, the last factor of the account can't be removed. */
    removePasskey: (
      accountId: string,
      id: string,
      { isNeeded, keptToken, note }: { isNeeded: boolean; keptToken: string; note?: AuditNote },
    ): Promise<'removed' | 'unknown' | 'needed'> =>
      transaction(function* () {
        yield* lockAccount(accountId);
        const countOthers = `SELECT count(*) AS n FROM ${passkeys} WHERE account_id = $1 AND id <> $2`;
        const factorsLeft =
          (yield* countRows('one_time_codes', accountId)) +
          (readNumber(yield* run(countOthers, [accountId, id]), 'n') ?? 0);
        if (isNeeded && factorsLeft === 0) return 'needed';
        const removed = yield* run(`DELETE FROM ${passkeys} WHERE account_id = $1 AND id = $2`, [
          accountId,
          id,
        ]);
        if (removed.changes === 0) return 'unknown';
        yield* removeUnneededRecoveryCodes(accountId);
        yield* runAll(auditStatements(database, note, accountId));
        yield* endOtherSessions(accountId, keptToken);
        return 'removed';
      }),
  };
}
