import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isBrowser } from './needed-program.ts';

const projectDir = path.resolve(import.meta.dirname, '..');

/** The parts of a run, in the order in which they begin. */
export const stages = ['quick', 'browsers', 'builds', 'deployment'] as const;
export type Stage = (typeof stages)[number];

/** Rooms whose tests call functions or a server in this process. */
const quickRooms =
  /^(src\/(accounts|config|content|docusaurus|feedback|markdown|model|openapi|releases|search|server|shared|storage|ui)\/|site\/(checks|src)\/|bench\/|testing\/|tests\/structure\/)/;
/** Helpers that start a browser, a build, a database or a process. */
const slowHelpers =
  /from '[^']*testing\/(caddy|chromium|manuals|nginx|pgbouncer|postgres|both-stores|search-site|serving-process|test-site)\.ts'/;
/** Test files of those rooms that are slow all the same. */
const slowFiles =
  /^(src\/(server\/(names-and-addresses|mcp\/conformance|mcp\/mcp|api\/many-accounts|ops\/metrics)|storage\/earlier-release|accounts\/store\/store-postgres)|tests\/structure\/promises)\./;
const deployment = /^tests\/((deploy|engines|load)\/|search\/load\.)/;

/** Every test file, relative to the project, with `/`. */
export function listTestFiles(): string[] {
  return globSync('{src,site,tests,bench,testing}/**/*.test.{ts,tsx}', { cwd: projectDir })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}

/** The part of a run that a test file (relative to the project) belongs to. */
export function findStage(file: string): Stage {
  if (deployment.test(file)) return 'deployment';
  const source = readFileSync(path.join(projectDir, file), 'utf8');
  if (drivesBrowser(source)) return 'browsers';
  return quickRooms.test(file) && !slowFiles.test(file) && !slowHelpers.test(source) ? 'quick' : 'builds';
}

/** Whether a test file drives a browser, according to the tags at its head: see `needed-program.ts`. */
function drivesBrowser(source: string): boolean {
  return [...source.matchAll(/^\/\/ @module-tag (\S+)$/gm)].some(([, tag = '']) => isBrowser(tag));
}

/** The files with attacks: all of `tests/security`, and those beside the code that `cases.json` lists. */
export function listSecurityTestFiles(): string[] {
  const folder = 'tests/security';
  const { cases }: { cases: { tests: { file: string }[] }[] } = JSON.parse(
    readFileSync(path.join(projectDir, folder, 'cases.json'), 'utf8'),
  );
  const listedFiles = cases.flatMap(({ tests }) => tests.map(({ file }) => file));
  const inFolder = listTestFiles().filter((file) => file.startsWith(`${folder}/`));
  return [...new Set([...inFolder, ...listedFiles])].sort();
}
