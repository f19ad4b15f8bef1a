import { type Database, insertInto, numberOf, run, runAll, type Work } from '../../storage/database.ts';
import { allEnded, endSessions } from './session-store.ts';

/** Steps of what changes the factors of an account, within its transaction. */
export function factorChanges(database: Database) {
  const { names, forUpdate } = database;
  const { accounts, sessions, recovery_codes: recoveryCodes } = names;

  /** Whether it is there and may sign in; nobody else changes it until the transaction is over. */
  function* lockAccount(accountId: string): Work<boolean> {
    const locked = `SELECT 1 FROM ${accounts} WHERE id = $1 AND NOT disabled ${forUpdate}`;
    return (yield* run(locked, [accountId])).rows.length > 0;
  }

  function* countOf(
    table: 'passkeys' | 'one_time_codes' | 'recovery_codes',
    accountId: string,
  ): Work<number> {
    const counted = yield* run(`SELECT count(*) AS n FROM ${names[table]} WHERE account_id = $1`, [
      accountId,
    ]);
    return numberOf(counted, 'n') ?? 0;
  }

  /** The account's sessions end, but for the one that changes it. */
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
      yield* run(...insertInto(database, 'recovery_codes', { accountId, codeHash: hash }));
  }

  /** Recovery codes are for those who have a factor that can be lost. */
  function* dropUselessCodes(accountId: string): Work<void> {
    const left = (yield* countOf('passkeys', accountId)) + (yield* countOf('one_time_codes', accountId));
    if (left === 0) yield* replaceRecoveryCodes(accountId, []);
  }

  /** `hashes`: of recovery codes, kept where the account has none. Whether they were. */
  function* firstRecoveryCodes(accountId: string, hashes: readonly string[]): Work<boolean> {
    if ((yield* countOf('recovery_codes', accountId)) > 0) return false;
    yield* replaceRecoveryCodes(accountId, hashes);
    return true;
  }

  return { lockAccount, countOf, endOthers, replaceRecoveryCodes, dropUselessCodes, firstRecoveryCodes };
}
