import { z } from 'zod';

const parameter = z.strictObject({
  name: z.string(),
  type: z.string(),
  required: z.boolean(),
  /** As PHP writes it. */
  default: z.string().optional(),
  meaning: z.string(),
});

const phpFunction = z.strictObject({
  id: z.string(),
  name: z.string(),
  group: z.string(),
  purpose: z.string(),
  params: z.array(parameter),
  returns: z.string(),
  notes: z.array(z.string()),
});

const named = z.strictObject({ name: z.string(), type: z.string(), meaning: z.string() });

const schema = z.strictObject({
  groups: z.array(z.strictObject({ id: z.string(), title: z.string(), page: z.string() })),
  functions: z.array(phpFunction),
  helpers: z.array(z.strictObject({ id: z.string(), signature: z.string(), purpose: z.string() })),
  systemVariables: z.array(named),
  prefixes: z.array(z.looseObject({ prefix: z.string() })),
});

export type PhpFunction = z.infer<typeof phpFunction>;
export type PhpData = z.infer<typeof schema>;

export function parsePhpData(text: string): PhpData {
  return schema.parse(JSON.parse(text));
}

/** `name(type $a, type $b = null)` */
export function phpSignature({ name, params }: PhpFunction): string {
  const written = params.map((one) => {
    const type = one.type.replace(/ or /g, '|');
    return `${type === 'any' ? 'mixed' : type} $${one.name}${one.required ? '' : ` = ${one.default ?? 'null'}`}`;
  });
  const line = `${name}(${written.join(', ')})`;
  return line.length <= LINE_MAX ? line : `${name}(\n${written.map((one) => `    ${one}`).join(',\n')}\n)`;
}

const LINE_MAX = 90;
