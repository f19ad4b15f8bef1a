import type { AccountListQuery } from '../../../model/api/accounts.ts';
import { oneOf, pageNumber, useTableQuery } from '../table/use-table-query.ts';

export const limits = [25, 50, 100] as const;
const sorts = ['email', 'name', 'role', 'last-sign-in', 'created'] as const;
const orders = ['ascending', 'descending'] as const;
const roles = ['', 'reader', 'administrator'] as const;
const states = ['', 'active', 'disabled', 'invited', 'elsewhere'] as const;

export interface WantedUsers extends AccountListQuery {
  search: string;
  sort: (typeof sorts)[number];
  order: (typeof orders)[number];
  page: number;
  limit: number;
}

/** What the address says of the list, and how to change it. */
export function useUsersQuery() {
  const { query, change } = useTableQuery();
  const role = oneOf(roles, query.get('role'));
  const state = oneOf(states, query.get('state'));
  const wanted: WantedUsers = {
    search: (query.get('search') ?? '').slice(0, 200),
    ...(role === '' ? {} : { role }),
    ...(state === '' ? {} : { state }),
    sort: oneOf(sorts, query.get('sort')),
    order: oneOf(orders, query.get('order')),
    page: pageNumber(query),
    limit: limits.find((limit) => String(limit) === query.get('limit')) ?? limits[0],
  };
  const isFiltered = wanted.search !== '' || role !== '' || state !== '';
  /** What the accounts are searched by, in whichever order and pages. */
  const { search, role: ofRole, state: ofState } = wanted;
  const filter = { search, ...(ofRole && { role: ofRole }), ...(ofState && { state: ofState }) };
  return { wanted, filter, key: JSON.stringify(wanted), isFiltered, change };
}
