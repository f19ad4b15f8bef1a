import type { FieldDefinition, FormDefinition, FormState, Mode, Option } from '../definition.ts';
import { runSelect } from '../query/run-select.ts';
import {
  type Field,
  type Handler,
  hasOptions,
  idOf,
  isInput,
  isList,
  type Markup,
  markup,
  openField,
  pagesOf,
  pageWith,
  rowOf,
  textOf,
  type Value,
  valueFor,
} from './field.ts';
import { computeFormula, decimalsOf, fieldsIn, withDecimals } from './formula.ts';
import { problemOf } from './validation.ts';

export interface FormHost {
  /** After the answer of a query, or a pause that code asked for. */
  later(action: () => void, milliseconds?: number): void;
  /** Something is to be shown again. */
  changed(): void;
}

/** What happened to the form as a whole. */
export type Outcome = 'open' | 'sent' | 'closed';

export interface Message {
  text: string;
  emphasis: string;
  type: 'info' | 'success' | 'warning' | 'danger';
}

/** How long a query takes. */
const QUERY_MS = 40;

/** A form that somebody fills in: the values, and all that follows from them. Nothing in it needs a page. */
export class FormModel {
  readonly fields: Field[];
  /** What code has done to the pieces of panels, by their ids. */
  readonly pieces = new Map<string, Markup>();
  readonly formMarkup = markup();
  readonly gridHandlers = new Map<Field, { event: string; handler: Handler }[]>();
  mode: Mode;
  outcome: Outcome = 'open';
  isCovered = false;
  /** Files have identifiers from then on. */
  isSaved = false;
  message: Message | undefined;
  /** Where code has put the cursor; `count` says that it did so again. */
  focus: { id: string; count: number } | undefined;
  onChange: ((id: string, newValue: unknown, oldValue: unknown, row?: number) => void) | undefined;
  onSubmit: (() => unknown) | undefined;
  print: { before?: Handler | undefined; after?: Handler | undefined } = {};

  readonly definition: FormDefinition;
  private readonly host: FormHost;
  private running = 0;
  private waiting: (() => void)[] = [];

  constructor(definition: FormDefinition, state: FormState, host: FormHost) {
    this.definition = definition;
    this.host = host;
    this.mode = state.mode;
    this.fields = definition.rows.flat().flatMap((one) => openWithSubform(one));
    for (const { definition: one } of this.fields)
      for (const { id } of one.pieces ?? []) if (id !== undefined) this.pieces.set(id, markup());
    for (const field of this.fields) this.fill(field, state);
    for (const field of this.fields) this.compute(field);
    if (Object.values(state.fields).some(({ error }) => error !== undefined)) this.validate();
  }

  field(id: string): Field | undefined {
    const [, grid, row, column] = /^\[(.+?)\]\[(\d+)\]\[(.+?)\]$/.exec(id) ?? [];
    if (grid === undefined || column === undefined)
      return this.fields.find(({ definition }) => definition.id === id);
    return this.field(grid)?.rows[Number(row) - 1]?.find(({ definition }) => definition.id === column);
  }

  cell(grid: Field, row: number, column: number | string): Field | undefined {
    const cells = grid.rows[row - 1];
    return typeof column === 'number'
      ? cells?.[column - 1]
      : cells?.find(({ definition }) => definition.id === column);
  }

  modeOf(field: Field): Mode {
    const above = field.grid ? this.modeOf(field.grid) : this.mode;
    return field.mode ?? above;
  }

  /** Sets a value and does all that follows. */
  set(field: Field, value: Value): void {
    const old = field.value;
    if (String(old) === String(value) && Array.isArray(old) === Array.isArray(value)) return;
    field.value = value;
    field.error = undefined;
    for (const one of this.siblingsOf(field)) this.compute(one);
    this.refreshDependents(field);
    this.announce(field, old);
    this.host.changed();
  }

  /** Sets the text that the reader sees: an option by its label. */
  setText(field: Field, text: Value): void {
    if (!isInput(field.definition)) {
      field.text = String(text);
      this.host.changed();
      return;
    }
    this.set(
      field,
      typeof text === 'string' ? valueFor(field, text) : text.map((one) => valueFor(field, one)),
    );
  }

  /** When no query runs any more. */
  whenSettled(action: () => void): void {
    if (this.running === 0) this.host.later(action, 0);
    else this.waiting.push(action);
  }

  get isBusy(): boolean {
    return this.running > 0;
  }

