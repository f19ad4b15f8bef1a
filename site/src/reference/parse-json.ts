import type { z } from 'zod';

/** Contents of a data file by its schema, or its errors. */
export function parseJson<Data extends object>(text: string, schema: z.ZodType<Data>): Data | string {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return `This isn’t valid JSON: ${error instanceof Error ? error.message : error}.`;
  }
  const { success, data, error } = schema.safeParse(raw);
  if (success) return data;
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}
