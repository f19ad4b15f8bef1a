import {
  allOf,
  type Database,
  firstOf,
  numberOf,
  run,
  runAll,
  type Statement,
  type Value,
} from '../../storage/database.ts';
import type { Account, Role } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow, CAN_SIGN_IN, groupNames, insertAccount } from './account-rows.ts';
import { noted } from './audit-store.ts';
import { endSessions } from './session-store.ts';

/** A failed precondition that the caller must handle; anything else that goes wrong is thrown. */
export type AccountChange = 'done' | 'unknown-account' | 'last-administrator';

/** Who holds it is the only one that adds a first account, or takes an administrator away. */
const ADMINISTRATORS_LOCK = 2;

export function accountStore(database: Database) {
  const { names, query, transaction, lock, forUpdate, byteOrder } = database;
  const { accounts } = names;
  const select = `SELECT ${ACCOUNT} FROM ${accounts} a`;
  const locked = `${select} WHERE a.id = $1 ${forUpdate}`;
  const one = async (condition: string, values: Value[]) =>
    firstOf(await query(`${select} WHERE ${condition}`, values), accountRow);

  /**
   * Changes an account and ends its sessions and reset links in one transaction. `keptFor`: an issuer whose last administrator must not
   * be lost by it.
   */
  function change(
    id: string,
    keptFor: string | undefined,
    note: AuditNote | undefined,
    ...apply: Statement
  ): Promise<AccountChange> {
    return transaction(function* () {
      if (keptFor !== undefined) yield* runAll(lock(ADMINISTRATORS_LOCK));
      const account = firstOf(yield* run(locked, [id]), accountRow);
      if (account === undefined) return 'unknown-account';
      const { role, disabled, issuer } = account;
      if (role === 'administrator' && !disabled && issuer === keptFor) {
        const others = yield* run(
          `SELECT 1 FROM ${accounts} a WHERE a.role = 'administrator' AND ${CAN_SIGN_IN}
             AND a.issuer = $1 AND a.id <> $2 LIMIT 1`,
          [issuer, id],
        );
        if (others.rows.length === 0) return 'last-administrator';
      }
      // Before it: a removed account has no e-mail any more.
      yield* runAll(noted(database, note, id));
      yield* run(...apply);
      // Whoever changes an account changes it for those too who hold a link to it.
      yield* run(`DELETE FROM ${names.reset_links} WHERE account_id = $1`, [id]);
      yield* endSessions(database, id);
      return 'done';
    });
  }

  return {
    /** `undefined` when the e-mail, or the provider's subject, is taken. */
    addAccount: (account: Account, note?: AuditNote): Promise<Account | undefined> =>
      transaction(function* () {
        if ((yield* run(...insertAccount(database, account))).changes === 0) return undefined;
        yield* runAll(noted(database, note, account.id));
        return account;
      }),
    /** Adds it only while there is no other, and ends the set-up links: there are never two first administrators. */
    addFirstAccount: (account: Account, note?: AuditNote): Promise<boolean> =>
      transaction(function* () {
        yield* runAll(lock(ADMINISTRATORS_LOCK));
        if ((yield* run(`SELECT 1 FROM ${accounts} LIMIT 1`)).rows.length > 0) return false;
        yield* run(...insertAccount(database, account));
        yield* run(`DELETE FROM ${names.setup_links}`);
        yield* runAll(noted(database, note, account.id));
        return true;
      }),
    accountById: (id: string) => one('a.id = $1', [id]),
    accountByEmail: (email: string) => one('a.email = $1', [email]),
    accountBySubject: (issuer: string, subject: string) =>
      one('a.issuer = $1 AND a.subject = $2', [issuer, subject]),
    listAccounts: async () => allOf(await query(`${select} ORDER BY a.email ${byteOrder}`), accountRow),
    countAccounts: async () => numberOf(await query(`SELECT count(*) AS n FROM ${accounts}`), 'n') ?? 0,

    /**
     * Each of these ends every session of the account. `issuer`: whose accounts can sign in; the last administrator
     * among them stays.
     */
    setDisabled: (id: string, disabled: boolean, issuer: string, note?: AuditNote) => {
      const set = `UPDATE ${accounts} SET disabled = $2 WHERE id = $1`;
      return change(id, disabled ? issuer : undefined, note, set, [id, disabled]);
    },
    setRole: (id: string, role: Role, issuer: string, note?: AuditNote) => {
      const set = `UPDATE ${accounts} SET role = $2 WHERE id = $1`;
      return change(id, role === 'reader' ? issuer : undefined, note, set, [id, role]);
    },
    setGroups: (id: string, groups: readonly string[], note?: AuditNote) => {
      const set = `UPDATE ${accounts} SET group_names = $2 WHERE id = $1`;
      return change(id, undefined, note, set, [id, groupNames(groups)]);
    },
    removeAccount: (id: string, issuer: string, note?: AuditNote) =>
      change(id, issuer, note, `DELETE FROM ${accounts} WHERE id = $1`, [id]),
    setPasswordHash: (id: string, hash: string, note?: AuditNote) =>
      change(id, undefined, note, `UPDATE ${accounts} SET password_hash = $2 WHERE id = $1`, [id, hash]),
    /** The same password under new parameters: sessions stay, and a password changed meanwhile wins (`false`). */
    replacePasswordHash: async (id: string, from: string, to: string): Promise<boolean> => {
      const set = `UPDATE ${accounts} SET password_hash = $3 WHERE id = $1 AND password_hash = $2`;
      return (await query(set, [id, from, to])).changes === 1;
    },
  };
}