  addRow(grid: Field, values: readonly string[] = []): Field[] {
    const row = (grid.definition.columns ?? []).map((column) => openField(column, { grid }));
    this.emit(grid, 'beforeAdd', grid, grid.rows.length, values);
    grid.rows.push(row);
    for (const [at, cell] of row.entries()) {
      cell.isChecked = !grid.uncheckedColumns.has(at);
      this.loadOptions(cell);
      const value = values[at] ?? cell.definition.defaultValue ?? '';
      cell.value = isList(cell.definition) ? [] : valueFor(cell, value);
      if (cell.value === '') this.takeQueried(cell);
    }
    for (const cell of row) this.compute(cell);
    grid.page = pagesOf(grid);
    this.emit(grid, 'add', row, grid, grid.rows.length);
    this.host.changed();
    return row;
  }

  deleteRow(grid: Field, row = grid.rows.length): void {
    const [removed] = grid.rows.splice(row - 1, 1);
    if (!removed) return;
    grid.page = Math.min(grid.page, pagesOf(grid));
    this.emit(grid, 'remove', grid, removed, row);
    this.host.changed();
  }

  /** As the reader does it. */
  openPage(grid: Field, page: number): void {
    if (page < 1 || page > pagesOf(grid) || page === grid.page) return;
    grid.page = page;
    this.emit(grid, 'pager');
    this.host.changed();
  }

  /** At the foot of a column; `undefined` where it has no function. */
  summary(grid: Field, column: number): { value: number; text: string } | undefined {
    const operation = grid.definition.columns?.[column]?.operation;
    if (operation === undefined) return undefined;
    const texts = grid.rows.flatMap((row) => row[column]?.value ?? '').filter((text) => text.trim() !== '');
    const numbers = texts.map(Number).filter(Number.isFinite);
    const sum = numbers.reduce((total, one) => total + one, 0);
    const value = operation === 'sum' ? sum : sum / Math.max(1, numbers.length);
    const text = withDecimals(value, Math.max(0, ...texts.map(decimalsOf)));
    return { value: Number(text), text };
  }

  /** Marks what is wrong. Whether nothing is. */
  validate(): boolean {
    const all = this.fields.flatMap((field) => [field, ...field.rows.flat()]);
    for (const field of all) this.validateField(field);
    this.host.changed();
    return all.every(({ error }) => error === undefined);
  }

  validateField(field: Field): void {
    field.error = problemOf(field);
    this.host.changed();
  }

