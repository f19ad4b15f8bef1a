import type { z } from 'zod';

/** What a file of data holds by its schema, with the text as it was parsed, or what is wrong with it. */
export function parseJson<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): { data: z.infer<Schema>; raw: unknown } | { fault: string } {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return { fault: `It is no JSON: ${error instanceof Error ? error.message : error}.` };
  }
  const { success, data, error } = schema.safeParse(raw);
  if (success) return { data, raw };
  return { fault: error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ') };
}
