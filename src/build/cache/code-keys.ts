import { existsSync } from 'node:fs';
import { engineModule } from '../../shared/engine-dir.ts';
import type { ImportGraph } from './import-graph.ts';

/** The modules that make each thing which the cache keeps. What they in turn are made of, the import graph knows. */
const makers = {
  /** What a document says by itself. */
  parsed: ['content/parsed-doc'],
  /** When each document was last committed. */
  dates: ['content/git-dates'],
  /** An article, but for what its live parts and the site's sections are made from. */
  articles: ['build/compile/compile-worker'],
  /** The files of the dist folder, but for what the renderer is made from. */
  outputs: ['build/pages/render-worker', 'build/pages/shell-worker', 'build/publish/write-files'],
  index: ['build/publish/search-index-worker'],
} as const satisfies Record<string, readonly string[]>;

type MadeThing = keyof typeof makers;
export const madeThings = Object.keys(makers) as MadeThing[];

/** Changes with the code that makes this. */
export function codeKey(graph: ImportGraph, thing: MadeThing): string {
  return graph.key(makers[thing].map(existingModule));
}

/** The code of a whole build, loaded into the graph: while it looks the same, nothing has to be built for its sake. */
export function lookAtAllCode(graph: ImportGraph): void {
  graph.reach([existingModule('build/build')]);
}

function existingModule(name: string): string {
  const file = engineModule(name);
  if (!existsSync(file)) throw new Error(`There is no module ${file}.`);
  return file;
}
