import { existsSync } from 'node:fs';
import path from 'node:path';
import type { LivePart } from '../../markdown/live-parts.ts';
import { listFolder } from '../../shared/if-present.ts';

/**
 * Lists the live parts of a site: each folder of `src/live/` with a component of the same name, such as `ProcessPlayer`
 * in `process-player/process-player.tsx`. The component gets what `livePart` of `gatehouse/sections` was given.
 */
function listLiveParts(siteDir: string): [name: string, file: string][] {
  const folder = path.join(siteDir, 'src/live');
  return listFolder(folder)
    .sort()
    .map((name): [string, string] => [componentName(name), path.join(folder, name, `${name}.tsx`)])
    .filter(([, file]) => existsSync(file));
}

/** For the compiler. Documents reach live parts through components of the site, not by an import. */
export function siteLiveParts(siteDir: string): LivePart[] {
  return listLiveParts(siteDir).map(([name]) => ({ name, modules: {} }));
}

/** Modules of the live parts: loaded in the browser when they come into view, and in the renderer at once. */
export function liveModules(siteDir: string | undefined): Record<'lazy' | 'eager', string> {
  const parts = siteDir === undefined ? [] : listLiveParts(siteDir);
  const lazy = parts.map(([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`);
  const imports = parts.map(([, file], at) => `import * as part${at} from ${JSON.stringify(file)};\n`);
  const eager = parts.map(([name], at) => `${JSON.stringify(name)}: part${at}`);
  return {
    lazy: `export const siteParts = { ${lazy.join(', ')} };\n`,
    eager: `${imports.join('')}export const siteParts = { ${eager.join(', ')} };\n`,
  };
}

function componentName(folder: string): string {
  return folder.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
