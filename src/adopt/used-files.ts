import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { pathFrom } from '../shared/file-paths.ts';
import type { SiteFile } from './site-files.ts';

/** Replaced parts of the theme that are used here; others are left out, with all that only they import. */
const usedTheme = /^src\/theme\/(?:MDXComponents|Admonition|ReactLiveScope)(?:[./]|$)/;

const ofModules = ['', '.tsx', '.ts', '.jsx', '.js', '.mjs', '.cjs'];
const endings = [...ofModules, ...ofModules.map((ending) => `/index${ending}`)];

/** Documents, pages, and whatever of a site's code these lead to, by their imports. */
export function usedFiles(
  siteDir: string,
  documents: readonly SiteFile[],
  code: readonly SiteFile[],
  config: SiteConfig | undefined,
): SiteFile[] {
  const byName = new Map(code.map((file) => [file.name, file]));
  const pages = path.posix.join(config?.pages ? config.pages.path : 'src/pages', '/');
  const used = new Set<SiteFile>(documents);
  for (const file of code) if (file.name.startsWith(pages) || usedTheme.test(file.name)) used.add(file);
  // A set goes on with what is added while it is gone through.
  for (const { name, imports } of used) {
    for (const { specifier } of imports) {
      const wanted = siteName(specifier.replace(/^.*!/, ''), name, siteDir, config?.aliases ?? {});
      const names = wanted === undefined ? [] : endings.map((ending) => wanted + ending);
      const [file] = names.flatMap((each) => byName.get(each) ?? []);
      if (file) used.add(file);
    }
  }
  return [...used];
}

/** What an import asks for, from the site folder; nothing where that is a package. */
function siteName(
  specifier: string,
  from: string,
  siteDir: string,
  aliases: Readonly<Record<string, string>>,
): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith('@site/')) return path.posix.normalize(specifier.slice('@site/'.length));
  for (const [alias, folder] of Object.entries(aliases)) {
    const name = alias.replace(/\$$/, '');
    const below =
      specifier === name ? '' : specifier.startsWith(`${name}/`) ? specifier.slice(name.length) : undefined;
    if (below !== undefined) return pathFrom(siteDir, folder + below);
  }
  return undefined;
}
