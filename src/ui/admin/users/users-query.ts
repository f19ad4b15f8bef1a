import type { AccountListQuery } from '../../../model/api/accounts.ts';
import { oneOf, useListQuery } from '../table/use-table-query.ts';

const roles = ['', 'reader', 'administrator'] as const;
const states = ['', 'active', 'disabled', 'invited', 'elsewhere'] as const;

export type UserSort = NonNullable<AccountListQuery['sort']>;

/** What the address says of the list, and how to change it. `filter`: without its order and pages. */
export function useUsersQuery() {
  const { query, list, search, change } = useListQuery<UserSort>(
    ['email', 'name', 'role', 'last-sign-in', 'created'],
    'ascending',
  );
  const role = oneOf(roles, query.get('role'));
  const state = oneOf(states, query.get('state'));
  const filter = { search, ...(role && { role }), ...(state && { state }) };
  return { filter, list, change };
}
