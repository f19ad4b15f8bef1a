import { readFile, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { engineDir } from '../../shared/engine-dir.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { acceptAnyEncoding } from '../any-encoding.ts';
import { isVariableFont } from '../brand/variable-font.ts';
import { nameHash } from '../hashing.ts';
import { compiledSheetsPlugin } from '../styles/compiled-sheets-plugin.ts';
import { answerTask } from '../work/answer-task.ts';
import { boundaryPlugin } from './boundary-plugin.ts';
import { type BundledParts, describeBundle, listLoadedFiles, type VisitorLook } from './bundle-parts.ts';
import { composeLiveFrame, liveFramePlugin, liveScopeProblem } from './live-frame.ts';
import { liveScopePlugin } from './live-scope-plugin.ts';
import { browsers, createViteSettings, runVite } from './run-vite.ts';
import { sandboxFramePlugin } from './sandbox-frame.ts';
import {
  atRoot,
  type BundledSite,
  type FramedPart,
  findBrandFile,
  listFramedParts,
  sitePlugin,
} from './site-plugin.ts';
import { checkSiteStyles } from './site-styles.ts';
import { checkStandalonePages } from './standalone-pages.ts';

export interface BundlerTask extends BundledSite {
  /** `preview` bundles only the script that the preview uses instead of the shell's. */
  part: 'site' | 'preview';
  /** For the preview: URL of the script that islands share with the shell, which it loads instead of its own copy. */
  islandsScript?: string | undefined;
  outDir: string;
}

export type BundlerAnswer<Part extends BundlerTask['part'] = BundlerTask['part']> =
  | { problems: Problem[]; result?: never }
  /** With warnings. */
  | { problems: Problem[]; result: BundledParts[Part] };

/** Written as URLs so that the import graph sees them: a bundle is out of date when any of these modules changes. */
const entries = {
  shell: new URL('../../ui/client.ts', import.meta.url),
  login: new URL('../../ui/login/login-client.ts', import.meta.url),
  passkey: new URL('../../ui/login/passkey-client.ts', import.meta.url),
  firebase: new URL('../../ui/login/firebase-client.ts', import.meta.url),
  preview: new URL('../../ui/dev/dev-client.tsx', import.meta.url),
  /** Loaded by the shell, and by the scripts of the site's components. */
  islands: new URL('../../docusaurus/browser/islands.tsx', import.meta.url),
  renderer: new URL('../../ui/server.tsx', import.meta.url),
} as const;

/**
 * Makes the browser compile every function of a file while it loads, on another thread, instead of one by one on the
 * main thread when they are first called. For a file whose functions are mostly called at once.
 */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad';

/** Small modules that the shell and later parts need. As files of their own, each would be a request of every page. */
const sharedWithLaterParts = {
  name: 'stored',
  test: /ui\/(browser-storage|shell\/(storage-keys|announcement\/announced))\.ts$/,
};

/**
 * Pages name their preloads themselves, and no part that loads later has a style sheet, so Vite's helper isn't needed.
 */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
  // A list of preloads that is never used would be in a script that every page loads.
  renderChunk: (code) => code.replaceAll(/,\s*__VITE_PRELOAD__/g, ''),
};

async function bundle({ part, islandsScript, outDir, ...site }: BundlerTask): Promise<BundlerAnswer> {
  const problems = [...(await checkStandalonePages(site.siteDir)), ...(await checkSiteStyles(site))];
  if (problems.some(({ severity }) => severity === 'error')) return { problems };
  const refusedUses = new Map<string, Problem>();
  const common = commonConfig(site, ({ file, line, message }) => {
    const relativeFile = pathFrom(site.siteDir, file);
    const problem = {
      code: 'file-outside-site',
      severity: 'error',
      file: relativeFile,
      line,
      message,
    } as const;
    refusedUses.set(JSON.stringify(problem), problem);
  });
  const { rootPath } = site.locale ?? atRoot;
  const frames: Plugin[] = [sandboxFramePlugin];
  for (const framed of listFramedParts(site)) {
    const frame = await bundleLiveFrame(common, site, framed, outDir);
    if ('problem' in frame) return { problems: [frame.problem] };
    frames.push(liveFramePlugin(frame));
  }
  const plugins = [...frames, ...(common.plugins ?? [])];
  const bundleFor = (config: InlineConfig, ...names: (keyof typeof entries)[]) => {
    const inputs = Object.fromEntries(names.map((name) => [name, fileURLToPath(entries[name])]));
    return runVite(clientConfig(config, inputs, path.join(outDir, 'client')));
  };
  if (part === 'preview') {
    const outputs = await bundleFor(
      { ...common, plugins: [...plugins, externalIslands(islandsScript)] },
      'preview',
    );
    if (refusedUses.size > 0) return { problems: [...refusedUses.values()] };
    const [script] = listLoadedFiles(outputs, 'preview').scripts;
    if (script === undefined) throw new Error('The bundler wrote no script for the preview.');
    return { problems, result: { files: outputs.map(({ fileName }) => fileName), script } };
  }
  const clientOutputs = await bundleFor({ ...common, plugins }, 'shell', 'islands');
  // Bundled separately: code that visitors' scripts share with the others would make them larger.
  for (const name of ['login', 'passkey'] as const) clientOutputs.push(...(await bundleFor(common, name)));
  if (isFirebaseInstalled()) clientOutputs.push(...(await bundleFor(common, 'firebase')));
  const server = await runVite({
    ...common,
    ssr: { noExternal: true },
    build: {
      outDir: path.join(outDir, 'server'),
      ssr: fileURLToPath(entries.renderer),
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'renderer.mjs', codeSplitting: false },
        // Comments with the paths of modules would make the release depend on where the engine and the site are.
        experimental: { attachDebugInfo: 'none' },
      },
    },
  });
  const renderer = server.find((output) => output.type === 'chunk' && output.isEntry);
  if (!renderer) throw new Error('The bundler wrote no renderer.');
  if (refusedUses.size > 0) return { problems: [...refusedUses.values()] };
  const look = await addLook(site, path.join(outDir, 'client'));
  return {
    problems,
    result: {
      ...describeBundle(clientOutputs, look, rootPath, site.added?.liveParts),
      rendererModule: renderer.fileName,
    },
  };
}

