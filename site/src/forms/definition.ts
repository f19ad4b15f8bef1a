import type { FormField } from '../reference/forms/form-definition.ts';
import type { StoryData } from '../reference/story-data.ts';

/** A form as it is filled in: plain data, which is in the page. Keys are those of the product's own form JSON. */
export interface FormDefinition {
  /** Id of the form in JavaScript. */
  uid: string;
  title: string;
  rows: FieldDefinition[][];
  /** Variables of the case without a field in the form. */
  variables: Readonly<Record<string, string>>;
  /** Tables that the form's queries read. */
  tables: readonly Table[];
  /** The case in which the form's code runs. */
  facts: CaseFacts;
}

export interface CaseFacts {
  host: string;
  workspace: string;
  caseUid: string;
  taskUid: string;
  processUid: string;
  user: StoryData['users'][number];
}

/** A field in the form's file. The columns of a grid and the fields of a subform are fields, too. */
export interface FieldDefinition extends Omit<FormField, 'options' | 'columns' | 'rows'> {
  options?: readonly Option[] | undefined;
  columns?: readonly FieldDefinition[] | undefined;
  rows?: readonly FieldDefinition[][] | undefined;
}

export type Mode = NonNullable<FormField['mode']>;
export type Option = readonly [key: string, label: string];
/** HTML of a panel. */
export type Piece = NonNullable<FormField['pieces']>[number];

/** A table of the running story; all values as text. */
export interface Table {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The state that a form is opened with. */
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
  /** Error that the drawing shows. The form is validated when it opens. */
  error?: string | undefined;
}

/** Lists all fields, including those of subforms, but not the columns of grids. */
export function listFields(rows: readonly (readonly FieldDefinition[])[]): FieldDefinition[] {
  return rows.flat().flatMap((field) => [field, ...(field.rows ? listFields(field.rows) : [])]);
}
