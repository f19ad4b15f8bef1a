import { realpathSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findModulesInAnyForm } from '../../shared/modules-on-disk.ts';
import { runAsSite } from '../../shared/site-process.ts';
import { isProvided, loadProvided } from './provided-packages.ts';

/** Calls run one after the other, because each changes how modules are resolved. */
let lastCall: Promise<unknown> = Promise.resolve();

/**
 * Runs code of a site as if the owner had started Docusaurus in the site folder, because configurations use relative
 * paths. Modules of the site are loaded again, even if they were loaded before.
 */
export function runInSiteFolder<T>(siteDir: string, work: () => Promise<T>): Promise<T> {
  const result = lastCall.then(() => runInside(siteDir, work));
  lastCall = result.catch(() => undefined);
  return result;
}

async function runInside<T>(siteDir: string, work: () => Promise<T>): Promise<T> {
  forgetModules(siteDir);
  const { NODE_ENV } = process.env;
  // Configurations should describe the published site, unless the owner sets something else.
  process.env.NODE_ENV ??= 'production';
  // For a provided package, `require.resolve` returns a path that contains its name, and `require` its replacement.
  const providedByUrl = new Map<string, string>();
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      try {
        return nextResolve(specifier, context);
      } catch (error) {
        if (!isProvided(specifier)) throw error;
        // The path it would have if it were installed.
        const { href } = pathToFileURL(path.join(siteDir, 'node_modules', specifier, 'index.js'));
        providedByUrl.set(href, specifier);
        return { url: href, shortCircuit: true };
      }
    },
    load(url, context, nextLoad) {
      const name = providedByUrl.get(url);
      if (name === undefined) return nextLoad(url, context);
      const source = `module.exports = globalThis[Symbol.for('documentation.provided')](${JSON.stringify(name)});`;
      return { format: 'commonjs', source, shortCircuit: true };
    },
  });
  Object.assign(globalThis, { [Symbol.for('documentation.provided')]: loadProvided });
  try {
    return await runAsSite(realpathSync(siteDir), () => findModulesInAnyForm(work));
  } finally {
    hooks.deregister();
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  }
}

/** The name of the provided package for a path that `require.resolve` has returned. */
export function findProvidedPackage(file: string, siteDir: string): string | undefined {
  const pathInModules = path.relative(path.join(siteDir, 'node_modules'), path.resolve(siteDir, file));
  const name = pathInModules.split(path.sep).slice(0, -1).join('/');
  return path.basename(pathInModules) === 'index.js' && isProvided(name) ? name : undefined;
}

/** Makes modules of the site run again when code loads them. */
export function forgetModules(siteDir: string): void {
  const { cache } = createRequire(import.meta.url);
  const packagesFolder = `${path.sep}node_modules${path.sep}`;
  for (const file of Object.keys(cache)) {
    if (file.startsWith(siteDir + path.sep) && !file.includes(packagesFolder)) delete cache[file];
  }
}
