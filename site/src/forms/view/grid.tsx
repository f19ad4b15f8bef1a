import { memo, useId } from 'react';
import { Button } from '../../button.tsx';
import type { FieldView } from '../form-view.ts';
import { Control } from './control.tsx';
import { makeAttributes, makeStyle, Star } from './field-looks.tsx';
import type { Send } from './form-body.tsx';
import { isSameField } from './same-field.ts';

/** A table whose cells are fields; the reader adds and deletes rows. */
export function Grid({ field, send }: { field: FieldView; send: Send }) {
  const id = useId();
  const { grid, mode } = field;
  if (!grid) return null;
  const canDelete = mode === 'edit';
  const isShown = (at: number) => !grid.columns[at]?.isHidden;
  return (
    <>
      <span id={id} className="sketch-label" style={makeStyle(field.labelLook)}>
        {field.label}
        {field.hasStar && mode === 'edit' && <Star />}
      </span>
      {/* A scrolling area must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="live-form__scroll table-scroll" aria-labelledby={id} tabIndex={0}>
        <table aria-labelledby={id}>
          <thead>
            <tr>
              <th>#</th>
              {grid.columns.map(
                ({ label, isHidden, hasStar }, index) =>
                  !isHidden && (
                    // Columns stay where they are.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <th key={index}>
                      {label}
                      {hasStar && <Star />}
                    </th>
                  ),
              )}
              {canDelete && (
                <th>
                  <span className="live-form__unseen">Delete</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {grid.rows.map((row, shownAt) => {
              const number = grid.firstRow + shownAt;
              return (
                // A row has only its number as a key, because its values belong to the form.
                <tr key={number}>
                  <td>{number}</td>
                  {row.map(
                    (cell, index) =>
                      isShown(index) && <Cell key={cell.id} field={cell} row={number} send={send} />,
                  )}
                  {canDelete && (
                    <td>
                      <Button
                        aria-label={`Delete row ${number}`}
                        onClick={() => send({ kind: 'delete-row', id: field.id, row: number })}
                      >
                        ×
                      </Button>
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
          {grid.totals && (
            <tfoot>
              <tr>
                <td>Total</td>
                {grid.totals.map(
                  (text, index) =>
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                    isShown(index) && <td key={index}>{text}</td>,
                )}
                {canDelete && <td />}
              </tr>
            </tfoot>
          )}
        </table>
      </section>
      {field.error !== undefined && <span className="sketch-error">{field.error}</span>}
      {grid.pages > 1 && <Pages id={field.id} page={grid.page} pages={grid.pages} send={send} />}
      {grid.canAdd && <Button onClick={() => send({ kind: 'add-row', id: field.id })}>+ New</Button>}
    </>
  );
}

interface PagesProps {
  /** Id of the grid. */
  id: string;
  page: number;
  pages: number;
  send: Send;
}

function Pages({ id, page, pages, send }: PagesProps) {
  const drawButton = (label: string, to: number) => (
    <Button
      // The button stays enabled at either end, so that it keeps the focus.
      aria-disabled={to < 1 || to > pages}
      onClick={() => send({ kind: 'page', id, page: to })}
    >
      {label}
    </Button>
  );
  return (
    <div className="live-form__bar">
      {drawButton('Previous page', page - 1)}
      <span role="status">
        Page {page} of {pages}
      </span>
      {drawButton('Next page', page + 1)}
    </div>
  );
}

const Cell = memo(function Cell({ field: cell, row, send }: { field: FieldView; row: number; send: Send }) {
  const id = useId();
  return (
    <td data-field={cell.id} {...makeAttributes(cell.look)}>
      <Control field={cell} id={id} name={`${cell.label}, row ${row}`} send={send} />
      {cell.error !== undefined && (
        <span id={`${id}-says`} className="sketch-error">
          {cell.error}
        </span>
      )}
    </td>
  );
}, isSameField);
