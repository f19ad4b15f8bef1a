import { existsSync } from 'node:fs';
import path from 'node:path';
import type { LivePart } from '../../markdown/live-parts.ts';
import { listFolder } from '../../shared/if-present.ts';
import type { AddedLivePart } from '../build-features.ts';

/**
 * Lists the live parts of a site: each folder of `src/live/` with a component of the same name, such as `ProcessPlayer`
 * in `process-player/process-player.tsx`. The component gets what `livePart` of `gatehouse/sections` was given.
 */
function listLiveParts(siteDir: string): [name: string, file: string][] {
  const folder = path.join(siteDir, 'src/live');
  return listFolder(folder)
    .sort()
    .map((name): [string, string] => [nameComponent(name), path.join(folder, name, `${name}.tsx`)])
    .filter(([, file]) => existsSync(file));
}

/**
 * Lists the live parts of a site for the compiler. Documents use them through components of the site, without an
 * import.
 */
export function listSiteLiveParts(siteDir: string): LivePart[] {
  return listLiveParts(siteDir).map(([name]) => ({ name, modules: {} }));
}

/** Modules of the live parts: loaded in the browser when they come into view, and in the renderer at once. */
export function writeLiveModules(
  siteDir: string | undefined,
  addedParts: readonly AddedLivePart[] = [],
): Record<'lazy' | 'eager', string> {
  const siteParts = siteDir === undefined ? [] : listLiveParts(siteDir);
  const featureParts = addedParts.map(({ name, module }): [string, string] => [name, module]);
  const partsForPaper = addedParts.filter(({ isForPaper }) => isForPaper).map(({ name }) => name);
  return {
    lazy: [
      writeLoaders('siteParts', siteParts),
      writeLoaders('featureParts', featureParts),
      `export const partsForPaper = ${JSON.stringify(partsForPaper)};\n`,
    ].join(''),
    eager: writeModules('siteParts', siteParts) + writeModules('featureParts', featureParts),
  };
}

function writeLoaders(name: string, parts: readonly [name: string, file: string][]): string {
  const loaders = parts.map(
    ([part, file]) => `${JSON.stringify(part)}: () => import(${JSON.stringify(file)})`,
  );
  return `export const ${name} = { ${loaders.join(', ')} };\n`;
}

function writeModules(name: string, parts: readonly [name: string, file: string][]): string {
  const imports = parts.map(
    ([, file], index) => `import * as ${name}${index} from ${JSON.stringify(file)};\n`,
  );
  const modules = parts.map(([part], index) => `${JSON.stringify(part)}: ${name}${index}`);
  return `${imports.join('')}export const ${name} = { ${modules.join(', ')} };\n`;
}

function nameComponent(folder: string): string {
  return folder.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
