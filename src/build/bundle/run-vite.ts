import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { ASSETS_PREFIX, atBasePath } from '../../model/urls.ts';

export type Output = Rolldown.RolldownOutput['output'][number];

/** Browsers that know `light-dark()`, nesting and popovers: which the style and the shell need. */
export const browsers = ['chrome125', 'edge125', 'firefox128', 'safari17.5'];

/** No configuration of the site's has a say in how scripts are made. */
export function settingsOf({ rootPath }: { rootPath: string }) {
  return {
    configFile: false,
    envDir: false,
    publicDir: false,
    tsconfig: fileURLToPath(new URL('./bundler.tsconfig.json', import.meta.url)),
    base: atBasePath(ASSETS_PREFIX, rootPath),
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
  } as const satisfies InlineConfig;
}

export async function runVite(config: InlineConfig): Promise<Output[]> {
  const result = await build(config);
  // One build without watching answers with one output.
  if (Array.isArray(result) || !('output' in result))
    throw new Error('The bundler answered with several outputs.');
  return result.output;
}
