import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { collectParameters, type Database, readNumber, readRows } from '../../storage/database.ts';
import type { Account, AccountState, Role } from '../account.ts';
import { ACCOUNT, accountRow, CAN_SIGN_IN } from './account-rows.ts';

type AccountSort = 'name' | 'email' | 'role' | 'last-sign-in' | 'created';

/** Which accounts to list. Without a condition, all of them. */
export interface AccountFilter {
  /** Words that must all occur in name or email, ignoring case and accents. Empty: all accounts. */
  search?: string | undefined;
  role?: Role | undefined;
  state?: AccountState | undefined;
}

/** Which accounts to list, in which order, and which part of the list. */
export interface AccountQuery extends AccountFilter {
  /** `email` by default. */
  sort?: AccountSort;
  descending?: boolean;
  offset?: number;
  /** No limit by default. */
  limit?: number;
}

/** One page of a list of accounts. */
export interface AccountsPage {
  accounts: Account[];
  /** Number of matching accounts on all pages. */
  total: number;
}

const ROWS_AT_ONCE = 500;

/** An account that has never signed in sorts before all sign-in times. */
const order: Record<AccountSort, (byteOrder: string) => string> = {
  name: (byteOrder) => `a.folded ${byteOrder}`,
  email: (byteOrder) => `a.email ${byteOrder}`,
  role: (byteOrder) => `a.role ${byteOrder}`,
  'last-sign-in': () => 'coalesce(a.last_sign_in_at, 0)',
  created: () => 'a.created_at',
};

/** Lists of accounts for administrators. `issuer` is the identity provider whose accounts can sign in. */
export interface AccountPages {
  /** Lists the ids of all matching accounts, ordered by email. */
  listAccountIds(filter: AccountFilter, issuer: string): Promise<string[]>;
  /** Returns one page of the matching accounts, and the total number of matches. */
  readAccountPage(accountQuery: AccountQuery, issuer: string): Promise<AccountsPage>;
}

export function createAccountPages(database: Database): AccountPages {
  const { names, query, position, byteOrder } = database;
  const from = `FROM ${names.accounts} a`;

  /** `issuer`: the identity provider whose accounts can sign in. */
  async function buildWhere({ search = '', role, state }: AccountFilter, issuer: string) {
    await foldStale(database);
    const parameter = collectParameters();
    const words = fold(search).split(/\s+/).filter(Boolean);
    const conditions = words.map((word) => `${position}(a.folded, ${parameter(word)}) > 0`);
    if (role !== undefined) conditions.push(`a.role = ${parameter(role)}`);
    if (state !== undefined) conditions.push(stateConditions[state](parameter(issuer)));
    return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', parameter };
  }

  return {
    listAccountIds: async (filter, issuer) => {
      const { where, parameter } = await buildWhere(filter, issuer);
      const select = `SELECT a.id ${from} ${where} ORDER BY a.email ${byteOrder}`;
      return (await query(select, parameter.values)).rows.map((row) => idRow.parse(row).id);
    },
    readAccountPage: async (accountQuery, issuer) => {
      const { sort = 'email', descending = false, offset = 0, limit } = accountQuery;
      const { where, parameter } = await buildWhere(accountQuery, issuer);
      const total =
        readNumber(await query(`SELECT count(*) AS n ${from} ${where}`, parameter.values), 'n') ?? 0;
      const count = Math.max(0, Math.min(limit ?? total, total - offset));
      if (count === 0) return { accounts: [], total };
      // Reads pages after the middle from the end, because the database sorts every row that precedes a page.
      const isFromEnd = offset > total / 2;
      const writeDirection = (isDescending: boolean) => (isDescending === isFromEnd ? '' : 'DESC');
      const by = `${order[sort](byteOrder)} ${writeDirection(descending)}, a.email ${byteOrder} ${writeDirection(false)}`;
      const skippedRows = isFromEnd ? total - offset - count : offset;
      const part = `LIMIT ${parameter(count)} OFFSET ${parameter(skippedRows)}`;
      // Sorts ids alone, which is cheaper than sorting whole rows.
      const ids = `SELECT a.id ${from} ${where} ORDER BY ${by} ${part}`;
      const page = `SELECT ${ACCOUNT} ${from} WHERE a.id IN (${ids}) ORDER BY ${by}`;
      const accounts = readRows(await query(page, parameter.values), accountRow);
      return { accounts: isFromEnd ? accounts.reverse() : accounts, total };
    },
  };
}

const stateConditions: Record<AccountState, (issuer: string) => string> = {
  active: (issuer) => `a.issuer = ${issuer} AND ${CAN_SIGN_IN}`,
  disabled: (issuer) => `a.issuer = ${issuer} AND a.disabled`,
  invited: (issuer) => `a.issuer = ${issuer} AND NOT a.disabled AND NOT (${CAN_SIGN_IN})`,
  elsewhere: (issuer) => `a.issuer <> ${issuer}`,
};

const idRow = z.object({ id: z.string() });
const staleRow = z.object({ id: z.string(), name: z.string(), email: z.string() });

/**
 * Stores the folded name and email of accounts that are new or have changed. Neither database can fold the letters of
 * every script, so it is done here. The row also stores the text that it was folded from, which shows when it is stale.
 * Called before every search.
 */
export async function foldStale({ names, query, elements }: Database): Promise<void> {
  const isStale = "folded_from IS DISTINCT FROM name || ' ' || email";
  for (;;) {
    const stale = await query(`SELECT id, name, email FROM ${names.accounts} WHERE ${isStale} LIMIT $1`, [
      ROWS_AT_ONCE,
    ]);
    if (stale.rows.length === 0) return;
    const foldedRows = stale.rows.map((row) => {
      const { id, name, email } = staleRow.parse(row);
      // A tab sorts before every character of a name, so "Ann" sorts before "Anna". No search word contains one.
      return { id, folded: `${fold(name)}\t${fold(email)}`, from: `${name} ${email}` };
    });
    await query(
      `UPDATE ${names.accounts} AS a SET folded = made.folded, folded_from = made.made_from
       FROM (SELECT value ->> 'id' AS id, value ->> 'folded' AS folded, value ->> 'from' AS made_from
             FROM ${elements('$1')}) AS made
       WHERE a.id = made.id`,
      [JSON.stringify(foldedRows)],
    );
    // Lets other requests run in between.
    await setImmediate();
  }
}

/** Removes case and accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
