import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { listModuleFiles } from '../../shared/module-files.ts';
import type { SiteFile } from './site-files.ts';

/** Components of the theme that the engine uses. Others are left out, with everything that only they import. */
const usedThemeComponent = /^src\/theme\/(?:MDXComponents|Admonition|ReactLiveScope)(?:[./]|$)/;

/**
 * Documents, pages, and the code of the site that they import, directly or not. `wrappers` are names of files around
 * every page.
 */
export function listFilesInUse(
  siteDir: string,
  documents: readonly SiteFile[],
  code: readonly SiteFile[],
  config: SiteConfig | undefined,
  wrappers: ReadonlySet<string>,
): SiteFile[] {
  const pages = path.posix.join(config?.pages ? config.pages.path : 'src/pages', '/');
  const usedCode = code.filter(
    ({ name }) => name.startsWith(pages) || usedThemeComponent.test(name) || wrappers.has(name),
  );
  return followImports([...documents, ...usedCode], code, siteDir, config?.aliases ?? {});
}

/** The files, and the code of the site that they import, directly or not. */
export function followImports(
  files: readonly SiteFile[],
  code: readonly SiteFile[],
  siteDir: string,
  aliases: Readonly<Record<string, string>>,
): SiteFile[] {
  const byName = new Map(code.map((file) => [file.name, file]));
  const filesInUse = new Set(files);
  // Iterating over a set includes what is added on the way.
  for (const { name, imports } of filesInUse) {
    for (const { specifier } of imports) {
      const importedName = resolveInSite(specifier.replace(/^.*!/, ''), name, siteDir, aliases);
      const names = importedName === undefined ? [] : listModuleFiles(importedName);
      const [file] = names.flatMap((item) => byName.get(item) ?? []);
      if (file) filesInUse.add(file);
    }
  }
  return [...filesInUse];
}

/** The path of an imported file from the site folder. Undefined for a package. */
function resolveInSite(
  specifier: string,
  from: string,
  siteDir: string,
  aliases: Readonly<Record<string, string>>,
): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  if (specifier.startsWith('@site/')) return path.posix.normalize(specifier.slice('@site/'.length));
  if (specifier.startsWith('/')) return path.posix.normalize(specifier.slice(1));
  for (const [alias, folder] of Object.entries(aliases)) {
    const name = alias.replace(/\$$/, '');
    if (specifier === name || specifier.startsWith(`${name}/`))
      return formatPathFrom(siteDir, folder + specifier.slice(name.length));
  }
  return undefined;
}
