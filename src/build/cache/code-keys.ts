import { existsSync } from 'node:fs';
import { resolveEngineModule } from '../../shared/engine-dir.ts';
import type { ImportGraph } from './import-graph.ts';

/** The entry module of the code that makes each kind of cached value. The import graph finds the modules below it. */
const entryModules = {
  /** The content of a document by itself. */
  parsed: ['content/documents/parsed-doc'],
  /** Dates of the last commits of documents. */
  dates: ['content/dates/git-dates'],
  /** Articles, without the code of their live parts and of the site's sections. */
  articles: ['build/compile/compile-worker'],
  /** Files of the dist folder, without the code of the renderer. */
  outputs: ['build/pages/render-worker', 'build/publish/write-files'],
  index: ['build/publish/search-index-worker'],
} as const satisfies Record<string, readonly string[]>;

type CachedKind = keyof typeof entryModules;
export const cachedKinds = Object.keys(entryModules) as CachedKind[];

/**
 * A key that changes with the code that makes this kind of value. `added` are absolute paths of modules that features
 * add to that code.
 */
export function computeCodeKey(graph: ImportGraph, kind: CachedKind, added: readonly string[] = []): string {
  return graph.computeKey([...entryModules[kind].map(findExistingModule), ...added]);
}

/** Adds all code of a build to the graph, so that a change to any of it makes the last build out of date. */
export function trackAllCode(graph: ImportGraph): void {
  graph.reach([findExistingModule('build/build')]);
}

function findExistingModule(name: string): string {
  const file = resolveEngineModule(name);
  if (!existsSync(file)) throw new Error(`There is no module ${file}.`);
  return file;
}
