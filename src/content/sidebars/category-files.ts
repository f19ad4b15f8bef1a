import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toCanonicalData, toCanonicalText } from '../../shared/canonical-text.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { readJson } from '../../shared/json.ts';
import { findLineOfKey } from '../../shared/line-of-key.ts';
import { createErrorReporter, type Problem } from '../../shared/problem.ts';
import type { DeclaredAudience } from '../audiences/declared-audiences.ts';
import { parseYaml } from '../yaml.ts';
import { type CategoryMetadata, categoryFileSchema, describeIssues } from './sidebar-items.ts';

/** Reads the `_category_` file of every folder. If there are several, the first of JSON, YML and YAML counts. */
export async function readCategoryFiles(docsDir: string, files: ReadonlyMap<string, readonly string[]>) {
  const categories = new Map<string, CategoryMetadata>();
  /** Canonical folder path to the audience that its category file declares. */
  const audiences = new Map<string, DeclaredAudience>();
  const problems: Problem[] = [];
  const readCategoryFile = async (folder: string, names: readonly string[]): Promise<void> => {
    const [name = '', ...ignoredFiles] = names;
    const fullPath = path.join(docsDir, folder, name);
    const file = displayPath(fullPath);
    if (ignoredFiles.length > 0) {
      const message = `This folder has several category files and only ${name} counts. Remove ${ignoredFiles.join(' and ')}.`;
      problems.push({ code: 'category-file', severity: 'warning', file, message });
    }
    const source = await readFile(fullPath, 'utf8');
    const parsedFile = parseCategoryFile(source, file);
    problems.push(...parsedFile.problems);
    const key = toCanonicalText(folder);
    if (parsedFile.metadata) categories.set(key, parsedFile.metadata);
    if (parsedFile.metadata?.audience !== undefined)
      audiences.set(key, {
        written: parsedFile.metadata.audience,
        file,
        line: findLineOfKey(source, 'audience'),
      });
  };
  await Promise.all([...files].map(([folder, names]) => readCategoryFile(folder, names)));
  return { categories, audiences, problems };
}

/** Reads JSON as YAML, which contains JSON, so that trailing commas and comments are accepted. */
function parseCategoryFile(
  source: string,
  file: string,
): { metadata?: CategoryMetadata; problems: Problem[] } {
  const error = createErrorReporter('category-file', file);
  const text = source.replace(/^\uFEFF/, '');
  // YAML forbids tabs as indentation, but they're common in JSON.
  const json = file.endsWith('.json') ? readJson(text) : undefined;
  const yaml = json === undefined ? parseYaml(text) : { ok: true as const, value: toCanonicalData(json) };
  if (!yaml.ok) return { problems: [error(`The category file can't be read: ${yaml.reason}.`, yaml.line)] };
  if (yaml.value === undefined) return { problems: [] };
  const parseResult = categoryFileSchema.safeParse(yaml.value);
  if (parseResult.success) return { metadata: parseResult.data, problems: [] };
  const issues = describeIssues(parseResult.error, Object.keys(categoryFileSchema.shape));
  return {
    problems: issues.map(({ key, message }) =>
      error(`Category file: ${message}`, key === undefined ? undefined : findLineOfKey(text, key)),
    ),
  };
}
