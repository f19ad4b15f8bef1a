import { normalize } from 'node:path/posix';
import type { PagesOptions } from '../config/docs-options.ts';

/** The one that the shell is bundled with. */
const PAGES_FOLDER = 'src/pages';
const imported = /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s*)?['"]([^'"]+)['"]/gm;

/**
 * Whether a component of `src/pages/` is rendered by the shell, which gives it what it knows of the site: it asks for
 * the engine's own parts, or for nothing. All others are pages as Docusaurus has them.
 */
export function isShellPage(
  file: string,
  source: string,
  { path: folder }: Pick<PagesOptions, 'path'> = { path: PAGES_FOLDER },
): boolean {
  if (!/^[^/]+\.tsx$/.test(file) || normalize(folder) !== PAGES_FOLDER) return false;
  const needs = [...source.matchAll(imported)].map(([, specifier = '']) => specifier);
  if (needs.includes('gatehouse/pages')) return true;
  return needs.length === 0 && !/\bon[A-Z]\w*=\{/.test(source);
}
