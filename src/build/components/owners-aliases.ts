import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import type { Aliases } from '../../markdown/mdx/code-imports.ts';

/** What imports of a site may begin with: `@site`, what its configuration says, and the `paths` of its `tsconfig`. */
export function ownersAliases(siteDir: string, config: SiteConfig | undefined): Aliases {
  return { ...tsconfigPaths(siteDir), ...aliasesOf(config), '@site': siteDir };
}

/** As plugins of a `docusaurus.config` say them; the schema may not know them. */
function aliasesOf(config: SiteConfig | undefined): Aliases {
  const said: unknown = config && 'aliases' in config ? config.aliases : undefined;
  if (typeof said !== 'object' || said === null) return {};
  return Object.fromEntries(Object.entries(said).filter(([, folder]) => typeof folder === 'string'));
}

function tsconfigPaths(siteDir: string): Aliases {
  const options = compilerOptions(path.join(siteDir, 'tsconfig.json'));
  const paths = options?.paths;
  if (typeof paths !== 'object' || paths === null) return {};
  const base = path.resolve(siteDir, typeof options?.baseUrl === 'string' ? options.baseUrl : '.');
  return Object.fromEntries(
    Object.entries(paths).flatMap(([pattern, places]) => {
      const [place]: unknown[] = Array.isArray(places) ? places : [];
      if (!pattern.endsWith('/*') || typeof place !== 'string' || !place.endsWith('/*')) return [];
      return [[pattern.slice(0, -2), path.resolve(base, place.slice(0, -2))]];
    }),
  );
}

/** The file is for editors, and may hold comments; one that cannot be read says nothing. */
function compilerOptions(file: string): Record<string, unknown> | undefined {
  try {
    const text = readFileSync(file, 'utf8')
      .replace(
        /("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
        (_all, quoted: string | undefined) => quoted ?? '',
      )
      .replace(/,(\s*[}\]])/g, '$1');
    const { compilerOptions: options }: { compilerOptions?: Record<string, unknown> } = JSON.parse(text);
    return options;
  } catch {
    return undefined;
  }
}
