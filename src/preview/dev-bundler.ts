import path from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { build } from 'vite';
import { type BundledSite, sitePlugin } from '../build/bundle/site-plugin.ts';
import { engineDir, sourceDir } from '../shared/engine-dir.ts';

export interface DevBundlerTask extends BundledSite {
  outDir: string;
}

/** Answers with the name of the entry's file. */
async function bundle({ outDir, ...site }: DevBundlerTask): Promise<string> {
  const result = await build({
    root: engineDir,
    configFile: false,
    envFile: false,
    publicDir: false,
    base: '/_assets/',
    mode: 'production',
    logLevel: 'error',
    plugins: [sitePlugin(site)],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      target: 'es2024',
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { dev: path.join(sourceDir, 'ui/dev/dev-client.tsx') },
        output: {
          entryFileNames: '[name].[hash].js',
          chunkFileNames: '[name].[hash].js',
          assetFileNames: '[name].[hash][extname]',
        },
      },
    },
  });
  const output = Array.isArray(result) || !('output' in result) ? [] : result.output;
  const entry = output.find((part) => part.type === 'chunk' && part.isEntry);
  if (!entry) throw new Error('The bundler made no script for the preview.');
  return entry.fileName;
}

if (!isMainThread && parentPort) {
  // Started by `bundleDevClient` with a task and nothing else.
  parentPort.postMessage(await bundle(workerData as DevBundlerTask));
}
