import { setImmediate } from 'node:timers/promises';
import type { Account } from '../../accounts/account.ts';
import type { AccountQuery, AccountsPage } from '../../accounts/store/account-pages.ts';
import { writeCsv } from '../../shared/csv.ts';
import { exportOnlyColumns } from './read-people.ts';

const ROWS_AT_ONCE = 1_000;

/** Writes all matching accounts as a CSV file that can be imported elsewhere. */
export async function writePeople(
  page: (query: AccountQuery) => Promise<AccountsPage>,
  query: Omit<AccountQuery, 'offset' | 'limit'>,
  describeState: (account: Account) => string,
): Promise<string> {
  const rows: string[][] = [];
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const { accounts } = await page({ ...query, offset, limit: ROWS_AT_ONCE });
    if (accounts.length === 0) break;
    rows.push(...accounts.map((account) => toRow(account, describeState)));
    // Lets other requests run in between.
    await setImmediate();
  }
  return writeCsv([['email', 'name', 'role', 'groups', ...exportOnlyColumns], ...rows]);
}

function toRow(account: Account, describeState: (account: Account) => string): string[] {
  const { email, name, role, groups, createdAt, lastSignInAt } = account;
  const signedIn = lastSignInAt === null ? '' : new Date(lastSignInAt).toISOString();
  // Cells in the order of `exportOnlyColumns`.
  return [
    email,
    name,
    role,
    groups.join(' '),
    describeState(account),
    new Date(createdAt).toISOString(),
    signedIn,
  ];
}
