import type { z } from 'zod';

/** What a file of data holds by its schema, or what is wrong with it. */
export function parseJson<Data extends object>(text: string, schema: z.ZodType<Data>): Data | string {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return `It is no JSON: ${error instanceof Error ? error.message : error}.`;
  }
  const { success, data, error } = schema.safeParse(raw);
  if (success) return data;
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
