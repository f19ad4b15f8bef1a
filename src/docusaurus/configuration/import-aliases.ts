import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import { type Settings, toList, toSettings } from '../config-notes.ts';

type Aliases = Readonly<Record<string, string>>;

/** Import aliases of a site: `@site`, those of its configuration, and the `paths` of its `tsconfig.json`. */
export function importAliases(siteDir: string, config: Pick<SiteConfig, 'aliases'> | undefined): Aliases {
  return { ...tsconfigAliases(siteDir), ...config?.aliases, '@site': siteDir };
}

/**
 * Import aliases of `compilerOptions.paths` in the site's `tsconfig.json`, as absolute paths. Aliases of Docusaurus, such
 * as `@site` and `@theme`, can't be redefined.
 */
export function tsconfigAliases(siteDir: string): Aliases {
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
