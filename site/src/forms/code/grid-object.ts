import { type Field, getRow, type Handler } from '../model/field.ts';
import type { FormModel } from '../model/form-model.ts';

export type Column = number | string;

/** Methods for rows and columns, of a grid and of a control in a grid. */
export class GridObject {
  readonly #form: FormModel;
  readonly #field: Field;
  readonly #objectOf: (field: Field) => object;

  constructor(form: FormModel, field: Field, objectOf: (field: Field) => object) {
    this.#form = form;
    this.#field = field;
    this.#objectOf = objectOf;
  }

  /** Attaches a handler that gets field objects instead of ids. */
  on(event: string, handler: Handler): this {
    this.#onGrid(event, handler);
    return this;
  }

  onAddRow(handler: Handler): undefined {
    this.#onGrid('add', handler);
  }

  onDeleteRow(handler: Handler): undefined {
    this.#onGrid('remove', handler);
  }

  onShowRowDialog(handler: Handler): undefined {
    this.#onGrid('dialog', handler);
  }

  /** `data` has one object per column, in the order of the columns. */
  addRow(data: readonly { value?: unknown; label?: unknown }[] = []): this {
    const values = data.map(({ value, label }) => String(value ?? label ?? ''));
    this.#form.addRow(this.#field, values);
    return this;
  }

  deleteRow(row?: number): this {
    this.#form.deleteRow(this.#field, row);
    return this;
  }

  getNumberRows(): number {
    return this.#field.rows.length;
  }

  getSummary(column: Column): number {
    return this.#form.summarizeColumn(this.#field, this.#columnAt(column))?.value ?? 0;
  }

  hideColumn(column: number): undefined {
    this.#field.hiddenColumns.add(column - 1);
    this.#form.touch();
  }

  showColumn(column: number): undefined {
    this.#field.hiddenColumns.delete(column - 1);
    this.#form.touch();
  }

  hideNewButton(): this {
    return this.#allowRows(false);
  }

  showNewButton(): this {
    return this.#allowRows(true);
  }

  disableValidation(column?: Column): this {
    return this.#check(false, column);
  }

  enableValidation(column?: Column): this {
    return this.#check(true, column);
  }

  #onGrid(event: string, handler: Handler): void {
    const handlers = this.#form.gridHandlers.get(this.#field) ?? [];
    const unwrapValue = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(unwrapValue);
      return isField(value) ? this.#objectOf(value) : value;
    };
    handlers.push({ event, handler: (...values) => handler(...values.map(unwrapValue)) });
    this.#form.gridHandlers.set(this.#field, handlers);
  }

  #allowRows(canAddRows: boolean): this {
    this.#field.canAddRows = canAddRows;
    this.#form.touch();
    return this;
  }

  #columnAt(column: Column): number {
    if (typeof column === 'number') return column - 1;
    return this.#field.definition.columns?.findIndex(({ id }) => id === column) ?? -1;
  }

  #check(isChecked: boolean, column: Column | undefined): this {
    const { uncheckedColumns, rows } = this.#field;
    if (column === undefined) this.#field.isChecked = isChecked;
    else {
      const at = this.#columnAt(column);
      if (isChecked) uncheckedColumns.delete(at);
      else uncheckedColumns.add(at);
      for (const row of rows) {
        const cell = row[at];
        if (cell) Object.assign(cell, { isChecked, error: isChecked ? cell.error : undefined });
      }
    }
    if (!isChecked) this.#field.error = undefined;
    this.#form.touch();
    return this;
  }
}

function isField(value: unknown): value is Field {
  return typeof value === 'object' && value !== null && 'definition' in value && getRow(value as Field) >= 0;
}
