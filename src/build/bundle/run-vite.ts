import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { ASSETS_PREFIX, joinBasePath } from '../../model/urls.ts';

export type Output = Rolldown.RolldownOutput['output'][number];

/** Browsers that support `light-dark()`, nesting and popovers, which the style and the shell need. */
export const browsers = ['chrome125', 'edge125', 'firefox128', 'safari17.5'];

/**
 * Output of a single script that isn't a module: code that it loads with `import()` is part of it. With
 * `codeSplitting: false`, the bundler puts modules that only unused code loads into a second script, and then refuses
 * this format.
 */
export const singleScript = {
  format: 'iife',
  codeSplitting: { groups: [{ name: 'script' }] },
} as const satisfies Rolldown.OutputOptions;

/** Finds the files of ``import(`./locales/${name}.js`)`` in packages, too, as webpack does. */
export const expandedImports = { dynamicImportVarsOptions: { exclude: [] } };

/** Settings of every bundle. The site's own Vite configuration is ignored. */
export function createViteSettings({ rootPath }: { rootPath: string }) {
  return {
    configFile: false,
    envDir: false,
    publicDir: false,
    tsconfig: fileURLToPath(new URL('./bundler.tsconfig.json', import.meta.url)),
    base: joinBasePath(ASSETS_PREFIX, rootPath),
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
  } as const satisfies InlineConfig;
}

/**
 * Names a file of the site, such as a picture, in the address that browsers load. Only ASCII is kept: names can have
 * several Unicode forms, and servers redirect to one of them.
 */
export function nameAsset({ names: [name = ''] }: Pick<Rolldown.PreRenderedAsset, 'names'>): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII.
  const safeName = path.parse(name).name.replace(/[^\u0000-\u007f]+/g, '-');
  return `${safeName || 'file'}.[hash][extname]`;
}

export async function runVite(config: InlineConfig): Promise<Output[]> {
  const result = await build(config);
  // A single build that doesn't watch returns a single output.
  if (Array.isArray(result) || !('output' in result))
    throw new Error('The bundler returned several outputs.');
  return result.output;
}
