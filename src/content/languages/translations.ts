import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { displayPath } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';

const translationsSchema = z.record(z.string(), z.object({ message: z.string() }));

/** Reads a translations file of `docusaurus write-translations`: text by key, in NFC. Empty if there is no file. */
export async function readTranslations(file: string): Promise<Record<string, string>> {
  const source = await readFile(file, 'utf8').catch(() => undefined);
  const { texts = {} } = source === undefined ? {} : parseTranslations(source);
  return texts;
}

/** Where Docusaurus looks for translations in the folder of a language. */
const translationFiles = [
  'code.json',
  'docusaurus-{theme-classic,plugin-content-docs}*/*.json',
  'docusaurus-plugin-content-blog*/options.json',
];

/** Finds translations files that can't be used. Builds continue without them. */
export function findTranslationProblems(localeDir: string): Problem[] {
  return globSync(translationFiles, { cwd: localeDir }).flatMap((name) => {
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
    return { fault: `The translations can't be read: ${describeReason(error)}.` };
  }
  const parseResult = translationsSchema.safeParse(json);
  if (!parseResult.success)
    return { fault: 'Translations must be an object of this form: {"key": {"message": "text"}}.' };
  return {
    texts: Object.fromEntries(
      Object.entries(parseResult.data).map(([key, { message }]) => [toCanonicalText(key), message]),
    ),
  };
}
