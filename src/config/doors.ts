import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { engineDir, isCompiled } from '../shared/engine-dir.ts';

/** The file behind `gatehouse/…`: what the package exports. A site folder need not have it installed. */
export function doorFile(specifier: string): string | undefined {
  if (!specifier.startsWith('gatehouse/')) return undefined;
  const { exports }: { exports: Record<string, { types: string; default: string }> } = JSON.parse(
    readFileSync(path.join(engineDir, 'package.json'), 'utf8'),
  );
  const door = exports[`.${specifier.slice('gatehouse'.length)}`];
  return door && path.join(engineDir, isCompiled ? door.default : door.types);
}

let open = false;

/**
 * Imports a module of a site folder: TypeScript as Node runs it. `version` makes a changed file load anew in a
 * process that has loaded it before.
 */
export async function importSiteModule(file: string, version = ''): Promise<{ default?: unknown }> {
  if (!open) {
    registerHooks({
      resolve(specifier, context, nextResolve) {
        const door = doorFile(specifier);
        return door === undefined
          ? nextResolve(specifier, context)
          : { url: pathToFileURL(door).href, shortCircuit: true };
      },
    });
    open = true;
  }
  return import(`${pathToFileURL(file).href}${version === '' ? '' : `?${version}`}`);
}
