import type { FieldDefinition, Mode, Option, Piece } from './definition.ts';
import {
  type Field,
  findPageOfRow,
  getFieldId,
  getText,
  isInput,
  type Markup,
  type Value,
} from './model/field.ts';
import type { FormModel } from './model/form-model.ts';

export interface FieldView {
  id: string;
  control: string;
  label: string;
  value: Value;
  text: Value;
  /** Whether the text was typed but isn't the value yet. */
  isTyped: boolean;
  options: readonly Option[];
  /** Suggestions while the reader types. */
  suggestions: readonly Option[];
  mode: Mode;
  hasStar: boolean;
  isHidden: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  placeholder?: string | undefined;
  span?: number | undefined;
  href: string;
  source: string;
  extensions?: string | undefined;
  isFixed: boolean;
  look: Look;
  labelLook: Look;
  inputLooks: readonly Look[];
  pieces: readonly (Piece & { look: Look })[];
  /** Rows of a subform. */
  rows: FieldView[][];
  grid?: GridView | undefined;
}

export interface GridView {
  columns: { label: string; isHidden: boolean; hasStar: boolean }[];
  /** Rows of the page that is shown. */
  rows: FieldView[][];
  /** Number of the first row on the page, from 1. */
  firstRow: number;
  page: number;
  pages: number;
  /** Totals below the columns. */
  totals?: string[] | undefined;
  canAdd: boolean;
}

/** How code has changed the looks of an element. */
export interface Look {
  /** Inline styles by property. */
  css: Record<string, string>;
  classes: string[];
  isDisabled: boolean;
  isReadOnly: boolean;
  placeholder: string | undefined;
  isRemoved: boolean;
}

/** An open form as it is shown: plain data, so a worker can send it. */
export interface FormView {
  title: string;
  rows: FieldView[][];
  mode: Mode;
  outcome: FormModel['outcome'];
  isCovered: boolean;
  isBusy: boolean;
  canPrint: boolean;
  message: FormModel['message'];
  focus: FormModel['focus'];
  /** Values of the variables that texts name as `@@…`. */
  variables: Record<string, unknown>;
}

export function createFormView(form: FormModel): FormView {
  return {
    title: form.definition.title,
    rows: listRows(form, form.definition),
    mode: form.mode,
    outcome: form.outcome,
    isCovered: form.isCovered,
    isBusy: form.isBusy,
    canPrint: form.print.before !== undefined || form.print.after !== undefined,
    message: form.message,
    focus: form.focus,
    variables: form.readVariables(),
  };
}

/** Lists the rows of a form, or of a subform. */
function listRows(form: FormModel, { rows = [] }: Pick<FieldDefinition, 'rows'>): FieldView[][] {
  const createViews = (field: Field | undefined) => (field ? createFieldView(form, field) : []);
  return rows.map((row) => row.flatMap(({ id }) => createViews(form.findField(id))));
}

function createFieldView(form: FormModel, field: Field): FieldView {
  const { definition } = field;
  const isText = !isInput(definition) && definition.control !== 'grid';
  return {
    id: getFieldId(field),
    control: definition.control,
    label: isText ? field.text : field.label,
    value: field.value,
    text: field.typedOver === undefined ? getText(field) : field.value,
    isTyped: field.typedOver !== undefined,
    options: field.options,
    suggestions: definition.control === 'suggest' ? form.listSuggestions(field) : [],
    mode: form.getMode(field),
    hasStar: field.isRequired && field.isChecked,
    isHidden: field.hidden || definition.control === 'hidden',
    error: field.error,
    hint: field.hint.isRemoved ? undefined : definition.hint,
    placeholder: definition.placeholder,
    span: definition.span,
    href: field.href,
    source: field.source,
    extensions: definition.extensions,
    isFixed: field.isFixed,
    look: readLook(field.box),
    labelLook: readLook(field.caption),
    inputLooks: field.inputs.map(readLook),
    pieces: (definition.pieces ?? []).map((piece) => {
      const markup = form.pieces.get(piece.id ?? '');
      return { ...piece, text: markup?.text ?? piece.text, look: readLook(markup) };
    }),
    rows: listRows(form, definition),
    grid: definition.control === 'grid' ? createGridView(form, field) : undefined,
  };
}

function createGridView(form: FormModel, grid: Field): GridView {
  const { columns = [], pageSize = grid.rows.length } = grid.definition;
  const before = (grid.page - 1) * pageSize;
  const totals = columns.map((_, index) => form.summarizeColumn(grid, index)?.text ?? '');
  return {
    columns: columns.map(({ label, control, required }, index) => ({
      label: grid.columnLabels.get(index) ?? label,
      isHidden: control === 'hidden' || grid.hiddenColumns.has(index),
      hasStar: required && !grid.uncheckedColumns.has(index),
    })),
    rows: grid.rows
      .slice(before, before + pageSize)
      .map((row) => row.map((cell) => createFieldView(form, cell))),
    firstRow: before + 1,
    page: grid.page,
    pages: findPageOfRow(grid),
    totals: columns.some(({ operation }) => operation !== undefined) ? totals : undefined,
    canAdd: grid.canAddRows && form.getMode(grid) === 'edit',
  };
}

function readLook(markup: Markup | undefined): Look {
  const readAttribute = (name: string) => markup?.attributes.get(name);
  return {
    css: Object.fromEntries(markup?.css ?? []),
    classes: [...(markup?.classes ?? [])],
    isDisabled: readAttribute('disabled') !== undefined,
    isReadOnly: readAttribute('readonly') !== undefined,
    placeholder: readAttribute('placeholder'),
    isRemoved: markup?.isRemoved ?? false,
  };
}
