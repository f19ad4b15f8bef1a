import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The engine's own modules: `src/` of a checkout, or `lib/` of the installed package, where they are JavaScript. */
export const sourceDir = path.resolve(import.meta.dirname, '..');

/** Root of the engine's package. The site that it serves may lie anywhere. */
export const engineDir = path.dirname(sourceDir);

/** The package as npm installs it: compiled, because Node takes the types off no file below `node_modules`. */
export const isCompiled = path.extname(import.meta.filename) === '.js';

/** File of a module of ours, by its path below `sourceDir` without the ending. */
export function engineModule(name: string): string {
  return path.join(sourceDir, name + path.extname(import.meta.filename));
}

/** As its package says it. */
export function engineVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(engineDir, 'package.json'), 'utf8'),
  );
  return version;
}
