import { keyIn, useListQuery } from '../table/use-table-query.ts';
import { roleNames, stateNames, type UserSort } from './user-columns.tsx';

/** What the address says of the list, and how to change it. `filter`: without its order and pages. */
export function useUsersQuery() {
  const { query, list, search, change } = useListQuery<UserSort>(
    ['email', 'name', 'role', 'last-sign-in', 'created'],
    'ascending',
  );
  const role = keyIn(roleNames, query.get('role'));
  const state = keyIn(stateNames, query.get('state'));
  const filter = { search, ...(role && { role }), ...(state && { state }) };
  return { filter, list, change };
}
