import {
  type Database,
  readFirstRow,
  readNumber,
  readRows,
  run,
  runAll,
  type Statement,
  type Value,
} from '../../storage/database.ts';
import type { Account, Role } from '../account.ts';
import type { AuditNote } from '../audit.ts';
import { ACCOUNT, accountRow, CAN_SIGN_IN, insertAccount, joinGroupNames } from './account-rows.ts';
import { writeAuditStatements } from './audit-store.ts';
import { endSessions } from './session-store.ts';

/** Anything but `done` means that nothing was changed. */
export type AccountChange = 'done' | 'unknown-account' | 'last-administrator';

/** Number of the lock for adding the first account and for removing administrators. */
const ADMINISTRATORS_LOCK = 2;

/**
 * Accounts: their data, role, state and password. Every change that returns an `AccountChange` also ends all sessions,
 * personal tokens and reset links of the account, in the same transaction.
 */
export interface AccountStore {
  /**
   * Adds an account. Returns `undefined` and adds nothing if another account has the email or the provider's subject.
   */
  addAccount(account: Account, note?: AuditNote): Promise<Account | undefined>;
  /**
   * Adds the account only if there is none yet, and removes the set-up links. Returns whether it was added. Only one
   * of several concurrent calls returns true.
   */
  addFirstAccount(account: Account, note?: AuditNote): Promise<boolean>;
  /** Finds the account with this id. */
  findAccountById(id: string): Promise<Account | undefined>;
  /** Finds the account with this email, in the form that `Account` describes: lower case, trimmed, NFC. */
  findAccountByEmail(email: string): Promise<Account | undefined>;
  /** Finds the account of this user of an identity provider. */
  findAccountBySubject(issuer: string, subject: string): Promise<Account | undefined>;
  /** Lists all accounts, ordered by email. */
  listAccounts(): Promise<Account[]>;
  /** Returns the number of accounts, disabled ones included. */
  countAccounts(): Promise<number>;
  /**
   * Disables or enables an account. `issuer` is the identity provider whose accounts can sign in. Its last
   * administrator can't be disabled.
   */
  setDisabled(id: string, disabled: boolean, issuer: string, note?: AuditNote): Promise<AccountChange>;
  /**
   * Changes the role of an account. `issuer` is the identity provider whose accounts can sign in. Its last
   * administrator can't become a reader.
   */
  setRole(id: string, role: Role, issuer: string, note?: AuditNote): Promise<AccountChange>;
  /** Replaces the groups of an account. */
  setGroups(id: string, groups: readonly string[], note?: AuditNote): Promise<AccountChange>;
  /**
   * Removes an account with everything that belongs to it. `issuer` is the identity provider whose accounts can sign
   * in. Its last administrator can't be removed.
   */
  removeAccount(id: string, issuer: string, note?: AuditNote): Promise<AccountChange>;
  /** Stores a new password. */
  setPasswordHash(id: string, hash: string, note?: AuditNote): Promise<AccountChange>;
  /**
   * Stores the same password hashed with new parameters. Sessions stay. Returns `false` and changes nothing if the
   * password has been changed meanwhile.
   */
  replacePasswordHash(id: string, from: string, to: string): Promise<boolean>;
}

export function createAccountStore(database: Database): AccountStore {
  const { names, query, transaction, lock, forUpdate, byteOrder } = database;
  const { accounts } = names;
  const select = `SELECT ${ACCOUNT} FROM ${accounts} a`;
  const selectForUpdate = `${select} WHERE a.id = $1 ${forUpdate}`;
  const findAccount = async (condition: string, values: Value[]) =>
    readFirstRow(await query(`${select} WHERE ${condition}`, values), accountRow);

  /**
   * Changes an account and ends its sessions and reset links in one transaction. If `protectedIssuer` is set, the
   * change must not remove the last administrator of that issuer.
   */
  function change(
    id: string,
    protectedIssuer: string | undefined,
    note: AuditNote | undefined,
    ...apply: Statement
  ): Promise<AccountChange> {
    return transaction(function* () {
      if (protectedIssuer !== undefined) yield* runAll(lock(ADMINISTRATORS_LOCK));
      const account = readFirstRow(yield* run(selectForUpdate, [id]), accountRow);
      if (account === undefined) return 'unknown-account';
      const { role, disabled, issuer } = account;
      if (role === 'administrator' && !disabled && issuer === protectedIssuer) {
        const otherAdministrators = yield* run(
          `SELECT 1 FROM ${accounts} a WHERE a.role = 'administrator' AND ${CAN_SIGN_IN}
             AND a.issuer = $1 AND a.id <> $2 LIMIT 1`,
          [issuer, id],
        );
        if (otherAdministrators.rows.length === 0) return 'last-administrator';
      }
      // The note is written before the change, because it reads the email, which a removed account no longer has.
      yield* runAll(writeAuditStatements(database, note, id));
      yield* run(...apply);
      // Reset links from before the change must not work after it.
      yield* run(`DELETE FROM ${names.reset_links} WHERE account_id = $1`, [id]);
      yield* endSessions(database, id);
      return 'done';
    });
  }

  return {
    addAccount: (account, note) =>
      transaction(function* () {
        if ((yield* run(...insertAccount(database, account))).changes === 0) return undefined;
        yield* runAll(writeAuditStatements(database, note, account.id));
        return account;
      }),
    addFirstAccount: (account, note) =>
      transaction(function* () {
        yield* runAll(lock(ADMINISTRATORS_LOCK));
        if ((yield* run(`SELECT 1 FROM ${accounts} LIMIT 1`)).rows.length > 0) return false;
        yield* run(...insertAccount(database, account));
        yield* run(`DELETE FROM ${names.setup_links}`);
        yield* runAll(writeAuditStatements(database, note, account.id));
        return true;
      }),
    findAccountById: (id) => findAccount('a.id = $1', [id]),
    findAccountByEmail: (email) => findAccount('a.email = $1', [email]),
    findAccountBySubject: (issuer, subject) =>
      findAccount('a.issuer = $1 AND a.subject = $2', [issuer, subject]),
    listAccounts: async () => readRows(await query(`${select} ORDER BY a.email ${byteOrder}`), accountRow),
    countAccounts: async () => readNumber(await query(`SELECT count(*) AS n FROM ${accounts}`), 'n') ?? 0,

    setDisabled: (id, isDisabled, issuer, note) => {
      const set = `UPDATE ${accounts} SET disabled = $2 WHERE id = $1`;
      return change(id, isDisabled ? issuer : undefined, note, set, [id, isDisabled]);
    },
    setRole: (id, role, issuer, note) => {
      const set = `UPDATE ${accounts} SET role = $2 WHERE id = $1`;
      return change(id, role === 'reader' ? issuer : undefined, note, set, [id, role]);
    },
    setGroups: (id, groups, note) => {
      const set = `UPDATE ${accounts} SET group_names = $2 WHERE id = $1`;
      return change(id, undefined, note, set, [id, joinGroupNames(groups)]);
    },
    removeAccount: (id, issuer, note) =>
      change(id, issuer, note, `DELETE FROM ${accounts} WHERE id = $1`, [id]),
    setPasswordHash: (id, hash, note) =>
      change(id, undefined, note, `UPDATE ${accounts} SET password_hash = $2 WHERE id = $1`, [id, hash]),
    replacePasswordHash: async (id, from, to) => {
      const set = `UPDATE ${accounts} SET password_hash = $3 WHERE id = $1 AND password_hash = $2`;
      return (await query(set, [id, from, to])).changes === 1;
    },
  };
}
