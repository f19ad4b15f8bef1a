import { normalize } from 'node:path/posix';
import type { PagesOptions } from '../../config/docs-options.ts';

/** The folder whose pages are bundled with the shell. */
const PAGES_FOLDER = 'src/pages';
const importPattern = /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s*)?['"]([^'"]+)['"]/gm;

/**
 * Whether a component of `src/pages/` is rendered by the shell. It is if it imports the engine's own parts or nothing
 * at all. Every other component is a page as Docusaurus renders it.
 */
export function isShellPage(
  file: string,
  source: string,
  { path: folder }: Pick<PagesOptions, 'path'> = { path: PAGES_FOLDER },
): boolean {
  if (!/^[^/]+\.tsx$/.test(file) || normalize(folder) !== PAGES_FOLDER) return false;
  const imports = [...source.matchAll(importPattern)].map(([, specifier = '']) => specifier);
  if (imports.includes('gatehouse/pages')) return true;
  return imports.length === 0 && !/\bon[A-Z]\w*=\{/.test(source);
}
