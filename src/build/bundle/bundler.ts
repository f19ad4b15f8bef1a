import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { engineDir } from '../../shared/engine-dir.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { acceptAnyEncoding } from '../any-encoding.ts';
import { createCompiledSheetsPlugin } from '../styles/compiled-sheets-plugin.ts';
import { answerTask } from '../work/answer-task.ts';
import { createBoundaryPlugin } from './boundary-plugin.ts';
import {
  type BundledParts,
  describeShell,
  describeStyles,
  describeVisitors,
  listLoadedFiles,
} from './bundle-parts.ts';
import { inlinedFramesPlugin } from './inlined-frames.ts';
import {
  composeLiveFrame,
  createLiveFramePlugin,
  createLiveScopeProblem,
  type LiveFrame,
} from './live-frame.ts';
import { createLiveScopePlugin } from './live-scope-plugin.ts';
import {
  browsers,
  createViteSettings,
  expandedImports,
  nameAsset,
  type Output,
  runVite,
  singleScript,
} from './run-vite.ts';
import { atRoot, type BundledSite, createSitePlugin, listFramedParts } from './site-plugin.ts';
import { checkSiteStyles } from './site-styles.ts';
import { checkStandalonePages } from './standalone-pages.ts';

/** Parts of the UI to bundle. Frames come before the scripts that name them. */
export interface BundlerTask extends BundledSite {
  parts: readonly PartTask[];
  /** Frames that earlier tasks have bundled. */
  frames: readonly LiveFrame[];
  /** Modules that islands share with the shell of the preview. Undefined in builds. */
  islands?: SharedIslands | undefined;
}

/** The script that islands share with the shell. The preview loads it instead of its own copy. */
interface SharedIslands {
  /** URL of the bundled script. */
  script: string;
  /** Absolute path of the module. */
  module: string;
}

interface PartTask {
  kind: BundledKind;
  /** Modules to bundle, by name: absolute paths, or virtual modules. */
  entries: Readonly<Record<string, string>>;
  outDir: string;
}

/** A part of the UI. Each part is bundled separately, so that a change of one leaves the others as they are. */
export type BundledKind = Exclude<keyof BundledParts, 'look'>;

export interface BundlerTaskAnswer {
  /** Mistakes in the site's code. Parts that an error concerns have no answer. */
  problems: Problem[];
  /** An answer for each part of the task, in the same order. */
  answers: (PartAnswer | undefined)[];
}

/** `problems` are warnings. */
export interface PartAnswer<Kind extends BundledKind = BundledKind> {
  problems: Problem[];
  result: BundledParts[Kind];
  /** Absolute paths of the modules in it, without those of packages. The key of the part must cover them. */
  modules: readonly string[];
}

/**
 * Makes the browser compile every function of a file while it loads, on another thread, instead of one by one on the
 * main thread when they are first called. For a file whose functions are mostly called at once.
 */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad';

/**
 * Small modules that the shell and parts loaded later share. In files of their own, each would cost every page a
 * request.
 */
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

async function bundle({ parts, frames, islands, ...site }: BundlerTask): Promise<BundlerTaskAnswer> {
  const has = (kind: BundledKind) => parts.some((part) => part.kind === kind);
  const styleProblems = has('styles') ? await checkSiteStyles(site) : [];
  const pageProblems = has('renderer') ? await checkStandalonePages(site.siteDir) : [];
  const answers: (PartAnswer | undefined)[] = [];
  const siteProblems = [...pageProblems, ...styleProblems];
  if (siteProblems.some(({ severity }) => severity === 'error')) return { problems: siteProblems, answers };
  const allFrames = [...frames];
  /** Several parts may use the same file. */
  const refusedUses = new Map<string, Problem>();
  const refusedParts = new Set<PartTask>();
  const listProblems = () => [...siteProblems, ...refusedUses.values()];
  for (const part of parts) {
    const common = createCommonConfig(site, ({ file, line, message }) => {
      const relativeFile = formatPathFrom(site.siteDir, file);
      const problem = {
        code: 'file-outside-site',
        severity: 'error',
        file: relativeFile,
        line,
        message,
      } as const;
      refusedUses.set(JSON.stringify(problem), problem);
      refusedParts.add(part);
    });
    const modules = new Set<string>();
    common.plugins?.push(collectModules(modules));
    const outcome = await bundlePart(part, { site, common, frames: allFrames, islands });
    if ('problem' in outcome) return { problems: [outcome.problem], answers };
    // Scripts that name the frame must not be stored without it.
    if (part.kind === 'frame' && refusedParts.has(part)) return { problems: listProblems(), answers };
    const problems = part.kind === 'styles' ? styleProblems : [];
    answers.push(
      refusedParts.has(part) ? undefined : { problems, result: outcome, modules: [...modules].sort() },
    );
    if ('html' in outcome) allFrames.push(outcome);
  }
  return { problems: listProblems(), answers };
}

function collectModules(modules: Set<string>): Plugin {
  return {
    name: 'collect-modules',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const [file = ''] = id.split('?');
        if (path.isAbsolute(file) && !file.includes(`${path.sep}node_modules${path.sep}`)) modules.add(file);
      }
    },
  };
}

interface PartContext {
  site: BundledSite;
  common: InlineConfig;
  frames: readonly LiveFrame[];
  islands: SharedIslands | undefined;
}

