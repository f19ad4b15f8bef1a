import type { InlineConfig } from 'vite';
import {
  createViteSettings,
  expandedImports,
  type Output,
  singleScript,
} from '../../build/bundle/run-vite.ts';
import { nameHash } from '../../build/hashing.ts';
import type { OwnersImport } from '../../markdown/mdx/code-imports.ts';
import type { ComponentsTask } from './components-bundler.ts';

/**
 * A name for each import, the same wherever the site folder is. Without it the bundler numbers scripts with equal
 * content, and a change to one of them changes the URLs of all.
 */
export function nameEntry({ id }: OwnersImport, { siteDir }: ComponentsTask): string {
  return nameHash(id.replace(siteDir, ''));
}

export function findEntryChunk(outputs: readonly Output[], one: OwnersImport, task: ComponentsTask) {
  return outputs.find((output) => output.type === 'chunk' && output.name === nameEntry(one, task));
}

export const commonBuild = {
  ...expandedImports,
  emptyOutDir: false,
  assetsInlineLimit: 0,
  cssCodeSplit: false,
  cssMinify: false,
  reportCompressedSize: false,
} as const;
/** A missing export is `undefined` instead of an error; the code that uses it reports the problem. */
export const commonRolldown = { shimMissingExports: true } as const;

/** Kinds of files, besides the bundler's own, whose import is their address, as in Docusaurus. */
const filesByAddress = /\.(?:avi|mkv|mpe?g|vob|wmv|m4v|ogv|oga|docx?|xlsx?|zip|rar)$/i;

export function createCommonConfig(task: ComponentsTask): InlineConfig {
  return {
    ...createViteSettings(task),
    root: task.siteDir,
    assetsInclude: filesByAddress,
    logLevel: 'silent',
    css: { postcss: { plugins: [] } },
    worker: { format: 'iife', rolldownOptions: { output: singleScript } },
  };
}
