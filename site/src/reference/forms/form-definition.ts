import { z } from 'zod';

const cell = z.union([z.string(), z.strictObject({ value: z.string(), error: z.string() })]);

const field = z.strictObject({
  id: z.string(),
  /** Id of the control, as in `controls.json`. */
  control: z.string(),
  label: z.string().default(''),
  required: z.boolean().default(false),
  hint: z.string().optional(),
  placeholder: z.string().optional(),
  /** Labels to choose from. */
  options: z.array(z.string()).optional(),
  /** Columns of a grid. */
  columns: z
    .array(z.strictObject({ id: z.string(), label: z.string(), total: z.boolean().default(false) }))
    .optional(),
  /** Columns of twelve that the field takes; equal parts where it is missing. */
  span: z.int().min(1).max(12).optional(),
});

const fieldState = z.strictObject({
  /** What is typed, chosen or shown; several for a Checkgroup or files. */
  value: z.union([z.string(), z.array(z.string())]).optional(),
  /** Rows of a grid. */
  rows: z.array(z.record(z.string(), cell)).optional(),
  /** Sums at the foot of a grid by column. */
  totals: z.record(z.string(), z.string()).optional(),
  error: z.string().optional(),
  mode: z.enum(['edit', 'view', 'disabled']).optional(),
  hidden: z.boolean().default(false),
  /** The list of options is open. */
  open: z.boolean().default(false),
  required: z.boolean().optional(),
  label: z.string().optional(),
});

const schema = z.strictObject({
  title: z.string(),
  rows: z.array(z.array(field).min(1)).min(1),
  states: z.record(
    z.string(),
    z.strictObject({
      mode: z.enum(['edit', 'view']).default('edit'),
      fields: z.record(z.string(), fieldState).default({}),
    }),
  ),
});

export type FormDefinition = z.infer<typeof schema>;
export type FormField = z.infer<typeof field>;
export type FieldState = z.infer<typeof fieldState>;

/** The definition, or what is wrong with the file. */
export function parseForm(text: string): FormDefinition | string {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return `It is no JSON: ${error instanceof Error ? error.message : error}.`;
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success)
    return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  const ids = new Set(parsed.data.rows.flat().map(({ id }) => id));
  for (const [name, { fields }] of Object.entries(parsed.data.states)) {
    const unknown = Object.keys(fields).find((id) => !ids.has(id));
    if (unknown !== undefined)
      return `The state "${name}" speaks of the field "${unknown}", which the form does not have.`;
  }
  return parsed.data;
}
