import { z } from 'zod';

const property = z.strictObject({
  /** As the properties panel shows it. */
  name: z.string(),
  /** As the JSON of the form has it. */
  key: z.string(),
  group: z.string(),
  default: z.string(),
  meaning: z.string(),
  onlyInGrid: z.boolean().default(false),
});

const control = z.strictObject({
  id: z.string(),
  title: z.string(),
  page: z.string(),
  group: z.enum(['web', 'mobile', 'container']),
  purpose: z.string(),
  variableTypes: z.array(z.string()),
  bindsVariable: z.boolean(),
  allowedInGrid: z.boolean(),
  dependent: z.boolean(),
  independent: z.boolean(),
  events: z.array(z.string()),
  properties: z.array(property),
  behaviour: z.array(z.string()),
  /** Ids of the JavaScript members that are used most. */
  methods: z.array(z.string()),
});

const schema = z.strictObject({
  propertyGroups: z.array(z.strictObject({ id: z.string(), title: z.string() })),
  controls: z.array(control),
});

export type Control = z.infer<typeof control>;
export type ControlProperty = z.infer<typeof property>;
export type ControlData = z.infer<typeof schema>;

export function parseControlData(text: string): ControlData {
  return schema.parse(JSON.parse(text));
}