  submit(): void {
    if (this.onSubmit?.() === false) return;
    for (const one of this.formMarkup.handlers)
      if (one.event === 'submit' && one.handler({ type: 'submit' }) === false) return;
    if (!this.validate()) {
      const wrong = this.fields
        .flatMap((one) => [one, ...one.rows.flat()])
        .find(({ error, hidden }) => error && !hidden);
      if (wrong) this.moveFocus(idOf(wrong));
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
    const field = this.field(id);
    if (field?.grid) field.grid.page = pageWith(field.grid, rowOf(field));
    this.focus = { id, count: (this.focus?.count ?? 0) + 1 };
    this.host.changed();
  }

  /** Something was changed from outside. */
  touch(): void {
    this.host.changed();
  }

  emit(grid: Field, event: string, ...values: unknown[]): void {
    for (const one of [...(this.gridHandlers.get(grid) ?? [])])
      if (one.event === event) one.handler(...values);
  }

  /** Variables of the case, as `@@…` reads them: the value, and the label of what was chosen. */
  variables(): Record<string, unknown> {
    const values: Record<string, unknown> = { ...this.definition.variables };
    for (const field of this.fields) {
      const { id, control } = field.definition;
      if (control === 'grid') values[id] = gridValue(field);
      else if (isInput(field.definition)) values[id] = field.value;
      if (hasOptions(field.definition) || control === 'checkbox') values[`${id}_label`] = textOf(field);
    }
    return values;
  }

  /** A text with `@@name` or `@#name` in it. */
  withVariables(text: string): string {
    return text.replace(/@[@#%=?]([A-Za-z_]\w*)/g, (_, name: string) => this.variable(name));
  }

  /** What a Suggest offers for what was typed. */
  suggestions(field: Field): readonly Option[] {
    const typed = String(textOf(field)).toLowerCase();
    return field.options.filter(([, label]) => label.toLowerCase().includes(typed)).slice(0, 10);
  }

  private variable(name: string, cell?: Field): string {
    const sibling = cell && this.siblingsOf(cell).find(({ definition }) => definition.id === name);
    const value = (sibling ?? this.field(name))?.value ?? this.definition.variables[name] ?? '';
    return String(value);
  }

  /** The other fields of the form; for a cell, those of its row. */
  private siblingsOf(field: Field): readonly Field[] {
    return field.grid?.rows.find((row) => row.includes(field)) ?? this.fields;
  }

  private fill(field: Field, { fields }: FormState): void {
    const { definition } = field;
    const state = fields[definition.id] ?? {};
    field.hidden = state.hidden ?? false;
    field.mode = state.mode ?? field.mode;
    field.isRequired = state.required ?? field.isRequired;
    field.label = this.withVariables(state.label ?? definition.label);
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
    const written = state.value ?? this.withVariables(definition.defaultValue ?? '');
    if (isList(definition)) {
      const list = typeof written === 'string' ? written.split('|').filter((one) => one !== '') : written;
      field.value = list.map((one) => valueFor(field, one));
    } else field.value = valueFor(field, String(written));
    if (definition.control === 'image') field.source = String(written);
    if (field.value === '') this.takeQueried(field);
  }

  /** Those of the definition, then those of the query. */
  private loadOptions(field: Field): void {
    const { definition } = field;
    if (!hasOptions(definition)) return;
    const queried = this.query(field).map(([key = '', label = ''] = []): Option => [key, label]);
    field.options = [...(definition.options ?? []), ...queried];
    const count =
      definition.control === 'checkgroup' || definition.control === 'radio' ? field.options.length : 1;
    while (field.inputs.length < count) field.inputs.push(markup());
    field.inputs.length = Math.max(1, count);
  }

  /** What a query or the first option puts into a field that is empty. */
  private takeQueried(field: Field): void {
    const { control, placeholder } = field.definition;
    if (control === 'dropdown' && placeholder === undefined) field.value = field.options[0]?.[0] ?? '';
    else if (!hasOptions(field.definition) && field.definition.sql !== undefined)
      field.value = this.query(field)[0]?.[0] ?? '';
  }

  private query(field: Field): string[][] {
    const { sql } = field.definition;
    if (sql === undefined) return [];
    const filled = sql.replace(/@@(\w+)/g, (_, name: string) => JSON.stringify(this.variable(name, field)));
    return runSelect(filled, this.definition.tables);
  }

  private compute(field: Field): void {
    const { formula } = field.definition;
    if (formula === undefined) return;
    const siblings = this.siblingsOf(field);
    const needed = fieldsIn(formula);
    const value = computeFormula(formula, (id) => {
      const one = siblings.find(({ definition }) => definition.id === id);
      return needed.includes(id) && one ? String(one.value) : '';
    });
    if (value === field.value) return;
    const old = field.value;
    field.value = value;
    if (field.grid === undefined || rowOf(field) > 0) this.announce(field, old);
  }

  private refreshDependents(changed: Field): void {
    const name = changed.definition.id;
    const reads = ({ definition }: Field) => new RegExp(`@@${name}\\b`).test(definition.sql ?? '');
    const inRow = changed.grid ? this.siblingsOf(changed).filter(reads) : [];
    const outside = changed.grid ? [] : this.fields.filter(reads);
    const cells = changed.grid
      ? []
      : this.fields
          .filter(({ definition }) => !definition.columns?.some(({ id }) => id === name))
          .flatMap(({ rows }) => rows.flat().filter(reads));
    for (const field of [...inRow, ...outside, ...cells]) this.refresh(field);
  }

  private refresh(field: Field): void {
    this.running += 1;
    this.host.later(() => {
      try {
        this.takeAnswer(field);
      } finally {
        this.running -= 1;
        this.host.changed();
        if (this.running === 0) for (const action of this.waiting.splice(0)) action();
      }
    }, QUERY_MS);
  }

  private takeAnswer(field: Field): void {
    if (!hasOptions(field.definition)) {
      this.set(field, this.query(field)[0]?.[0] ?? '');
      return;
    }
    this.loadOptions(field);
    const isThere = (key: string) => field.options.some(([one]) => one === key);
    if (typeof field.value !== 'string') this.set(field, field.value.filter(isThere));
    else if (!isThere(field.value)) {
      const { control, placeholder } = field.definition;
      const first = control === 'dropdown' && placeholder === undefined ? field.options[0]?.[0] : '';
      this.set(field, first ?? '');
    }
  }

  private announce(field: Field, old: Value): void {
    field.onChange?.(field.value, old);
    for (const { event, handler } of [...field.box.handlers, ...(field.inputs[0]?.handlers ?? [])])
      if (event === 'change') handler({ type: 'change' });
    const row = rowOf(field);
    this.onChange?.(idOf(field), field.value, old, ...(row > 0 ? [row] : []));
  }
}

function openWithSubform(definition: FieldDefinition): Field[] {
  const field = openField(definition);
  const inner = (definition.rows ?? []).flat().map((one) => openField(one, { subform: field }));
  return [field, ...inner];
}

/** As the case stores it: rows from 1. */
export function gridValue({ rows }: Field): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    rows.map((row, at) => [
      String(at + 1),
      Object.fromEntries(row.map(({ definition, value }) => [definition.id, value])),
    ]),
  );
}
