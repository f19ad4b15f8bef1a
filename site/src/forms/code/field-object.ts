import {
  type Field,
  type Handler,
  hasOptions,
  idOf,
  isFile,
  isInput,
  isList,
  rowOf,
  textOf,
  type Value,
} from '../model/field.ts';
import type { FormModel } from '../model/form-model.ts';
import { Elements } from './elements.ts';

type Column = number | string;

/** The object behind `getFieldById()`: the methods of one control, as their pages describe them. */
export class FieldObject {
  readonly id: string;
  readonly type: string;
  readonly #form: FormModel;
  readonly #field: Field;
  readonly #changed: () => void;
  /** `handler(event, field)` of `on` finds its field by this. */
  readonly #objectOf: (field: Field) => FieldObject;

  constructor(form: FormModel, field: Field, changed: () => void, objectOf: (field: Field) => FieldObject) {
    this.id = idOf(field);
    this.type = field.definition.control;
    this.#form = form;
    this.#field = field;
    this.#changed = changed;
    this.#objectOf = objectOf;
  }

  getValue(row?: number, column?: Column): unknown {
    const field = this.#cell(row, column);
    if (!field) return undefined;
    if (field.definition.control === 'grid')
      return field.rows.map((cells) => cells.map(({ value }) => value));
    if (field.definition.control === 'image') return field.source;
    return isInput(field.definition) ? copied(field.value) : field.text;
  }

  setValue(value: unknown, row?: number, column?: Column): this {
    const field = this.#cell(row, column);
    if (field) this.#write(field, value);
    return this;
  }

  setValueAsync(value: unknown, ...rest: unknown[]): this {
    return this.#thenCall(rest, (row, column) => this.setValue(value, row, column));
  }

  getText(row?: number, column?: Column): unknown {
    const field = this.#cell(row, column);
    if (field?.definition.control === 'grid') return field.rows.map((cells) => cells.map(textOf));
    return field && textOf(field);
  }

  setText(text: unknown, row?: number, column?: Column): this {
    const field = this.#cell(row, column);
    if (field) this.#form.setText(field, Array.isArray(text) ? text.map(String) : String(text));
    return this;
  }

  setTextAsync(text: unknown, ...rest: unknown[]): this {
    return this.#thenCall(rest, (row, column) => this.setText(text, row, column));
  }

  getData(): unknown {
    return { value: this.getValue(), label: this.getText() };
  }

  getDataLabel(): unknown {
    return this.getText();
  }

  clear(row?: number, column?: Column): this {
    const field = this.#cell(row, column);
    if (field?.definition.control === 'grid') while (field.rows.length > 0) this.#form.deleteRow(field);
    else if (field && isFile(field.definition)) this.#form.set(field, []);
    return this;
  }

  getAppDocUID(): string[] {
    const { value } = this.#field;
    return this.#form.isSaved && typeof value !== 'string' ? value.map(documentUid) : [];
  }

  setHref(url: unknown): this {
    this.#field.href = String(url);
    this.#changed();
    return this;
  }

  getHref(): string {
    return this.#form.withVariables(this.#field.href);
  }

  setSrc(url: unknown): this {
    this.#field.source = String(url);
    this.#changed();
    return this;
  }

  getSrc(): string {
    return this.#field.source;
  }

  getLabel(column?: number): string | undefined {
    const { label, definition, columnLabels } = this.#field;
    if (column === undefined) return label;
    return columnLabels.get(column - 1) ?? definition.columns?.[column - 1]?.label;
  }

  setLabel(text: unknown, column?: number): this {
    if (column === undefined) this.#field.label = String(text);
    else this.#field.columnLabels.set(column - 1, String(text));
    this.#changed();
    return this;
  }

  show(): this {
    return this.#set({ hidden: false });
  }

  hide(): this {
    return this.#set({ hidden: true });
  }

  isHidden(): boolean {
    return this.#field.hidden;
  }

  setFocus(): this {
    this.#form.moveFocus(this.id);
    return this;
  }

