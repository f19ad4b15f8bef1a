import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { doorFile } from '../../config/doors.ts';
import { english, type Texts } from '../../config/texts.ts';
import { engineModule, sourceDir } from '../../shared/engine-dir.ts';
import { isPage } from './standalone-pages.ts';

/** What the shell takes from the site folder; see `src/ui/site-modules.d.ts`. */
const names = ['virtual:site/pages', 'virtual:site/brand', 'virtual:site/texts'] as const;

export interface BundledSite {
  /** Absolute. */
  siteDir: string;
  texts: Texts;
}

const engineEntry = engineModule('ui/client');
const defaultPages: Readonly<Record<string, string>> = { 'index.tsx': 'ui/pages/home.tsx' };

/** Gives the modules `virtual:site/…` what the site folder has, or the engine's own; `undefined`: no site. */
export function sitePlugin(site: BundledSite | undefined): Plugin {
  const siteDir = site?.siteDir;
  const sources: Record<(typeof names)[number], () => string> = {
    'virtual:site/pages': () => pagesModule(siteDir),
    'virtual:site/brand': () => brandModule(siteDir),
    'virtual:site/texts': () => textsModule(site?.texts ?? english),
  };
  const known = (id: string) => names.find((name) => id === `\0${name}`);
  return {
    name: 'site',
    enforce: 'pre',
    async resolveId(id) {
      if (id in sources) return `\0${id}`;
      // One React, the engine's own, which the site folder need not have installed.
      if (/^react(?:-dom)?(?:\/|$)/.test(id)) return this.resolve(id, engineEntry, { skipSelf: true });
      return doorFile(id);
    },
    load(id) {
      const name = known(id);
      return name && sources[name]();
    },
  };
}

/** `src/pages/*.tsx` by file, in a stable order. */
function pagesModule(siteDir: string | undefined): string {
  const folder = path.join(siteDir ?? '', 'src/pages');
  const own = siteDir === undefined ? [] : globSync('*.tsx', { cwd: folder });
  const files = new Map(
    Object.entries(defaultPages).map(([name, file]) => [name, path.join(sourceDir, file)]),
  );
  for (const name of own.filter(isPage)) files.set(name, path.join(folder, name));
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const imports = sorted.map(([, file], at) => `import * as page${at} from ${JSON.stringify(file)};`);
  const entries = sorted.map(([name], at) => `${JSON.stringify(name)}: page${at}`);
  return `${imports.join('\n')}\nexport const pages = { ${entries.join(', ')} };\n`;
}

function brandModule(siteDir: string | undefined): string {
  const text = (name: string) => JSON.stringify(readFileSync(brandFile(siteDir, name), 'utf8').trim());
  return `export const logo = ${text('logo.svg')};\nexport const notFoundDrawing = ${text('not-found.svg')};\n`;
}

function textsModule(texts: Texts): string {
  return Object.entries(texts)
    .map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`)
    .join('');
}

/** A file of the site's `theme/`, or the engine's own of the same name. */
export function brandFile(siteDir: string | undefined, name: string): string {
  const own = path.join(siteDir ?? '', 'theme', name);
  return siteDir !== undefined && existsSync(own) ? own : path.join(sourceDir, 'ui/theme/brand', name);
}
