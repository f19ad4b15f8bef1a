import { existsSync } from 'node:fs';
import path from 'node:path';
import type { LivePart } from '../../markdown/live-parts.ts';
import { namesIn } from '../../shared/if-present.ts';

/**
 * The live parts of a site: each folder of `src/live/` that has a component of its name, `ProcessPlayer` in
 * `process-player/process-player.tsx`. The component gets what `livePart` of `gatehouse/sections` was given.
 */
function listLiveParts(siteDir: string): [name: string, file: string][] {
  const folder = path.join(siteDir, 'src/live');
  return namesIn(folder)
    .sort()
    .map((name): [string, string] => [componentName(name), path.join(folder, name, `${name}.tsx`)])
    .filter(([, file]) => existsSync(file));
}

/** For the compiler. Documents name them by the components of the site that make them, not by an import. */
export function siteLiveParts(siteDir: string): LivePart[] {
  return listLiveParts(siteDir).map(([name]) => ({ name, modules: {} }));
}

/** The components, for the browser where one is in view, and for the renderer at once. */
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