/** A second copy of the script of islands would bring a second React, whose hooks fail in components of the site. */
function externalIslands(islandsScript: string | undefined): Plugin {
  const islandsFile = fileURLToPath(entries.islands);
  return {
    name: 'external-islands',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (islandsScript === undefined || importer === undefined || !/islands/.test(id)) return undefined;
      const file = path.resolve(path.dirname(importer), id);
      return file === islandsFile ? { id: islandsScript, external: true } : undefined;
    },
  };
}

async function bundleLiveFrame(
  common: InlineConfig,
  { siteDir, aliases }: BundledSite,
  { name, frame: { title, script } }: FramedPart,
  outDir: string,
) {
  // Errors are returned as a problem, so the bundler prints nothing.
  const config = {
    ...clientConfig(common, { [name]: script }, path.join(outDir, 'frames', name)),
    logLevel: 'silent' as const,
  };
  try {
    const output = {
      ...config.build?.rolldownOptions,
      output: { format: 'iife' as const, codeSplitting: false },
    };
    const plugins = [liveScopePlugin(siteDir, aliases), ...(config.plugins ?? []), acceptAnyEncoding()];
    const outputs = await runVite({
      ...config,
      plugins,
      build: { ...config.build, rolldownOptions: output },
    });
    return composeLiveFrame({ part: name, title }, outputs);
  } catch (error) {
    return { problem: liveScopeProblem(siteDir, error) };
  }
}

/** 23 MB that most sites don't need, so they are optional. Without them a release has no Firebase sign-in page. */
function isFirebaseInstalled(): boolean {
  return ['@firebase/app', '@firebase/auth'].every((name) => {
    try {
      return findPackageJSON(name, import.meta.url) !== undefined;
    } catch {
      return false;
    }
  });
}

function commonConfig(site: BundledSite, refuse: Parameters<typeof boundaryPlugin>[1]): InlineConfig {
  const settings = createViteSettings(site.locale ?? atRoot);
  return {
    ...settings,
    root: engineDir,
    logLevel: 'error',
    // A live part may have a script of its own that runs in a worker.
    worker: {
      format: 'iife',
      plugins: () => [sitePlugin(site)],
      rolldownOptions: { output: { entryFileNames: '[name].[hash].js' } },
    },
    define: { ...settings.define, ...defineAddresses(site) },
    // A PostCSS configuration in a folder around the engine must not apply to it.
    css: { postcss: { plugins: [] } },
    plugins: [
      boundaryPlugin(site.boundary, refuse),
      plainDynamicImports,
      compiledSheetsPlugin(site.compiledSheets ?? {}),
      sitePlugin(site),
    ],
  };
}

/** Constants that `model/urls.ts` reads. */
function defineAddresses({
  locale: { basePath, rootPath, tag = '', allPaths } = atRoot,
}: BundledSite): Record<string, string> {
  const toLiteral = (path: string) => JSON.stringify(encodeURI(path.slice(0, -1)));
  return {
    SITE_BASE: toLiteral(rootPath),
    LANGUAGE_BASE: toLiteral(basePath),
    LANGUAGE_TAG: JSON.stringify(tag),
    ALL_LANGUAGE_BASES: JSON.stringify(allPaths),
  };
}

/** `inputs` are absolute paths of modules by the names of their bundles. */
function clientConfig(
  common: InlineConfig,
  inputs: Readonly<Record<string, string>>,
  outDir: string,
): InlineConfig {
  return {
    ...common,
    build: {
      outDir,
      emptyOutDir: false,
      target: browsers,
      cssTarget: browsers,
      // Every asset is a file of its own: `data:` URLs would need an exception in the content security policy.
      assetsInlineLimit: 0,
      // No script lists what others need: see `plainDynamicImports`.
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      reportCompressedSize: false,
      rolldownOptions: {
        input: inputs,
        // Inlines texts where they are used. In one shared file, every page would load the texts of all others.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
              ...('shell' in inputs ? [sharedWithLaterParts] : []),
            ],
          },
          postBanner: ({ name }) => (name === 'react' ? COMPILE_AHEAD : ''),
          entryFileNames: '[name].[hash].js',
          chunkFileNames: '[name].[hash].js',
          assetFileNames: '[name].[hash][extname]',
        },
      },
    },
  };
}

/** Copies the site's icon, logo and font under content-hashed names, so that the sign-in page may use them. */
async function addLook(
  { siteDir, icon, logo, font, visitorStyle }: BundledSite,
  folder: string,
): Promise<VisitorLook> {
  const add = async (kind: string, file: string) => {
    const bytes = await readFile(file);
    const name = `${kind}.${nameHash(bytes).slice(0, 8)}${path.extname(file)}`;
    await writeFile(path.join(folder, name), bytes);
    return name;
  };
  return {
    icon: await add('icon', icon ?? findBrandFile(siteDir, 'icon.svg')),
    logo: logo && {
      light: await add('logo', logo.light),
      dark: logo.dark === undefined ? undefined : await add('logo', logo.dark),
    },
    font:
      font === undefined
        ? undefined
        : { name: await add('font', font), isVariable: isVariableFont(await readFile(font)) },
    brandStyle: visitorStyle,
  };
}

answerTask(bundle);
