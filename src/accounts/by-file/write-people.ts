import { setImmediate } from 'node:timers/promises';
import { csvText } from '../../shared/csv.ts';
import type { Account } from '../account.ts';
import type { AccountPage, AccountQuery } from '../store/account-pages.ts';
import { toldColumns } from './read-people.ts';

const ROWS_AT_ONCE = 1_000;

/** What the query finds, as a file that can be imported elsewhere. `stateOf`: in words. */
export async function writePeople(
  page: (query: AccountQuery) => Promise<AccountPage>,
  query: Omit<AccountQuery, 'offset' | 'limit'>,
  stateOf: (account: Account) => string,
): Promise<string> {
  const rows: string[][] = [];
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const { accounts } = await page({ ...query, offset, limit: ROWS_AT_ONCE });
    if (accounts.length === 0) break;
    rows.push(...accounts.map((account) => rowOf(account, stateOf)));
    // Requests have their turn in between.
    await setImmediate();
  }
  return csvText([['email', 'name', 'role', 'groups', ...toldColumns], ...rows]);
}

function rowOf(account: Account, stateOf: (account: Account) => string): string[] {
  const { email, name, role, groups, createdAt, lastSignInAt } = account;
  const signedIn = lastSignInAt === null ? '' : new Date(lastSignInAt).toISOString();
  // In the order of `toldColumns`.
  return [email, name, role, groups.join(' '), stateOf(account), new Date(createdAt).toISOString(), signedIn];
}
