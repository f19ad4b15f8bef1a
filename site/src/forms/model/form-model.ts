import type { FormDefinition, FormState, Mode } from '../definition.ts';
import {
  createMarkup,
  type Field,
  findPageOfRow,
  findValue,
  getFieldId,
  getRow,
  type Handler,
  isList,
  openField,
} from './field.ts';
import { FollowingValues, type FormHost } from './following-values.ts';
import { findProblem } from './validation.ts';

/** Events of the form as a whole. */
export type Outcome = 'open' | 'sent' | 'closed';

export interface Message {
  text: string;
  emphasis: string;
  type: 'info' | 'success' | 'warning' | 'danger';
}

/** A form that someone fills in, with everything that depends on its values. It works without a page. */
export class FormModel extends FollowingValues {
  readonly formMarkup = createMarkup();
  readonly gridHandlers = new Map<Field, { event: string; handler: Handler }[]>();
  mode: Mode;
  outcome: Outcome = 'open';
  isCovered = false;
  /** Whether the form was saved. Files have identifiers after that. */
  isSaved = false;
  message: Message | undefined;
  /** The field in which code has put the cursor. `count` grows when code puts it there again. */
  focus: { id: string; count: number } | undefined;
  onSubmit: (() => unknown) | undefined;
  print: { before?: Handler | undefined; after?: Handler | undefined } = {};

  constructor(definition: FormDefinition, state: FormState, host: FormHost) {
    super(definition, host);
    this.mode = state.mode;
    for (const field of this.fields) this.fill(field, state);
    for (const field of this.fields) this.compute(field);
    if (Object.values(state.fields).some(({ error }) => error !== undefined)) this.validate();
  }

  getMode(field: Field): Mode {
    const above = field.grid ? this.getMode(field.grid) : this.mode;
    return field.mode ?? above;
  }

  addRow(grid: Field, values: readonly string[] = []): Field[] {
    const row = (grid.definition.columns ?? []).map((column) => openField(column, { grid }));
    this.emit(grid, 'beforeAdd', grid, grid.rows.length, values);
    grid.rows.push(row);
    for (const [index, cell] of row.entries()) {
      cell.isChecked = !grid.uncheckedColumns.has(index);
      this.loadOptions(cell);
      const value = values[index] ?? cell.definition.defaultValue ?? '';
      cell.value = isList(cell.definition) ? [] : findValue(cell, value);
      if (cell.value === '') this.takeQueried(cell);
    }
    for (const cell of row) this.compute(cell);
    grid.page = findPageOfRow(grid);
    this.emit(grid, 'add', row, grid, grid.rows.length);
    this.host.changed();
    return row;
  }

  deleteRow(grid: Field, row = grid.rows.length): void {
    const [removedRow] = grid.rows.splice(row - 1, 1);
    if (!removedRow) return;
    grid.page = Math.min(grid.page, findPageOfRow(grid));
    this.emit(grid, 'remove', grid, removedRow, row);
    this.host.changed();
  }

  /** Shows another page of a grid when the reader chooses it. */
  openPage(grid: Field, page: number): void {
    if (page < 1 || page > findPageOfRow(grid) || page === grid.page) return;
    grid.page = page;
    this.emit(grid, 'pager');
    this.host.changed();
  }

  /** Marks invalid fields. Returns whether there are none. */
  validate(): boolean {
    const all = this.fieldsAndCells;
    for (const field of all) this.validateField(field);
    return all.every(({ error }) => error === undefined);
  }

  validateField(field: Field): void {
    field.error = findProblem(field);
    this.host.changed();
  }

  submit(): void {
    if (this.onSubmit?.() === false) return;
    for (const handler of this.formMarkup.handlers)
      if (handler.event === 'submit' && handler.handler({ type: 'submit' }) === false) return;
    if (!this.validate()) {
      const invalidField = this.fieldsAndCells.find(({ error, hidden }) => error && !hidden);
      if (invalidField) this.moveFocus(getFieldId(invalidField));
      return;
    }
    this.outcome = 'sent';
    this.host.changed();
  }

  save(): boolean {
    if (this.isBusy) return false;
    this.isSaved = true;
    this.say({ text: 'The form is saved.', emphasis: '', type: 'success' });
    return true;
  }

  close(): void {
    this.outcome = 'closed';
    this.host.changed();
  }

  say(message: Message, milliseconds = 4000): void {
    this.message = message;
    this.host.later(() => {
      if (this.message !== message) return;
      this.message = undefined;
      this.host.changed();
    }, milliseconds);
    this.host.changed();
  }

  moveFocus(id: string): void {
    const field = this.findField(id);
    if (field?.grid) field.grid.page = findPageOfRow(field.grid, getRow(field));
    this.focus = { id, count: (this.focus?.count ?? 0) + 1 };
    this.host.changed();
  }

  /** Reports a change from outside. */
  touch(): void {
    this.host.changed();
  }

  emit(grid: Field, event: string, ...values: unknown[]): void {
    for (const one of [...(this.gridHandlers.get(grid) ?? [])])
      if (one.event === event) one.handler(...values);
  }

  private fill(field: Field, { fields }: FormState): void {
    const { definition } = field;
    const state = fields[definition.id] ?? {};
    field.hidden = state.hidden ?? false;
    field.mode = state.mode ?? field.mode;
    field.isRequired = state.required ?? field.isRequired;
    field.label = this.fillVariables(state.label ?? definition.label);
    field.text = field.label;
    if (definition.control === 'grid') {
      for (const row of state.rows ?? [])
        this.addRow(
          field,
          (definition.columns ?? []).map(({ id }) => row[id] ?? ''),
        );
      return;
    }
    this.loadOptions(field);
    const initialText = state.value ?? this.fillVariables(definition.defaultValue ?? '');
    if (isList(definition)) {
      const list =
        typeof initialText === 'string'
          ? initialText.split('|').filter((candidate) => candidate !== '')
          : initialText;
      field.value = list.map((item) => findValue(field, item));
    } else field.value = findValue(field, String(initialText));
    if (definition.control === 'image') field.source = String(initialText);
    if (field.value === '') this.takeQueried(field);
  }
}
