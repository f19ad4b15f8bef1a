import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '../icons.tsx';
import type { SortOrder } from './use-table-query.ts';

/** Content of an empty cell. Cards leave out the line. */
export const NOTHING = '–';

export interface Column<Row, Sort extends string> {
  label: string;
  /** Width and style of the column: `table__cell--<look>`. */
  look: string;
  /** Sort key of the server. Undefined if the column can't be sorted. */
  sort?: Sort;
  cell: (row: Row) => ReactNode;
}

/** Selection of rows for bulk actions. */
interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  onSelect: (rows: readonly Row[], isSelected: boolean) => void;
  /** Accessible name of the row's checkbox. */
  labelRow: (row: Row) => string;
  labelOfAll: string;
}

interface Props<Row, Sort extends string> {
  caption: string;
  /** Columns. The first one names the row. */
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  sorting: { by: Sort; order: SortOrder };
  onSort: (by: Sort, order: SortOrder) => void;
  /** Whether newer rows are loading. */
  isBusy: boolean;
  /** Checkbox at the start of each row. */
  selection?: RowSelection<Row>;
  /** Menu at the end of each row. `label`: the accessible column header. */
  actions?: { label: string; of: (row: Row) => ReactNode };
}

/** A table that the server searches, sorts and paginates. On narrow screens each row is a card. */
export function DataTable<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { caption, columns, rows, idOf, sorting, onSort, isBusy, selection, actions } = props;
  return (
    <table className="table" aria-busy={isBusy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="table__cell--select">
              <SelectAll rows={rows} selection={selection} />
            </th>
          )}
          {columns.map(({ label, look, sort }) => {
            const order = sort === sorting.by ? sorting.order : undefined;
            return (
              <th key={label} scope="col" className={`table__cell--${look}`} aria-sort={order}>
                {sort === undefined ? (
                  label
                ) : (
                  <SortButton label={label} order={order} onSort={(next) => onSort(sort, next)} />
                )}
              </th>
            );
          })}
          {actions && (
            <th scope="col" className="table__cell--actions">
              <span className="visually-hidden">{actions.label}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)} data-selected={selection?.isSelected(row) || undefined}>
            {selection && (
              <td className="table__cell--select">
                <label>
                  <input
                    type="checkbox"
                    aria-label={selection.labelRow(row)}
                    checked={selection.isSelected(row)}
                    onChange={({ target }) => selection.onSelect([row], target.checked)}
                  />
                </label>
              </td>
            )}
            {columns.map(({ label, look, cell }, index) => {
              const content = cell(row);
              const className = `table__cell--${look}`;
              return index === 0 ? (
                <th key={label} scope="row" className={className}>
                  {content}
                </th>
              ) : (
                <td
                  key={label}
                  className={className}
                  data-label={label}
                  data-nothing={content === NOTHING || undefined}
                >
                  {content}
                </td>
              );
            })}
            {actions && <td className="table__cell--actions">{actions.of(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Selects all rows of the page. */
function SelectAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: RowSelection<Row> }) {
  const count = rows.filter(selection.isSelected).length;
  return (
    <label>
      <input
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < rows.length;
        }}
        type="checkbox"
        aria-label={selection.labelOfAll}
        checked={count > 0 && count === rows.length}
        onChange={({ target }) => selection.onSelect(rows, target.checked)}
      />
    </label>
  );
}

interface SortButtonProps {
  label: string;
  order: SortOrder | undefined;
  onSort: (order: SortOrder) => void;
}

function SortButton({ label, order, onSort }: SortButtonProps) {
  const Arrow = order === undefined ? ChevronsUpDown : order === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="table__sort"
      onClick={() => onSort(order === 'ascending' ? 'descending' : 'ascending')}
    >
      {label}
      <Arrow size={14} />
    </button>
  );
}

interface WholeProps<Row> extends Omit<Props<Row, ''>, 'sorting' | 'onSort' | 'selection'> {
  /** Text to show if there are no rows. Default: nothing. */
  empty?: string;
}

/** A short list, complete and in the server's order. */
export function WholeTable<Row>({ empty, ...table }: WholeProps<Row>) {
  if (table.rows.length === 0)
    return (
      empty && (
        <div className="admin__empty">
          <p>{empty}</p>
        </div>
      )
    );
  return <DataTable {...table} sorting={{ by: '', order: 'descending' }} onSort={() => {}} />;
}
