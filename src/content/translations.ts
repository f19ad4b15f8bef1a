import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { reasonOf } from '../shared/reason.ts';

const translationsSchema = z.record(z.string(), z.object({ message: z.string() }));

/** A file of translations as `docusaurus write-translations` makes it: what each key says. Nothing where there is none. */
export async function readTranslations(file: string): Promise<Record<string, string>> {
  const source = await readFile(file, 'utf8').catch(() => undefined);
  const { texts = {} } = source === undefined ? {} : parseTranslations(source);
  return texts;
}

/** Where Docusaurus looks for them, below the folder of a language. */
const files = [
  'code.json',
  'docusaurus-{theme-classic,plugin-content-docs}*/*.json',
  'docusaurus-plugin-content-blog*/options.json',
];

/** Files of a language that are none. What reads them goes on as if they were not there. */
export function translationProblems(localeDir: string): Problem[] {
  return globSync(files, { cwd: localeDir }).flatMap((name) => {
    const file = path.join(localeDir, name);
    const { fault } = parseTranslations(readFileSync(file, 'utf8'));
    return fault === undefined
      ? []
      : { code: 'translations', severity: 'error', file: displayPath(file), message: fault };
  });
}

function parseTranslations(source: string): { texts?: Record<string, string>; fault?: string } {
  let json: unknown;
  try {
    json = JSON.parse(source);
  } catch (error) {
    return { fault: `The translations cannot be read: ${reasonOf(error)}.` };
  }
  const parsed = translationsSchema.safeParse(json);
  if (!parsed.success) return { fault: 'Translations are an object: {"key": {"message": "what it says"}}.' };
  return {
    texts: Object.fromEntries(Object.entries(parsed.data).map(([key, { message }]) => [key, message])),
  };
}
