import type { FieldDefinition, Mode, Option } from '../definition.ts';

export type Value = string | string[];

/** A field of an open form, or a cell of a grid. */
export interface Field {
  readonly definition: FieldDefinition;
  /** The grid, if this is a cell. */
  readonly grid?: Field | undefined;
  /** The subform, if the field belongs to one. */
  readonly subform?: Field | undefined;
  value: Value;
  /** The value before the reader began to type. */
  typedOver?: Value | undefined;
  options: readonly Option[];
  label: string;
  /** Text of a button, a link or a piece of text. */
  text: string;
  hidden: boolean;
  mode: Mode | undefined;
  isRequired: boolean;
  /** Whether the required check and the pattern check are on. */
  isChecked: boolean;
  error: string | undefined;
  href: string;
  source: string;
  /** Whether the marker of a map can't be moved. */
  isFixed: boolean;
  /** Changes that code made to the HTML of the control, its inputs, its label and its hint. */
  readonly box: Markup;
  readonly inputs: Markup[];
  readonly caption: Markup;
  readonly hint: Markup;
  /** Rows of a grid. */
  rows: Field[][];
  /** The page of a grid that is shown, from 1. */
  page: number;
  /** Positions of hidden columns, from 0. */
  hiddenColumns: Set<number>;
  uncheckedColumns: Set<number>;
  columnLabels: Map<number, string>;
  canAddRows: boolean;
  /** Function of `setOnchange`. */
  onChange?: ((newValue: unknown, oldValue: unknown) => void) | undefined;
}

/** Changes that jQuery can make to an element of the form. */
export interface Markup {
  readonly attributes: Map<string, string>;
  readonly css: Map<string, string>;
  readonly classes: Set<string>;
  readonly handlers: { event: string; handler: Handler }[];
  isRemoved: boolean;
  text?: string | undefined;
}

export type Handler = (...values: unknown[]) => unknown;

export function createMarkup(): Markup {
  return { attributes: new Map(), css: new Map(), classes: new Set(), handlers: [], isRemoved: false };
}

/** Calls the handlers of the event. A handler may add and remove others. */
export function trigger(markup: Markup | undefined, event: string): void {
  for (const handler of [...(markup?.handlers ?? [])])
    if (handler.event === event) handler.handler({ type: event });
}

export function openField(
  definition: FieldDefinition,
  { grid, subform }: { grid?: Field; subform?: Field | undefined } = {},
): Field {
  return {
    definition,
    grid,
    subform,
    value: isList(definition) ? [] : '',
    options: definition.options ?? [],
    label: definition.label,
    text: definition.label,
    hidden: false,
    mode: definition.mode ?? subform?.definition.mode,
    isRequired: definition.required,
    isChecked: true,
    error: undefined,
    href: definition.href ?? '',
    source: '',
    isFixed: false,
    box: createMarkup(),
    inputs: [createMarkup()],
    caption: createMarkup(),
    hint: createMarkup(),
    rows: [],
    page: 1,
    hiddenColumns: new Set(),
    uncheckedColumns: new Set(),
    columnLabels: new Map(),
    canAddRows: true,
  };
}

/** `[items][1][quantity]` for a cell. */
export function getFieldId(field: Field): string {
  const { grid, definition } = field;
  return grid ? `[${grid.definition.id}][${getRow(field)}][${definition.id}]` : definition.id;
}

/** Returns the number of the row, from 1, or 0 for a field outside of grids. */
export function getRow(field: Field): number {
  return (field.grid?.rows.findIndex((row) => row.includes(field)) ?? -1) + 1;
}

/**
 * Returns the page of a grid that contains this row, from 1. For the last row, that's the number of pages,
 * which is at least 1.
 */
export function findPageOfRow({ definition, rows }: Field, row = rows.length): number {
  return definition.pageSize === undefined ? 1 : Math.max(1, Math.ceil(row / definition.pageSize));
}

const LISTS = new Set([
  'checkgroup',
  'file',
  'multiple-file-uploader',
  'mobile-image',
  'mobile-audio',
  'mobile-video',
]);
const FILES = new Set([...LISTS].filter((control) => control !== 'checkgroup'));
const CHOICES = new Set(['dropdown', 'radio', 'suggest', 'checkgroup']);
const INPUTS = new Set([
  ...LISTS,
  ...CHOICES,
  'textbox',
  'textarea',
  'checkbox',
  'datetime',
  'hidden',
  'geomap',
  'qr-code',
  'signature',
]);

/** Whether the value of the field is a list. */
export function isList({ control }: FieldDefinition): boolean {
  return LISTS.has(control);
}

export function isFileField({ control }: FieldDefinition): boolean {
  return FILES.has(control);
}

export function hasOptions({ control }: FieldDefinition): boolean {
  return CHOICES.has(control);
}

/** Whether a field holds a value of the form. */
export function isInput({ control }: FieldDefinition): boolean {
  return INPUTS.has(control);
}

/** The text that the reader sees: labels of options, and a date without a time that wasn't chosen. */
export function getText(field: Field): string | string[] {
  const { value, options, definition } = field;
  const findLabel = (key: string) => options.find(([one]) => one === key)?.[1] ?? key;
  if (typeof value !== 'string') return value.map(findLabel);
  if (!isInput(definition)) return field.text;
  if (definition.control === 'checkbox') return value === '1' ? 'Yes' : 'No';
  if (definition.control === 'datetime') return value.slice(0, 10);
  return hasOptions(definition) ? findLabel(value) : value;
}

/** Returns the value to store for a text: the key of the option with this label. */
export function findValue({ options, definition }: Field, enteredText: string): string {
  if (definition.control === 'checkbox')
    return ['1', 'true', definition.label].includes(enteredText) ? '1' : '0';
  if (definition.control === 'datetime')
    return /^\d{4}-\d\d-\d\d$/.test(enteredText) ? `${enteredText} 00:00:00` : enteredText;
  return options.find(([key, label]) => label === enteredText && key !== enteredText)?.[0] ?? enteredText;
}
