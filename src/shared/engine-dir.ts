import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of the engine's modules: `src/` in a checkout, or `lib/` with JavaScript in an installed package. */
export const sourceDir = path.resolve(import.meta.dirname, '..');

/** The root of the engine's package. The site may be anywhere else. */
export const engineDir = path.dirname(sourceDir);

/** Whether this is an installed package. It's compiled, because Node doesn't strip types below `node_modules`. */
export const isCompiled = path.extname(import.meta.filename) === '.js';

/** The file of an engine module, by its path below `sourceDir` without the extension. */
export function resolveEngineModule(name: string): string {
  return path.join(sourceDir, name + path.extname(import.meta.filename));
}

/** The version in the engine's `package.json`. */
export function readEngineVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(path.join(engineDir, 'package.json'), 'utf8'),
  );
  return version;
}
