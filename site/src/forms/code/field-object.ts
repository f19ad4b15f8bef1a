import {
  type Field,
  getFieldId,
  getText,
  type Handler,
  isFileField,
  isInput,
  type Value,
} from '../model/field.ts';
import type { FormModel } from '../model/form-model.ts';
import { Elements } from './elements.ts';
import { describeField, writeValue } from './field-data.ts';
import { type Column, GridObject } from './grid-object.ts';

/** The object behind `getFieldById()`: the methods of one control, as their pages describe them. */
export class FieldObject extends GridObject {
  readonly id: string;
  readonly type: string;
  readonly #form: FormModel;
  readonly #field: Field;
  /** Finds the field object that a `handler(event, field)` of `on` gets. */
  readonly #objectOf: (field: Field) => FieldObject;

  constructor(form: FormModel, field: Field, objectOf: (field: Field) => FieldObject) {
    super(form, field, objectOf);
    this.id = getFieldId(field);
    this.type = field.definition.control;
    this.#form = form;
    this.#field = field;
    this.#objectOf = objectOf;
  }

  getValue(row?: number, column?: Column): unknown {
    const field = this.#cell(row, column);
    if (!field) return undefined;
    if (field.definition.control === 'grid')
      return field.rows.map((cells) => cells.map(({ value }) => value));
    if (field.definition.control === 'image') return field.source;
    return isInput(field.definition) ? copyValue(field.value) : field.text;
  }

  setValue(value: unknown, row?: number, column?: Column): this {
    const field = this.#cell(row, column);
    if (field) writeValue(this.#form, field, value);
    return this;
  }

  setValueAsync(value: unknown, ...rest: unknown[]): this {
    return this.#thenCall(rest, (row, column) => this.setValue(value, row, column));
  }

  getText(row?: number, column?: Column): unknown {
    const field = this.#cell(row, column);
    if (field?.definition.control === 'grid') return field.rows.map((cells) => cells.map(getText));
    return field && getText(field);
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
    else if (field && isFileField(field.definition)) this.#form.set(field, []);
    return this;
  }

  getAppDocUID(): string[] {
    const { value } = this.#field;
    return this.#form.isSaved && typeof value !== 'string' ? value.map(createDocumentUid) : [];
  }

  setHref(url: unknown): this {
    return this.#set({ href: String(url) });
  }

  getHref(): string {
    return this.#form.fillVariables(this.#field.href);
  }

  setSrc(url: unknown): this {
    return this.#set({ source: String(url) });
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
    if (column === undefined) return this.#set({ label: String(text) });
    this.#field.columnLabels.set(column - 1, String(text));
    return this.#set({});
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
    const value = {
      read: () => String(field.value),
      write: (text: string) => writeValue(this.#form, field, text),
    };
    const inputs = field.inputs.map((markup) => ({ markup, id: getFieldId(field), value }));
    return new Elements(inputs, this.#form);
  }

  getLabelControl(): Elements {
    return new Elements([{ markup: this.#field.caption, id: this.id }], this.#form);
  }

  getHintHtml(): Elements {
    return new Elements([{ markup: this.#field.hint, id: this.id }], this.#form);
  }

  /** The properties of the control, with the keys of the form's JSON. */
  getInfo(): Record<string, unknown> {
    return describeField(this.#field.definition);
  }

  validate(): this {
    this.#form.validateField(this.#field);
    return this;
  }

  /** Does nothing, as in an installed product. */
  setRequired(): undefined {}

  /** Does nothing, as in an installed product. */
  required(): undefined {}

  setOnchange(handler: Handler): this {
    this.#field.onChange = handler;
    return this;
  }

  override on(event: string, handler: Handler): this {
    const field = this.#field;
    if (field.definition.control === 'grid') return super.on(event, handler);
    // The handler is attached to the element that the reader uses: the input of a text field, or the button
    // itself.
    field.box.handlers.push({ event, handler: (one) => handler.call(this, one, this) });
    return this;
  }

  enableFixedLocationGeomap(): this {
    return this.#set({ isFixed: true });
  }

  disableFixedLocationGeomap(): this {
    return this.#set({ isFixed: false });
  }

  /** Only subforms have fields. */
  getFields(): FieldObject[] {
    return this.#form.fields.filter(({ subform }) => subform === this.#field).map(this.#objectOf);
  }

  #set(change: Partial<Field>): this {
    Object.assign(this.#field, change);
    this.#form.touch();
    return this;
  }

  #cell(row: number | undefined, column: Column | undefined): Field | undefined {
    if (row === undefined || column === undefined) return this.#field;
    return this.#form.findCell(this.#field, Number(row), column);
  }

  /** Calls the function, which is the last argument, after row and column if they are given. */
  #thenCall(rest: unknown[], write: (row?: number, column?: Column) => void): this {
    const then = rest.at(-1);
    const position = typeof then === 'function' ? rest.slice(0, -1) : rest;
    const [row, column] = position as [number?, Column?];
    write(row, column);
    if (typeof then === 'function') this.#form.runWhenSettled(() => then());
    return this;
  }
}

function copyValue(value: Value): Value {
  return typeof value === 'string' ? value : [...value];
}

/** Makes 32 hexadecimal digits, always the same for a name. */
function createDocumentUid(name: string): string {
  let state = 2166136261;
  let uid = '';
  while (uid.length < 32) {
    for (const letter of `${name}${uid.length}`)
      state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
    uid += (state >>> 0).toString(16).padStart(8, '0');
  }
  return uid;
}
