import { z } from 'zod';

const parameter = z.strictObject({
  name: z.string(),
  type: z.string(),
  required: z.union([z.boolean(), z.literal('in grids')]),
  meaning: z.string(),
});

const member = z.strictObject({
  id: z.string(),
  /** Two where one section documents a pair. */
  names: z.array(z.string()).min(1),
  group: z.string(),
  kind: z.enum(['selector', 'function', 'method', 'pattern', 'variable']),
  /** Empty for what belongs to no control. */
  appliesTo: z.string(),
  purpose: z.string(),
  signatures: z.array(z.string()).min(1),
  params: z.array(parameter),
  /** Empty for variables. */
  returns: z.string(),
  notes: z.array(z.string()),
});

const schema = z.strictObject({
  groups: z.array(z.strictObject({ id: z.string(), title: z.string(), page: z.string() })),
  members: z.array(member),
});

export type JsMember = z.infer<typeof member>;
export type JavaScriptData = z.infer<typeof schema>;

export function parseJavaScriptData(text: string): JavaScriptData {
  return schema.parse(JSON.parse(text));
}
