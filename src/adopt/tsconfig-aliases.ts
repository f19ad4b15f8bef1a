import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createJiti } from 'jiti';
import { listOf, type Settings, settingsOf } from './config-notes.ts';

/**
 * Import aliases of `compilerOptions.paths` in the site's `tsconfig.json`, as absolute paths. `@site`, and what belongs
 * to Docusaurus, are not the owner's to say.
 */
export async function tsconfigAliases(siteDir: string): Promise<Record<string, string>> {
  const file = path.join(siteDir, 'tsconfig.json');
  if (!existsSync(file)) return {};
  const { paths, baseUrl } = settingsOf((await readJson(file)).compilerOptions);
  const base = path.resolve(siteDir, typeof baseUrl === 'string' ? baseUrl : '.');
  const aliases = Object.entries(settingsOf(paths)).flatMap(([pattern, targets]) => {
    const [target] = listOf(targets);
    const name = pattern.replace(/\/\*$/, '');
    if (
      typeof target !== 'string' ||
      name.includes('*') ||
      /^@(?:site|docusaurus|theme)(?:\/|$|-)/.test(name)
    )
      return [];
    const exact = pattern === name ? '$' : '';
    return [[name + exact, path.resolve(base, target.replace(/\/\*$/, ''))] as const];
  });
  return Object.fromEntries(aliases);
}

/** With comments and trailing commas, as TypeScript allows them; nothing where it cannot be read. */
async function readJson(file: string): Promise<Settings> {
  const jiti = createJiti(file, { moduleCache: false, fsCache: false });
  try {
    const source = `export default ${readFileSync(file, 'utf8').replace(/^\uFEFF/, '')}`;
    const module: unknown = await jiti.evalModule(source, {
      filename: `${file}.js`,
      ext: '.js',
      async: true,
    });
    return settingsOf(settingsOf(module).default);
  } catch {
    return {};
  }
}
