import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const translationsSchema = z.record(z.string(), z.object({ message: z.string() }));

/** A file of translations as `docusaurus write-translations` makes it: what each key says. Nothing where there is none. */
export async function readTranslations(file: string): Promise<Record<string, string>> {
  const source = await readFile(file, 'utf8').catch(() => undefined);
  if (source === undefined) return {};
  const parsed = translationsSchema.safeParse(JSON.parse(source));
  return parsed.success
    ? Object.fromEntries(Object.entries(parsed.data).map(([key, { message }]) => [key, message]))
    : {};
}
