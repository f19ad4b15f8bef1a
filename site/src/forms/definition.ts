/** A form as it is filled in: plain data, which is in the page. Keys are those of the product's own form JSON. */
export interface FormDefinition {
  /** The id of the form in JavaScript. */
  uid: string;
  title: string;
  rows: FieldDefinition[][];
  /** Variables of the case that no field of the form holds. */
  variables: Readonly<Record<string, string>>;
  /** What its queries read. */
  tables: readonly Table[];
  /** The case in which its code runs. */
  facts: CaseFacts;
}

export interface CaseFacts {
  host: string;
  workspace: string;
  caseUid: string;
  taskUid: string;
  processUid: string;
  user: { uid: string; username: string; firstName: string; lastName: string; email: string };
}

export interface FieldDefinition {
  id: string;
  /** As in `controls.json`. */
  control: string;
  label: string;
  required: boolean;
  hint?: string | undefined;
  placeholder?: string | undefined;
  options?: readonly Option[] | undefined;
  columns?: readonly FieldDefinition[] | undefined;
  /** Columns of twelve. */
  span?: number | undefined;
  mode?: Mode | undefined;
  dataType?: 'string' | 'integer' | 'float' | undefined;
  sql?: string | undefined;
  formula?: string | undefined;
  defaultValue?: string | undefined;
  /** A regular expression between slashes. */
  validate?: string | undefined;
  validateMessage?: string | undefined;
  requiredFieldErrorMessage?: string | undefined;
  maxLength?: number | undefined;
  textTransform?: 'upper' | 'lower' | 'capitalizePhrase' | undefined;
  minDate?: string | undefined;
  maxDate?: string | undefined;
  forceSelection?: boolean | undefined;
  /** `.pdf, .png` */
  extensions?: string | undefined;
  href?: string | undefined;
  /** Rows on each page of a grid; all on one unless given. */
  pageSize?: number | undefined;
  /** At the foot of a column. */
  operation?: 'sum' | 'average' | undefined;
  /** Rows of the form in a subform. */
  rows?: readonly FieldDefinition[][] | undefined;
  /** Pieces of the HTML of a panel that code can reach by their ids. */
  pieces?: readonly Piece[] | undefined;
}

export type Mode = 'edit' | 'view' | 'disabled';
export type Option = readonly [key: string, label: string];

export interface Piece {
  text: string;
  id?: string | undefined;
  isButton?: boolean | undefined;
}

/** A table of the running story; all values as text. */
export interface Table {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** With what a form is opened. */
export interface FormState {
  mode: Mode;
  fields: Readonly<Record<string, FieldState>>;
}

export interface FieldState {
  /** Keys or labels of options, texts, names of files. */
  value?: string | readonly string[] | undefined;
  rows?: readonly Readonly<Record<string, string>>[] | undefined;
  mode?: Mode | undefined;
  hidden?: boolean | undefined;
  label?: string | undefined;
  required?: boolean | undefined;
  /** The drawing shows what is wrong: the form is checked as it opens. */
  error?: string | undefined;
}

/** All fields, those of subforms too; not the columns of grids. */
export function fieldsOf(rows: readonly (readonly FieldDefinition[])[]): FieldDefinition[] {
  return rows.flat().flatMap((field) => [field, ...(field.rows ? fieldsOf(field.rows) : [])]);
}
