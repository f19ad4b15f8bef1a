import * as texts from 'virtual:site/texts';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { fillText } from '../../fill-text.ts';
import { NotYet } from '../../not-yet.tsx';
import { ChevronRight } from '../../shell/icons.tsx';
import type { Loaded } from '../../use-loaded.ts';
import { ChevronLeft, ChevronsLeft, ChevronsRight } from '../icons.tsx';
import { numberFormat } from '../number.ts';
import { DataTable } from './data-table.tsx';
import { Options } from './table-filters.tsx';
import { changeQuery, rowLimits, type SortOrder } from './use-table-query.ts';

interface Props<Row, Sort extends string>
  extends Pick<
    ComponentProps<typeof DataTable<Row, Sort>>,
    'caption' | 'columns' | 'idOf' | 'selection' | 'actions'
  > {
  loaded: Loaded<{ rows: readonly Row[]; total: number }>;
  /** List settings from the URL. */
  list: { sort: Sort; order: SortOrder; page: number; limit: number };
  /** Content if there are no rows. */
  empty: ReactNode;
  /** Content above the table, if there are rows. */
  above?: ReactNode;
}

/** A list with its rows, pagination, and texts while it loads or if it is empty. */
export function ListedTable<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { loaded, list, empty, above, ...table } = props;
  const { answer, state, reload } = loaded;
  const top = useRef<HTMLDivElement>(null);
  const total = answer?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / list.limit));
  // The last row of the last page was deleted, or someone edited the URL.
  const isBeyond = state === 'loaded' && list.page > last;
  useEffect(() => {
    if (isBeyond) changeQuery({ page: String(last) }, 'replace');
  }, [isBeyond, last]);

  if (state === 'failed' || answer === undefined) return <NotYet state={state} reload={reload} />;
  return (
    <div className="admin" ref={top}>
      {/* Always there, because screen readers announce what changes in it. */}
      <div role="status">
        {total === 0 && (
          <div className="admin__empty">{typeof empty === 'string' ? <p>{empty}</p> : empty}</div>
        )}
      </div>
      {total > 0 && (
        <>
          {above}
          <DataTable
            {...table}
            rows={answer.rows}
            sorting={{ by: list.sort, order: list.order }}
            onSort={(sort, order) => changeQuery({ sort, order })}
            isBusy={state === 'loading'}
          />
        </>
      )}
      <TablePages
        page={Math.min(list.page, last)}
        limit={list.limit}
        total={total}
        onPage={(page) => {
          changeQuery({ page: page === 1 ? undefined : String(page) });
          top.current?.scrollIntoView({ block: 'nearest' });
        }}
        onLimit={(limit) => changeQuery({ limit: String(limit) })}
      />
    </div>
  );
}

interface TablePagesProps {
  page: number;
  limit: number;
  /** Number of rows on all pages. */
  total: number;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
}

/** Range of rows, and buttons for the other pages. */
function TablePages({ page, limit, total, onPage, onLimit }: TablePagesProps) {
  const id = useId();
  const last = Math.max(1, Math.ceil(total / limit));
  const rowRange = fillText(texts.rowsShown, {
    from: numberFormat.format((page - 1) * limit + 1),
    to: numberFormat.format(Math.min(page * limit, total)),
    total: numberFormat.format(total),
  });
  const formats = [
    { label: texts.firstPage, to: 1, Icon: ChevronsLeft, off: page === 1 },
    { label: texts.previousPage, to: page - 1, Icon: ChevronLeft, off: page === 1 },
    { label: texts.nextPage, to: page + 1, Icon: ChevronRight, off: page >= last },
    { label: texts.lastPage, to: last, Icon: ChevronsRight, off: page >= last },
  ];
  return (
    <div className="table-pages">
      {/* The text of an empty list is announced above. */}
      <p role="status">{total > 0 && rowRange}</p>
      <div className="table-pages__limit" hidden={total === 0}>
        <label htmlFor={id}>{texts.rowsPerPage}</label>
        <select id={id} value={limit} onChange={({ target }) => onLimit(Number(target.value))}>
          <Options options={rowLimits.map((rowLimit) => [rowLimit, rowLimit])} />
        </select>
      </div>
      <nav aria-label={texts.tablePages} hidden={total === 0}>
        {formats.slice(0, 2).map(drawPageButton)}
        <span className="table-pages__now">
          {fillText(texts.pageOfPages, { page: numberFormat.format(page), pages: numberFormat.format(last) })}
        </span>
        {formats.slice(2).map(drawPageButton)}
      </nav>
    </div>
  );

  function drawPageButton({ label, to, Icon, off }: (typeof formats)[number]) {
    // The buttons are never `disabled`, because the pressed one would lose the focus on the last page.
    return (
      <button
        key={label}
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-disabled={off}
        onClick={() => off || onPage(to)}
      >
        <Icon size={18} />
      </button>
    );
  }
}
