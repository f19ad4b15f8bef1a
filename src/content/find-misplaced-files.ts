import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { REDIRECTS_FILE } from './links/redirects.ts';
import { QUESTIONS_FOLDER } from './search/questions.ts';

const redirectsSchema = z.record(z.string().startsWith('/'), z.string());

/** Finds files that are read from the docs folder but are beside it, where they have no effect. */
export function findMisplacedFiles(siteDir: string, docsDir: string): Problem[] {
  if (path.resolve(siteDir) === path.resolve(docsDir)) return [];
  const folder = displayPath(docsDir);
  const warn = (code: string, name: string, what: string): Problem => ({
    code,
    severity: 'warning',
    file: displayPath(path.join(siteDir, name)),
    message: `${what} are read from ${folder}/${name}, so this has no effect. Move it there.`,
  });
  return [
    ...(hasRedirects(path.join(siteDir, REDIRECTS_FILE))
      ? [warn('redirects', REDIRECTS_FILE, 'Redirects')]
      : []),
    ...(existsSync(path.join(siteDir, QUESTIONS_FOLDER))
      ? [warn('questions', QUESTIONS_FOLDER, 'Questions and synonyms')]
      : []),
  ];
}

/** Whether a file has redirects as this program reads them. A file of another program looks different. */
function hasRedirects(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return redirectsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).success;
  } catch {
    return false;
  }
}
