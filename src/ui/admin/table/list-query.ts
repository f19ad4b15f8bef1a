import { oneOf, pageNumber, useTableQuery } from './use-table-query.ts';

export const limits = [25, 50, 100] as const;

export type SortOrder = 'ascending' | 'descending';

/** What the address says of a list that the server sorts and cuts into pages. `sorts`: the first unless it says one. */
export function useListQuery<Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  order: SortOrder = 'descending',
) {
  const { query, change } = useTableQuery();
  const list = {
    sort: oneOf(sorts, query.get('sort')),
    order: oneOf([order, order === 'ascending' ? 'descending' : 'ascending'], query.get('order')),
    page: pageNumber(query),
    limit: limits.find((limit) => String(limit) === query.get('limit')) ?? limits[0],
  };
  const search = (query.get('search') ?? '').slice(0, 200);
  return { query, change, list, search };
}
