import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { engineDir, isCompiled } from '../shared/engine-dir.ts';

/**
 * The file behind an import of `gatehouse/…`, which the package exports. The site folder doesn't need the package
 * installed.
 */
export function doorFile(specifier: string): string | undefined {
  if (!specifier.startsWith('gatehouse/')) return undefined;
  const { exports }: { exports: Record<string, { types: string; default: string }> } = JSON.parse(
    readFileSync(path.join(engineDir, 'package.json'), 'utf8'),
  );
  const door = exports[`.${specifier.slice('gatehouse'.length)}`];
  return door && path.join(engineDir, isCompiled ? door.default : door.types);
}

let isOpen = false;
const VERSION = '?site-version=';

/**
 * Packages of site folders rarely say `"type": "module"`. Node would still load their modules, but read them twice and
 * warn each time.
 */
function withFormat<Resolved extends { url: string; format?: string | null | undefined }>(
  resolvedModule: Resolved,
): Resolved {
  if (resolvedModule.format != null || !/^file:.*\.ts(?:\?|$)/.test(resolvedModule.url))
    return resolvedModule;
  const source = readFileSync(new URL(resolvedModule.url), 'utf8');
  return /^(?:import|export)\b/m.test(source)
    ? { ...resolvedModule, format: 'module-typescript' }
    : resolvedModule;
}

/**
 * Imports a module of a site folder, TypeScript included. Another `version` loads it again, with everything it imports
 * from the site, in a process that has already loaded it.
 */
export async function importSiteModule(
  file: string,
  version = '',
): Promise<Readonly<Record<string, unknown>>> {
  if (!isOpen) {
    registerHooks({
      resolve(specifier, context, nextResolve) {
        const door = doorFile(specifier);
        if (door !== undefined) return { url: pathToFileURL(door).href, shortCircuit: true };
        const resolvedModule = nextResolve(specifier, context);
        const { search: version } = new URL(context.parentURL ?? 'data:');
        const isOfSite = /^\.{0,2}\//.test(specifier) && version.startsWith(VERSION);
        return withFormat(
          isOfSite ? { ...resolvedModule, url: resolvedModule.url + version } : resolvedModule,
        );
      },
    });
    isOpen = true;
  }
  return import(`${pathToFileURL(file).href}${version === '' ? '' : VERSION + version}`);
}
