import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { listOf, type Settings, settingsOf } from './config-notes.ts';

type Aliases = Readonly<Record<string, string>>;

/** What imports of a site may begin with: `@site`, what its configuration says, and the `paths` of its `tsconfig`. */
export function importAliases(siteDir: string, config: Pick<SiteConfig, 'aliases'> | undefined): Aliases {
  return { ...tsconfigAliases(siteDir), ...config?.aliases, '@site': siteDir };
}

/**
 * Import aliases of `compilerOptions.paths` in the site's `tsconfig.json`, as absolute paths. `@site`, and what belongs
 * to Docusaurus, are not the owner's to say.
 */
export function tsconfigAliases(siteDir: string): Aliases {
  const { paths, baseUrl } = compilerOptions(path.join(siteDir, 'tsconfig.json'));
  const base = path.resolve(siteDir, typeof baseUrl === 'string' ? baseUrl : '.');
  const aliases = Object.entries(settingsOf(paths)).flatMap(([pattern, targets]) => {
    const [target] = listOf(targets);
    const name = pattern.replace(/\/\*$/, '');
    const isTaken = name.includes('*') || /^@(?:site|docusaurus|theme)(?:\/|$|-)/.test(name);
    if (typeof target !== 'string' || isTaken) return [];
    const exact = pattern === name ? '$' : '';
    return [[name + exact, path.resolve(base, target.replace(/\/\*$/, ''))] as const];
  });
  return Object.fromEntries(aliases);
}

/** With comments and trailing commas, as TypeScript allows them; nothing where it is not there, or cannot be read. */
function compilerOptions(file: string): Settings {
  try {
    const text = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .replace(
        /("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
        (_all, quoted: string | undefined) => quoted ?? '',
      )
      .replace(/,(\s*[}\]])/g, '$1');
    return settingsOf(settingsOf(JSON.parse(text)).compilerOptions);
  } catch {
    return {};
  }
}