  getControl(row?: number, column?: Column): Elements | undefined {
    const field = this.#cell(row, column);
    if (!field) return undefined;
    const value = { read: () => String(field.value), write: (text: string) => this.#write(field, text) };
    return new Elements(
      field.inputs.map((markup) => ({ markup, id: idOf(field), value })),
      this.#changed,
    );
  }

  getLabelControl(): Elements {
    return new Elements([{ markup: this.#field.caption, id: this.id }], this.#changed);
  }

  getHintHtml(): Elements {
    return new Elements([{ markup: this.#field.hint, id: this.id }], this.#changed);
  }

  /** With the keys of the form's JSON. */
  getInfo(): Record<string, unknown> {
    const { control, rows: _, columns, ...designed } = this.#field.definition;
    const format = control === 'datetime' ? { format: 'YYYY-MM-DD' } : {};
    return {
      ...designed,
      type: TYPES[control] ?? control,
      name: designed.id,
      ...(isInput(this.#field.definition) || control === 'grid' ? { variable: designed.id } : {}),
      ...(columns ? { columns: columns.map(({ id, control: type, label }) => ({ id, type, label })) } : {}),
      ...format,
    };
  }

  disableValidation(column?: Column): this {
    return this.#check(false, column);
  }

  enableValidation(column?: Column): this {
    return this.#check(true, column);
  }

  validate(): this {
    this.#form.validateField(this.#field);
    return this;
  }

  /** Does nothing, as installed. */
  setRequired(): undefined {}

  /** Does nothing, as installed. */
  required(): undefined {}

  setOnchange(handler: Handler): this {
    this.#field.onChange = handler;
    return this;
  }

  on(event: string, handler: Handler): this {
    const field = this.#field;
    if (field.definition.control === 'grid') this.#onGrid(event, handler);
    else {
      // Where the reader is: a text has its input, a button itself.
      field.box.handlers.push({ event, handler: (one) => handler.call(this, one, this) });
    }
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

  /** One object for each column, in their order. */
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
    return this.#form.summary(this.#field, this.#columnAt(column))?.value ?? 0;
  }

  hideColumn(column: number): undefined {
    this.#field.hiddenColumns.add(column - 1);
    this.#changed();
  }

  showColumn(column: number): undefined {
    this.#field.hiddenColumns.delete(column - 1);
    this.#changed();
  }

  hideNewButton(): this {
    return this.#set({ canAddRows: false });
  }

  showNewButton(): this {
    return this.#set({ canAddRows: true });
  }

  enableFixedLocationGeomap(): this {
    return this.#set({ isFixed: true });
  }

  disableFixedLocationGeomap(): this {
    return this.#set({ isFixed: false });
  }

  /** Of a subform. */
  getFields(): FieldObject[] {
    return this.#form.fields.filter(({ subform }) => subform === this.#field).map(this.#objectOf);
  }

  #set(change: Partial<Pick<Field, 'hidden' | 'canAddRows' | 'isFixed'>>): this {
    Object.assign(this.#field, change);
    this.#changed();
    return this;
  }

  #cell(row: number | undefined, column: Column | undefined): Field | undefined {
    if (row === undefined || column === undefined) return this.#field;
    return this.#form.cell(this.#field, Number(row), column);
  }

  #columnAt(column: Column): number {
    if (typeof column === 'number') return column - 1;
    return this.#field.definition.columns?.findIndex(({ id }) => id === column) ?? -1;
  }

  /** A list takes only what it offers; a Suggest may take a new name. */
  #write(field: Field, value: unknown): void {
    if (!isInput(field.definition)) {
      if (field.definition.control === 'image') field.source = String(value);
      else field.text = String(value);
      this.#changed();
      return;
    }
    if (isList(field.definition)) {
      const list = [value ?? []].flat().map(String);
      this.#form.set(
        field,
        list.filter((key) => isFile(field.definition) || isOffered(field, key)),
      );
      return;
    }
    const text = field.definition.control === 'checkbox' ? checked(value) : String(value ?? '');
    const isFree = !hasOptions(field.definition) || field.definition.control === 'suggest';
    if (isFree || text === '' || isOffered(field, text)) this.#form.set(field, text);
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
    this.#changed();
    return this;
  }

  #onGrid(event: string, handler: Handler): void {
    const handlers = this.#form.gridHandlers.get(this.#field) ?? [];
    const given = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(given);
      return isField(value) ? this.#objectOf(value) : value;
    };
    handlers.push({ event, handler: (...values) => handler(...values.map(given)) });
    this.#form.gridHandlers.set(this.#field, handlers);
  }

  /** The function is the last of the arguments, after row and column where there are any. */
  #thenCall(rest: unknown[], write: (row?: number, column?: Column) => void): this {
    const then = rest.at(-1);
    const place = typeof then === 'function' ? rest.slice(0, -1) : rest;
    const [row, column] = place as [number?, Column?];
    write(row, column);
    if (typeof then === 'function') this.#form.whenSettled(() => then());
    return this;
  }
}

/** As the form's JSON calls them. */
const TYPES: Readonly<Record<string, string>> = {
  textbox: 'text',
  'multiple-file-uploader': 'multipleFile',
  'qr-code': 'scannerCode',
  geomap: 'location',
  'mobile-image': 'imageMobile',
  'mobile-audio': 'audioMobile',
  'mobile-video': 'videoMobile',
};

function isOffered({ options }: Field, key: string): boolean {
  return options.some(([one]) => one === key);
}

function checked(value: unknown): string {
  return ['1', 'true'].includes(String([value].flat()[0])) ? '1' : '0';
}

function copied(value: Value): Value {
  return typeof value === 'string' ? value : [...value];
}

function isField(value: unknown): value is Field {
  return typeof value === 'object' && value !== null && 'definition' in value && rowOf(value as Field) >= 0;
}

/** 32 hexadecimal digits, the same for the same name. */
function documentUid(name: string): string {
  let state = 2166136261;
  let uid = '';
  while (uid.length < 32) {
    for (const letter of `${name}${uid.length}`)
      state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
    uid += (state >>> 0).toString(16).padStart(8, '0');
  }
  return uid;
}
