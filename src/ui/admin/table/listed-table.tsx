import { type ComponentProps, useEffect, useRef } from 'react';
import type { Loaded } from '../../use-loaded.ts';
import { NotYet } from '../not-yet.tsx';
import { DataTable } from './data-table.tsx';
import { limits, type SortOrder } from './list-query.ts';
import { TablePages } from './table-pages.tsx';
import type { useTableQuery } from './use-table-query.ts';

interface Props<Row, Sort extends string>
  extends Pick<ComponentProps<typeof DataTable<Row, Sort>>, 'caption' | 'columns' | 'idOf' | 'actions'> {
  loaded: Loaded<{ rows: readonly Row[]; total: number }>;
  /** What the address says. */
  list: { sort: Sort; order: SortOrder; page: number; limit: number };
  change: ReturnType<typeof useTableQuery>['change'];
  /** What it says where there is no row. */
  empty: string;
}

/** A list of the server: its rows, the ways to its other pages, and what is said while it comes or where it is empty. */
export function ListedTable<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { loaded, list, change, empty, ...table } = props;
  const { answer, state, reload } = loaded;
  const top = useRef<HTMLDivElement>(null);
  const total = answer?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / list.limit));
  // The last row of the last page is gone, or somebody has written the address.
  const isBeyond = state === 'loaded' && list.page > last;
  useEffect(() => {
    if (isBeyond) change({ page: String(last) }, 'replace');
  }, [isBeyond, last, change]);

  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  return (
    <div className="admin" ref={top}>
      {total === 0 ? (
        <div className="admin__empty">
          <p>{empty}</p>
        </div>
      ) : (
        <DataTable
          {...table}
          rows={answer.rows}
          sorted={{ by: list.sort, order: list.order }}
          onSort={(sort, order) => change({ sort, order })}
          isBusy={state === 'loading'}
        />
      )}
      <TablePages
        page={Math.min(list.page, last)}
        limit={list.limit}
        total={total}
        limits={limits}
        onPage={(page) => {
          change({ page: page === 1 ? undefined : String(page) });
          top.current?.scrollIntoView({ block: 'nearest' });
        }}
        onLimit={(limit) => change({ limit: String(limit) })}
      />
    </div>
  );
}
