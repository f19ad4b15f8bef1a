import { useSyncExternalStore } from 'react';

const ownChange = 'table-query';

/** Changes query parameters. `undefined` removes one. Without a page in the changes, the table returns to its first. */
export function changeQuery(
  changes: Readonly<Record<string, string | undefined>>,
  how: 'push' | 'replace' = 'push',
): void {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  const address = location.pathname + (next.size > 0 ? `?${next}` : '');
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  dispatchEvent(new Event(ownChange));
}

/** The state of a table, which is in the URL: it survives a reload, can be shared, and the Back button restores it. */
export function useTableQuery(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => location.search));
}

function subscribe(listener: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  addEventListener(ownChange, listener, { signal });
  addEventListener('popstate', listener, { signal });
  // A link to this page that the shell handles.
  if ('navigation' in window) navigation.addEventListener('currententrychange', listener, { signal });
  return () => over.abort();
}

/** Returns the value if it is an option, else the first option: people can edit the URL. */
export function pickOption<Value extends string>(
  values: readonly [Value, ...Value[]],
  value: string | null,
): Value {
  return values.find((option) => option === value) ?? values[0];
}

/** Returns the value if it is a key. */
export function findKey<Key extends string>(names: Readonly<Record<Key, string>>, value: string | null) {
  // `Object.keys` returns `string[]`, although the keys are known.
  return (Object.keys(names) as Key[]).find((key) => key === value);
}

function readPageNumber(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

export const rowLimits = [25, 50, 100] as const;

export type SortOrder = 'ascending' | 'descending';

/** Order and page of a list. */
export interface ListSettings<Sort extends string> {
  sort: Sort;
  order: SortOrder;
  page: number;
  limit: number;
}

/** A list as the URL describes it. */
export interface ListQuery<Sort extends string> {
  query: URLSearchParams;
  list: ListSettings<Sort>;
  search: string;
}

/** List settings from the URL. The first of `sorts` is the default. */
export function useListQuery<Sort extends string>(
  sorts: readonly [Sort, ...Sort[]],
  order: SortOrder = 'descending',
): ListQuery<Sort> {
  const query = useTableQuery();
  const list = {
    sort: pickOption(sorts, query.get('sort')),
    order: pickOption([order, order === 'ascending' ? 'descending' : 'ascending'], query.get('order')),
    page: readPageNumber(query),
    limit: rowLimits.find((limit) => String(limit) === query.get('limit')) ?? rowLimits[0],
  };
  const search = (query.get('search') ?? '').slice(0, 200);
  return { query, list, search };
}
