import { realpathSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runAsSite } from '../shared/site-process.ts';
import { isProvided, provided } from './provided-packages.ts';

/** One after the other: each changes how modules are found. */
let earlier: Promise<unknown> = Promise.resolve();

/**
 * Runs code of a site as if the owner had started Docusaurus there: configurations ask for files by relative paths. It
 * finds modules of the site as they are now, whatever was loaded before.
 */
export function inSiteFolder<T>(siteDir: string, work: () => Promise<T>): Promise<T> {
  const done = earlier.then(() => runInside(siteDir, work));
  earlier = done.catch(() => undefined);
  return done;
}

async function runInside<T>(siteDir: string, work: () => Promise<T>): Promise<T> {
  forgetModules(siteDir);
  const { NODE_ENV } = process.env;
  // What is published is what counts, unless the owner says something else.
  process.env.NODE_ENV ??= 'production';
  // `require.resolve` of a package that need not be installed gives a path that has its name, `require` what answers
  // for it.
  const stoodFor = new Map<string, string>();
  const hooks = registerHooks({
    resolve(specifier, context, nextResolve) {
      try {
        return nextResolve(specifier, context);
      } catch (error) {
        if (!isProvided(specifier)) throw error;
        // Where it would lie, if it were installed.
        const { href } = pathToFileURL(path.join(siteDir, 'node_modules', specifier, 'index.js'));
        stoodFor.set(href, specifier);
        return { url: href, shortCircuit: true };
      }
    },
    load(url, context, nextLoad) {
      const name = stoodFor.get(url);
      if (name === undefined) return nextLoad(url, context);
      const source = `module.exports = globalThis[Symbol.for('documentation.provided')](${JSON.stringify(name)});`;
      return { format: 'commonjs', source, shortCircuit: true };
    },
  });
  Object.assign(globalThis, { [Symbol.for('documentation.provided')]: provided });
  try {
    return await runAsSite(realpathSync(siteDir), work);
  } finally {
    hooks.deregister();
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  }
}

/** Name of the package that was taken to lie there. */
export function packageOfFile(file: string, siteDir: string): string | undefined {
  const below = path.relative(path.join(siteDir, 'node_modules'), path.resolve(siteDir, file));
  const name = below.split(path.sep).slice(0, -1).join('/');
  return path.basename(below) === 'index.js' && isProvided(name) ? name : undefined;
}

function forgetModules(siteDir: string): void {
  const { cache } = createRequire(import.meta.url);
  const installed = `${path.sep}node_modules${path.sep}`;
  for (const file of Object.keys(cache)) {
    if (file.startsWith(siteDir + path.sep) && !file.includes(installed)) delete cache[file];
  }
}
