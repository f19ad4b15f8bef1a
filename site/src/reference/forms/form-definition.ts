import type { SiteComponentHost, SiteRefusal } from 'gatehouse/sections';
import { z } from 'zod';
import { listFields } from '../../forms/definition.ts';
import { defineDrawable, isRefusal, readData, reportUnknownName } from '../component.ts';
import { parseJson } from '../parse-json.ts';

const mode = z.enum(['edit', 'view', 'disabled']);
const cell = z.union([z.string(), z.strictObject({ value: z.string(), error: z.string() })]);

/** `Approved`, or `["approved", "Approved"]` where key and label differ. */
const option = z
  .union([z.string(), z.tuple([z.string(), z.string()])])
  .transform((option): [string, string] => (typeof option === 'string' ? [option, option] : option));

/** Properties that the drawing shows, then those for filling in the form, by the keys of the product's form JSON. */
const column = z.strictObject({
  id: z.string(),
  /** Id of the control, as in `controls.json`. */
  control: z.string().default('textbox'),
  label: z.string().default(''),
  required: z.boolean().default(false),
  hint: z.string().optional(),
  placeholder: z.string().optional(),
  /** Options; with `sql`, those that the drawing of an open list shows. */
  options: z.array(option).optional(),
  mode: mode.optional(),
  dataType: z.enum(['string', 'integer', 'float']).optional(),
  sql: z.string().optional(),
  formula: z.string().optional(),
  defaultValue: z.string().optional(),
  /** A regular expression between slashes. */
  validate: z.string().optional(),
  validateMessage: z.string().optional(),
  requiredFieldErrorMessage: z.string().optional(),
  maxLength: z.int().optional(),
  textTransform: z.enum(['upper', 'lower', 'capitalizePhrase']).optional(),
  minDate: z.string().optional(),
  maxDate: z.string().optional(),
  forceSelection: z.boolean().optional(),
  /** `.pdf, .png` */
  extensions: z.string().optional(),
  href: z.string().optional(),
  /** Function of a column of a grid. */
  operation: z.enum(['sum', 'average']).optional(),
});

const simpleField = column.extend({
  control: z.string(),
  columns: z.array(column).optional(),
  /** Rows on each page of a grid; all on one unless given. */
  pageSize: z.literal([5, 10, 20, 50, 100, 200]).optional(),
  /** Columns of twelve that the field takes; equal parts where it is missing. */
  span: z.int().min(1).max(12).optional(),
  /** Panels only: texts and buttons that code reaches by their ids. */
  pieces: z
    .array(z.strictObject({ text: z.string(), id: z.string().optional(), isButton: z.boolean().optional() }))
    .optional(),
});

const field = simpleField.extend({
  /** Subforms only: the form that it embeds. */
  rows: z.array(z.array(simpleField).min(1)).optional(),
});

const fieldState = z.strictObject({
  /** Values that are entered, chosen or shown; several for a Checkgroup or files. */
  value: z.union([z.string(), z.array(z.string())]).optional(),
  /** Rows of a grid. */
  rows: z.array(z.record(z.string(), cell)).optional(),
  /** Sums at the foot of a grid by column. */
  totals: z.record(z.string(), z.string()).optional(),
  error: z.string().optional(),
  mode: mode.optional(),
  hidden: z.boolean().default(false),
  /** The list of options is open. */
  open: z.boolean().default(false),
  required: z.boolean().optional(),
  label: z.string().optional(),
});

const schema = z.strictObject({
  title: z.string(),
  /** UID of the Dynaform, by which code finds the form. */
  uid: z.string(),
  /** Variables of the case that the form only shows. */
  variables: z.record(z.string(), z.string()).default({}),
  /** The task of *Purchase request* in which it is open, and the name of the user who has it open. */
  openIn: z
    .strictObject({ task: z.string(), user: z.string() })
    .default({ task: 'Request purchase', user: 'maria.lopez' }),
  rows: z.array(z.array(field).min(1)).min(1),
  states: z.record(
    z.string(),
    z.strictObject({
      mode: z.enum(['edit', 'view']).default('edit'),
      fields: z.record(z.string(), fieldState).default({}),
    }),
  ),
});

export type DrawnForm = z.infer<typeof schema>;
export type FormField = z.infer<typeof field>;
export type FieldState = z.infer<typeof fieldState>;

/** The form of a file of this name, when the state is one of its states. */
export function findDrawnForm(host: SiteComponentHost, name: string, state: string): DrawnForm | SiteRefusal {
  const file = `docs/_data/forms/${name}.json`;
  const form = defineDrawable(file, readData(host, { file, parse: parseForm }));
  if (isRefusal(form) || Object.hasOwn(form.states, state)) return form;
  return reportUnknownName('state', state, Object.keys(form.states));
}

/** The definition, or what is wrong with the file. */
export function parseForm(text: string): DrawnForm | string {
  const form = parseJson(text, schema);
  if (typeof form === 'string') return form;
  const ids = new Set(listFields(form.rows).map(({ id }) => id));
  for (const [name, { fields }] of Object.entries(form.states)) {
    const unknown = Object.keys(fields).find((id) => !ids.has(id));
    if (unknown !== undefined)
      return `The state "${name}" speaks of the field "${unknown}", which the form does not have.`;
  }
  return form;
}