async function bundlePart(
  { kind, entries, outDir }: PartTask,
  { site, common, frames, islands }: PartContext,
): Promise<BundledParts[BundledKind] | { problem: Problem }> {
  const clientDir = path.join(outDir, 'client');
  const framePlugins = [inlinedFramesPlugin, ...frames.map(createLiveFramePlugin)];
  const withFrames = { ...common, plugins: [...framePlugins, ...(common.plugins ?? [])] };
  switch (kind) {
    case 'frame':
      return bundleLiveFrame(common, site, entries, outDir);
    case 'shell': {
      const outputs = await runVite(createClientConfig(withFrames, entries, clientDir));
      const { printRules, ...shell } = describeShell(outputs, site.added?.liveParts);
      await writeFile(path.join(clientDir, shell.printStyle), printRules);
      return shell;
    }
    case 'styles':
      return describeStyles(await runVite(createClientConfig(common, entries, clientDir)));
    case 'visitors': {
      const outputs: Output[] = [];
      // The entries are bundled separately: code that they share would be a request of its own.
      for (const [name, file] of Object.entries(entries))
        outputs.push(...(await runVite(createClientConfig(common, { [name]: file }, clientDir))));
      return describeVisitors(outputs);
    }
    case 'preview': {
      const plugins = [...withFrames.plugins, createExternalIslandsPlugin(islands)];
      const outputs = await runVite(createClientConfig({ ...common, plugins }, entries, clientDir));
      const [script] = listLoadedFiles(outputs, 'preview').scripts;
      if (script === undefined) throw new Error('The bundler wrote no script for the preview.');
      return { script, files: outputs.map(({ fileName }) => ({ name: fileName, audience: 'reader' })) };
    }
    case 'renderer':
      return bundleRenderer(common, entries, outDir);
  }
}

async function bundleRenderer(
  common: InlineConfig,
  entries: PartTask['entries'],
  outDir: string,
): Promise<BundledParts['renderer']> {
  const outputs = await runVite({
    ...common,
    ssr: { noExternal: true },
    build: {
      outDir: path.join(outDir, 'server'),
      ssr: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: entries,
        output: { entryFileNames: 'renderer.mjs', codeSplitting: false },
        // Comments with the paths of modules would make the release depend on where the engine and the site are.
        experimental: { attachDebugInfo: 'none' },
      },
    },
  });
  const renderer = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  if (!renderer) throw new Error('The bundler wrote no renderer.');
  return { rendererModule: renderer.fileName };
}

/** A second copy of the script of islands would bring a second React, whose hooks fail in components of the site. */
function createExternalIslandsPlugin(islands: SharedIslands | undefined): Plugin {
  return {
    name: 'external-islands',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (islands === undefined || importer === undefined || !/islands/.test(id)) return undefined;
      const file = path.resolve(path.dirname(importer), id);
      return file === islands.module ? { id: islands.script, external: true } : undefined;
    },
  };
}

/** The policy of the frame allows no fonts. */
const fontRemover = {
  postcssPlugin: 'font-remover',
  AtRule: {
    'font-face': (rule: { remove(): unknown }) => {
      rule.remove();
    },
  },
};

async function bundleLiveFrame(
  common: InlineConfig,
  site: BundledSite,
  entries: PartTask['entries'],
  outDir: string,
): Promise<LiveFrame | { problem: Problem }> {
  const { siteDir, aliases } = site;
  const part = listFramedParts(site).find(({ name }) => name in entries);
  if (!part) throw new Error(`There is no live part ${Object.keys(entries).join()} with a frame.`);
  const { name, frame } = part;
  // Errors are returned as a problem, so the bundler prints nothing.
  const config = {
    ...createClientConfig(common, entries, path.join(outDir, 'client')),
    logLevel: 'silent' as const,
  };
  try {
    const plugins = [createLiveScopePlugin(siteDir, aliases), ...(config.plugins ?? []), acceptAnyEncoding()];
    const outputs = await runVite({
      ...config,
      // Only a module has an address of its own.
      define: { ...config.define, 'import.meta.url': 'document.baseURI' },
      css: { ...config.css, postcss: { plugins: [fontRemover] } },
      plugins,
      build: {
        ...config.build,
        // The frame can load nothing, so images become `data:` URLs and style sheets part of the document.
        assetsInlineLimit: () => true,
        cssCodeSplit: false,
        rolldownOptions: { ...config.build?.rolldownOptions, output: singleScript },
      },
    });
    return composeLiveFrame({ part: name, title: frame.title }, outputs);
  } catch (error) {
    return { problem: createLiveScopeProblem(siteDir, error) };
  }
}

function createCommonConfig(
  site: BundledSite,
  refuse: Parameters<typeof createBoundaryPlugin>[1],
): InlineConfig {
  const settings = createViteSettings(site.locale ?? atRoot);
  return {
    ...settings,
    root: engineDir,
    logLevel: 'error',
    // A live part may have a script of its own that runs in a worker.
    worker: {
      format: 'iife',
      plugins: () => [createSitePlugin(site)],
      rolldownOptions: { output: { ...singleScript, entryFileNames: '[name].[hash].js' } },
    },
    define: { ...settings.define, ...defineAddresses(site) },
    // A PostCSS configuration in a folder around the engine must not apply to it.
    // Mistakes in the sheets of a site that moved in are left out, as browsers do: see `checkSiteStyles`.
    css: { postcss: { plugins: [] }, lightningcss: { errorRecovery: site.usesInfima ?? false } },
    plugins: [
      createBoundaryPlugin(site.boundary, refuse),
      plainDynamicImports,
      createCompiledSheetsPlugin(site.compiledSheets ?? {}),
      createSitePlugin(site),
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
function createClientConfig(
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
      ...expandedImports,
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
          assetFileNames: nameAsset,
        },
      },
    },
  };
}

answerTask(bundle);
