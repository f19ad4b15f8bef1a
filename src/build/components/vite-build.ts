import type { InlineConfig } from 'vite';
import { type Output, settingsOf } from '../bundle/run-vite.ts';
import { nameHash } from '../hashing.ts';
import type { ComponentsTask } from './components-bundler.ts';
import type { OwnersImport } from './owners-imports.ts';

/**
 * Its own for each import, wherever the site lies. Without it the bundler counts through those whose scripts are the
 * same to the byte, and one that changes moves the addresses of all of them.
 */
export function entryName({ id }: OwnersImport, { siteDir }: ComponentsTask): string {
  return nameHash(id.replace(siteDir, ''));
}

export function entryOf(outputs: readonly Output[], one: OwnersImport, task: ComponentsTask) {
  return outputs.find((output) => output.type === 'chunk' && output.name === entryName(one, task));
}

export const assetFileNames = '[name].[hash][extname]';
export const commonBuild = {
  emptyOutDir: false,
  assetsInlineLimit: 0,
  cssCodeSplit: false,
  cssMinify: false,
  reportCompressedSize: false,
} as const;
/** A name that a module lacks is `undefined`, as elsewhere; who uses it hears so. */
export const commonRolldown = { shimMissingExports: true } as const;

export function commonConfig(task: ComponentsTask): InlineConfig {
  return {
    ...settingsOf(task),
    root: task.siteDir,
    logLevel: 'silent',
    css: { postcss: { plugins: [] } },
  };
}
