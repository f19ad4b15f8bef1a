import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { allOf, type Database, numberOf, parameters } from '../../storage/database.ts';
import type { Account, AccountState, Role } from '../account.ts';
import { ACCOUNT, accountRow, CAN_SIGN_IN } from './account-rows.ts';

type AccountSort = 'name' | 'email' | 'role' | 'last-sign-in' | 'created';

export interface AccountFilter {
  /** All of these words are in name or e-mail, whatever their case and accents. Empty: everybody. */
  search?: string | undefined;
  role?: Role | undefined;
  state?: AccountState | undefined;
}

export interface AccountQuery extends AccountFilter {
  /** By e-mail unless said. */
  sort?: AccountSort;
  descending?: boolean;
  offset?: number;
  /** All of them unless said. */
  limit?: number;
}

export interface AccountPage {
  accounts: Account[];
  /** Of all pages. */
  total: number;
}

const ROWS_AT_ONCE = 500;

/** Never signed in is longer ago than any time. */
const order: Record<AccountSort, (byteOrder: string) => string> = {
  name: (byteOrder) => `a.folded ${byteOrder}`,
  email: (byteOrder) => `a.email ${byteOrder}`,
  role: (byteOrder) => `a.role ${byteOrder}`,
  'last-sign-in': () => 'coalesce(a.last_sign_in_at, 0)',
  created: () => 'a.created_at',
};

export function accountPages(database: Database) {
  const { names, query, position, byteOrder } = database;
  const from = `FROM ${names.accounts} a`;

  /** `issuer`: whose accounts can sign in. */
  async function whereOf({ search = '', role, state }: AccountFilter, issuer: string) {
    await foldStale(database);
    const parameter = parameters();
    const words = fold(search).split(/\s+/).filter(Boolean);
    const conditions = words.map((word) => `${position}(a.folded, ${parameter(word)}) > 0`);
    if (role !== undefined) conditions.push(`a.role = ${parameter(role)}`);
    if (state !== undefined) conditions.push(stateIs[state](parameter(issuer)));
    return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', parameter };
  }

  return {
    /** Of all that fit, by e-mail. */
    idsOfAccounts: async (wanted: AccountFilter, issuer: string): Promise<string[]> => {
      const { where, parameter } = await whereOf(wanted, issuer);
      const all = `SELECT a.id ${from} ${where} ORDER BY a.email ${byteOrder}`;
      return (await query(all, parameter.given)).rows.map((row) => idRow.parse(row).id);
    },
    /** `issuer`: whose accounts can sign in. */
    pageOfAccounts: async (wanted: AccountQuery, issuer: string): Promise<AccountPage> => {
      const { sort = 'email', descending = false, offset = 0, limit } = wanted;
      const { where, parameter } = await whereOf(wanted, issuer);
      const total = numberOf(await query(`SELECT count(*) AS n ${from} ${where}`, parameter.given), 'n') ?? 0;
      const count = Math.max(0, Math.min(limit ?? total, total - offset));
      if (count === 0) return { accounts: [], total };
      // What lies behind the middle is nearer from the end: a database sorts all that comes before a page.
      const fromEnd = offset > total / 2;
      const direction = (isDescending: boolean) => (isDescending === fromEnd ? '' : 'DESC');
      const by = `${order[sort](byteOrder)} ${direction(descending)}, a.email ${byteOrder} ${direction(false)}`;
      const skipped = fromEnd ? total - offset - count : offset;
      const part = `LIMIT ${parameter(count)} OFFSET ${parameter(skipped)}`;
      // Only ids are carried through the sorting of many rows.
      const ids = `SELECT a.id ${from} ${where} ORDER BY ${by} ${part}`;
      const page = `SELECT ${ACCOUNT} ${from} WHERE a.id IN (${ids}) ORDER BY ${by}`;
      const found = await query(page, parameter.given);
      const accounts = allOf(found, accountRow);
      return { accounts: fromEnd ? accounts.reverse() : accounts, total };
    },
  };
}

const stateIs: Record<AccountState, (issuer: string) => string> = {
  active: (issuer) => `a.issuer = ${issuer} AND ${CAN_SIGN_IN}`,
  disabled: (issuer) => `a.issuer = ${issuer} AND a.disabled`,
  invited: (issuer) => `a.issuer = ${issuer} AND NOT a.disabled AND NOT (${CAN_SIGN_IN})`,
  elsewhere: (issuer) => `a.issuer <> ${issuer}`,
};

const idRow = z.object({ id: z.string() });
const staleRow = z.object({ id: z.string(), name: z.string(), email: z.string() });

/**
 * Neither database folds every script's letters without help, so it is done here, and kept in the row with what it was
 * made from. An account that is new, or has another name by now, is folded by the first who asks for a page.
 */
export async function foldStale({ names, query, elements }: Database): Promise<void> {
  const isStale = "folded_from IS DISTINCT FROM name || ' ' || email";
  for (;;) {
    const stale = await query(`SELECT id, name, email FROM ${names.accounts} WHERE ${isStale} LIMIT $1`, [
      ROWS_AT_ONCE,
    ]);
    if (stale.rows.length === 0) return;
    const folded = stale.rows.map((row) => {
      const { id, name, email } = staleRow.parse(row);
      // No word has a tab, and it comes before all that a name has: so names are sorted before what follows them.
      return { id, folded: `${fold(name)}\t${fold(email)}`, from: `${name} ${email}` };
    });
    await query(
      `UPDATE ${names.accounts} AS a SET folded = made.folded, folded_from = made.made_from
       FROM (SELECT value ->> 'id' AS id, value ->> 'folded' AS folded, value ->> 'from' AS made_from
             FROM ${elements('$1')}) AS made
       WHERE a.id = made.id`,
      [JSON.stringify(folded)],
    );
    // Requests have their turn in between.
    await setImmediate();
  }
}

/** Without case and accents. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
