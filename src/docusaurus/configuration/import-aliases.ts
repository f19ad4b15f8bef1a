import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import type { Aliases } from '../../shared/import-roots.ts';
import { type Settings, toList, toSettings } from '../config-notes.ts';

/**
 * Import aliases of a site: `@site`, those of its configuration, the `paths` of its `tsconfig.json`, and the static
 * folders, in which imports such as `/img/logo.svg` are looked up.
 */
export function importAliases(
  siteDir: string,
  config: Pick<SiteConfig, 'aliases' | 'staticDirectories'> | undefined,
): Aliases {
  const staticDirs = (config?.staticDirectories ?? []).map(
    (folder) => [`/${folder}`, path.resolve(siteDir, folder)] as const,
  );
  return {
    ...readTsconfigAliases(siteDir),
    ...config?.aliases,
    ...Object.fromEntries(staticDirs),
    '@site': siteDir,
  };
}

/**
 * Import aliases of `compilerOptions.paths` in the site's `tsconfig.json`, as absolute paths. Aliases of Docusaurus, such
 * as `@site` and `@theme`, can't be redefined.
 */
export function readTsconfigAliases(siteDir: string): Aliases {
  const { paths, baseUrl } = readCompilerOptions(path.join(siteDir, 'tsconfig.json'));
  const base = path.resolve(siteDir, typeof baseUrl === 'string' ? baseUrl : '.');
  const aliases = Object.entries(toSettings(paths)).flatMap(([pattern, targets]) => {
    const [target] = toList(targets);
    const name = pattern.replace(/\/\*$/, '');
    const isReserved = name.includes('*') || /^@(?:site|docusaurus|theme)(?:\/|$|-)/.test(name);
    if (typeof target !== 'string' || isReserved) return [];
    const exact = pattern === name ? '$' : '';
    return [[name + exact, path.resolve(base, target.replace(/\/\*$/, ''))] as const];
  });
  return Object.fromEntries(aliases);
}

/** Reads a file with comments and trailing commas, as TypeScript allows them. Empty if it can't be read. */
function readCompilerOptions(file: string): Settings {
  try {
    const text = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(
        /("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
        (_all, quotedText: string | undefined) => quotedText ?? '',
      )
      .replace(/,(\s*[}\]])/g, '$1');
    return toSettings(toSettings(JSON.parse(text)).compilerOptions);
  } catch {
    return {};
  }
}
