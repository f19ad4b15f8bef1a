import { z } from 'zod';
import {
  allOf,
  columnsFor,
  type Database,
  firstOf,
  insertInto,
  numberOf,
  run,
  runAll,
} from '../../storage/database.ts';
import type { AuditNote } from '../audit.ts';
import { noted } from './audit-store.ts';
import { factorChanges } from './factor-changes.ts';

const passkeyRow = z.object({
  /** Of the credential, base64url. */
  id: z.string(),
  accountId: z.string(),
  /** As its owner calls it. */
  name: z.string(),
  /** COSE, base64url. */
  publicKey: z.string(),
  /** Of its uses, where it counts them. */
  counter: z.int(),
  /** How browsers reach it, separated by blanks. */
  transports: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
});
export type Passkey = z.infer<typeof passkeyRow>;
const PASSKEY = columnsFor(passkeyRow);

/** Nobody has more of them at hand. */
const PASSKEYS_MAX = 20;

export function passkeyStore(database: Database) {
  const { names, query, transaction, byteOrder } = database;
  const { passkeys } = names;
  const { lockAccount, countOf, firstRecoveryCodes, dropUselessCodes, endOthers } = factorChanges(database);
  return {
    passkeysOf: async (accountId: string): Promise<Passkey[]> => {
      const all = `SELECT ${PASSKEY} FROM ${passkeys} WHERE account_id = $1 ORDER BY created_at, id ${byteOrder}`;
      return allOf(await query(all, [accountId]), passkeyRow);
    },
    passkeyById: async (id: string): Promise<Passkey | undefined> =>
      firstOf(await query(`SELECT ${PASSKEY} FROM ${passkeys} WHERE id = $1`, [id]), passkeyRow),
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
        const { accountId } = passkey;
        if (!(yield* lockAccount(accountId))) return { outcome: 'unknown-account' };
        if ((yield* countOf('passkeys', accountId)) >= PASSKEYS_MAX) return { outcome: 'too-many' };
        const added = yield* run(...insertInto(database, 'passkeys', passkey, 'ON CONFLICT DO NOTHING'));
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
        yield* lockAccount(accountId);
        const others = `SELECT count(*) AS n FROM ${passkeys} WHERE account_id = $1 AND id <> $2`;
        const left =
          (yield* countOf('one_time_codes', accountId)) +
          (numberOf(yield* run(others, [accountId, id]), 'n') ?? 0);
        if (isNeeded && left === 0) return 'needed';
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
  };
}
