import type { ComponentProps } from 'react';
import { DataTable } from './data-table.tsx';

interface Props<Row>
  extends Pick<
    ComponentProps<typeof DataTable<Row, ''>>,
    'caption' | 'columns' | 'rows' | 'idOf' | 'actions' | 'isBusy'
  > {
  /** What it says where there is no row; nothing unless said. */
  empty?: string;
}

/** A short list, all of it and in the server's order. */
export function WholeTable<Row>({ empty, ...table }: Props<Row>) {
  if (table.rows.length === 0)
    return (
      empty && (
        <div className="admin__empty">
          <p>{empty}</p>
        </div>
      )
    );
  return <DataTable {...table} sorted={{ by: '', order: 'descending' }} onSort={() => {}} />;
}
