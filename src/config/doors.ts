import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { engineDir, isCompiled, resolveEngineModule } from '../shared/engine-dir.ts';
import { markdownPlugins } from './known-plugins.ts';

/**
 * The file behind an import of `gatehouse/…`, which the package exports. The site folder doesn't need the package
 * installed.
 */
export function findDoorFile(specifier: string): string | undefined {
  if (!specifier.startsWith('gatehouse/')) return undefined;
  const { exports }: { exports: Record<string, { types: string; default: string }> } = JSON.parse(
    readFileSync(path.join(engineDir, 'package.json'), 'utf8'),
  );
  const door = exports[`.${specifier.slice('gatehouse'.length)}`];
  return door && path.join(engineDir, isCompiled ? door.default : door.types);
}

let isOpen = false;
const VERSION = '?site-version=';

/** URLs of the configuration files that were imported, and of the modules of their sites that these import. */
const configurationUrls = new Set<string>();

/**
 * The module of a built-in plugin for Markdown whose package the site hasn't installed: a placeholder that the compiler
 * recognizes by its name.
 */
function writePluginModule(specifier: string): string | undefined {
  if (!Object.hasOwn(markdownPlugins, specifier)) return undefined;
  const knownPlugins = pathToFileURL(resolveEngineModule('config/known-plugins')).href;
  const source = `import { findKnownPlugin } from ${JSON.stringify(knownPlugins)};
export default findKnownPlugin(${JSON.stringify(markdownPlugins[specifier])});`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/**
 * Packages of site folders rarely say `"type": "module"`. Node would still load their modules, but read them twice and
 * warn each time.
 */
function setFormat<Resolved extends { url: string; format?: string | null | undefined }>(
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
  openDoors();
  return import(toVersionedUrl(file, version));
}

/** Imports a configuration as `importSiteModule` does. It can name built-in plugins whose packages aren't installed. */
export async function importConfiguration(
  file: string,
  version = '',
): Promise<Readonly<Record<string, unknown>>> {
  configurationUrls.add(toVersionedUrl(file, version));
  return importSiteModule(file, version);
}

function toVersionedUrl(file: string, version: string): string {
  return `${pathToFileURL(file).href}${version === '' ? '' : VERSION + version}`;
}

function openDoors(): void {
  if (isOpen) return;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const door = findDoorFile(specifier);
      if (door !== undefined) return { url: pathToFileURL(door).href, shortCircuit: true };
      const { parentURL = 'data:' } = context;
      const isOfConfiguration = configurationUrls.has(parentURL);
      const pluginModule = isOfConfiguration ? writePluginModule(specifier) : undefined;
      let resolvedModule: ReturnType<typeof nextResolve>;
      try {
        resolvedModule = nextResolve(specifier, context);
      } catch (error) {
        if (pluginModule === undefined) throw error;
        return { url: pluginModule, shortCircuit: true };
      }
      if (!/^\.{0,2}\//.test(specifier)) return setFormat(resolvedModule);
      const { search } = new URL(parentURL);
      const url = search.startsWith(VERSION) ? resolvedModule.url + search : resolvedModule.url;
      if (isOfConfiguration) configurationUrls.add(url);
      return setFormat({ ...resolvedModule, url });
    },
  });
  isOpen = true;
}
