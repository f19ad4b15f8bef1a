import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { doorFile } from '../../config/doors.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { english, type Texts } from '../../config/texts.ts';
import { isShellPage } from '../../content/shell-page.ts';
import { notOfTheShell } from '../../model/routes.ts';
import { engineModule, sourceDir } from '../../shared/engine-dir.ts';

export interface BundledSite {
  /** Absolute. */
  siteDir: string;
  texts: Texts;
  /** Style sheets, absolute. */
  styles: readonly string[];
}

const engineBrand = path.join(sourceDir, 'ui/theme/brand');
const engineEntry = engineModule('ui/client');
const defaultPages = [['index.tsx', path.join(sourceDir, 'ui/pages/home.tsx')]] as const;

/** `config`: absent where it is wrong. */
export function bundledSite(siteDir: string, config: SiteConfig | undefined): BundledSite {
  const { texts = english, styles = [] } = config ?? {};
  return { siteDir, texts, styles: styles.map((file) => path.resolve(siteDir, file)) };
}

/**
 * Sources of what the shell takes from the site folder, or of the engine's own where it has none: see
 * `src/ui/site-modules.d.ts`. `undefined`: no site.
 */
export function siteModules(site: BundledSite | undefined): Readonly<Record<string, string>> {
  return {
    'virtual:site/pages': pagesModule(site?.siteDir),
    'virtual:site/brand': brandModule(site?.siteDir),
    'virtual:site/styles': (site?.styles ?? []).map((file) => `import ${JSON.stringify(file)};\n`).join(''),
    'virtual:site/texts': textsModule(site?.texts ?? english),
    'virtual:routes': `export const notOfTheShell = new RegExp(${JSON.stringify(notOfTheShell())});\n`,
  };
}

/** Gives the bundler those modules. */
export function sitePlugin(site: BundledSite | undefined): Plugin {
  const sources = siteModules(site);
  return {
    name: 'site',
    enforce: 'pre',
    async resolveId(id) {
      if (id in sources) return `\0${id}`;
      // One React, the engine's own, which the site folder need not have installed.
      if (/^react(?:-dom)?(?:\/|$)/.test(id)) return this.resolve(id, engineEntry, { skipSelf: true });
      return doorFile(id);
    },
    load: (id) => sources[id.replace(/^\0/, '')],
  };
}

/** The components of `src/pages/` that the shell renders, name and absolute file. As with documents, what starts with `_` is no page. */
export function listPages(siteDir: string): [name: string, file: string][] {
  const folder = path.join(siteDir, 'src/pages');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const pages = names.filter((name) => name.endsWith('.tsx') && !/^[_.]|\.test\.tsx$/.test(name));
  return pages
    .sort()
    .map((name): [string, string] => [name, path.join(folder, name)])
    .filter(([name, file]) => isShellPage(name, readFileSync(file, 'utf8')));
}

function pagesModule(siteDir: string | undefined): string {
  const pages = new Map([...defaultPages, ...(siteDir === undefined ? [] : listPages(siteDir))]);
  const sorted = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
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

/** Where the brand is looked for: what is there, and what might come. */
export function brandFiles(siteDir: string): string[] {
  return ['logo.svg', 'not-found.svg', 'icon.svg'].flatMap((name) => [
    path.join(siteDir, 'theme', name),
    path.join(engineBrand, name),
  ]);
}

/** A file of the site's `theme/`, or the engine's own of the same name. */
export function brandFile(siteDir: string | undefined, name: string): string {
  const own = path.join(siteDir ?? '', 'theme', name);
  return siteDir !== undefined && existsSync(own) ? own : path.join(engineBrand, name);
}
