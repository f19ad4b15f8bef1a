import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createJiti, type JitiOptions } from 'jiti';
import { isRecord } from './json.ts';
import { findModulesInAnyForm } from './modules-on-disk.ts';

/**
 * Makes the default export of a module the module itself, with the other exports as its properties, for `require()` and
 * `import` alike. A CommonJS module is its own default export. Docusaurus' loader does the same (jiti 1,
 * `interopDefault`). Plain values can't have properties, so a module with such an export stays as it is.
 */
const DEFAULT_IS_MODULE = `
;(() => {
  const isExtensible = (value) => Object(value) === value && Object.isExtensible(value);
  const define = (object, name, value) => Object.defineProperty(object, name, { value, configurable: true });
  const { exports } = module;
  if (!isExtensible(exports)) return;
  if (!('default' in exports)) {
    if (!exports.__esModule) define(exports, 'default', exports);
    return;
  }
  const whole = exports.default;
  if (typeof exports !== 'object' || !isExtensible(whole) || whole.__esModule) return;
  for (const name of Object.keys(exports))
    if (name !== 'default' && !(name in whole))
      Object.defineProperty(whole, name, { enumerable: true, configurable: true, get: () => exports[name] });
  for (const [name, value] of [['default', whole], ['__esModule', true]])
    if (!Object.hasOwn(whole, name)) define(whole, name, value);
  module.exports = whole;
})();
`;

interface LoadOptions {
  /** Modules by the name that the code imports, in place of packages. */
  virtualModules?: Record<string, unknown>;
  /** Paths by the beginning of the names that the code imports. */
  alias?: Record<string, string>;
}

/**
 * Loads a module of the site in any form, CommonJS, ES module or TypeScript, as Docusaurus does, and returns its default
 * export. Nothing is cached, because the preview loads the file again after each change.
 */
export async function loadOwnersModule(file: string, options: LoadOptions = {}): Promise<unknown> {
  const compiler = createJiti(file);
  const jiti = createJiti(file, {
    moduleCache: false,
    fsCache: false,
    sourceMaps: true,
    interopDefault: false,
    ...options,
    // The default export of the module itself is read below.
    transform: (source) => ({
      code: compiler.transform(source) + (source.filename === file ? '' : DEFAULT_IS_MODULE),
    }),
  });
  const module: unknown = await findModulesInAnyForm(async () =>
    jiti.evalModule(readFileSync(file, 'utf8'), {
      id: file,
      filename: file,
      ext: path.extname(file),
      async: true,
      // Otherwise `import()` in a CommonJS module would bypass this loader.
      forceTranspile: true,
    }),
  );
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module;
}

/**
 * Loads a module of the site in any form, as it is on disk now, and returns its exports. Unlike `loadOwnersModule`, it
 * compiles only what Node can't load. `import()`, which the loader prefers for CommonJS, returns the first version of a
 * file forever, so it's used only for modules that can't be required, such as one that awaits something.
 */
export async function loadCurrentModule(file: string, options: JitiOptions = {}): Promise<unknown> {
  const jiti = createJiti(file, { moduleCache: false, fsCache: false, ...options });
  const { cache, resolve } = createRequire(file);
  try {
    delete cache[resolve(file)];
  } catch {
    // Only the loader finds the file, such as one in TypeScript.
  }
  try {
    return jiti(file);
  } catch {
    return jiti.import(file);
  }
}

/** The default export of a module, or everything that a CommonJS module exports. */
export function readDefaultExport(module: unknown): unknown {
  return isRecord(module) ? (module.default ?? module) : module;
}
