import { readFile, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Plugin } from 'vite';
import { engineDir } from '../../shared/engine-dir.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { anyEncoding } from '../any-encoding.ts';
import { nameHash } from '../hashing.ts';
import { compiledSheets } from '../styles/compiled-sheets-plugin.ts';
import { answerTask } from '../work/answer-task.ts';
import { boundaryPlugin } from './boundary-plugin.ts';
import { type BundledParts, describeBundle, loadedBy, type VisitorPictures } from './bundle-parts.ts';
import { liveFrame, liveFramePlugin, liveScopeProblem } from './live-frame.ts';
import { liveScopePlugin } from './live-scope-plugin.ts';
import { browsers, runVite, settingsOf } from './run-vite.ts';
import { sandboxFramePlugin } from './sandbox-frame.ts';
import { atRoot, type BundledSite, brandFile, sitePlugin } from './site-plugin.ts';
import { siteStyleProblems } from './site-styles.ts';
import { standalonePageProblems } from './standalone-pages.ts';

export interface BundlerTask extends BundledSite {
  /** `preview`: only the script that the writing preview has in the place of the shell's. */
  part: 'site' | 'preview';
  outDir: string;
}

export type BundlerAnswer<Part extends BundlerTask['part'] = BundlerTask['part']> =
  | { problems: Problem[]; result?: never }
  | { problems: []; result: BundledParts[Part] };

/** Named so that the import graph sees them: a bundle is out of date when anything changes that they are made from. */
const entries = {
  shell: new URL('../../ui/client.ts', import.meta.url),
  login: new URL('../../ui/login/login-client.ts', import.meta.url),
  passkey: new URL('../../ui/login/passkey-client.ts', import.meta.url),
  firebase: new URL('../../ui/login/firebase-client.ts', import.meta.url),
  preview: new URL('../../ui/dev/dev-client.tsx', import.meta.url),
  liveFrame: new URL('../../ui/live/live-code/frame/live-frame.tsx', import.meta.url),
  /** Asked for by the shell, and by the scripts of the owner's components. */
  islands: new URL('../../ui/islands/islands.tsx', import.meta.url),
  renderer: new URL('../../ui/server.tsx', import.meta.url),
} as const;

/**
 * The browser then compiles every function of the file while it loads, beside the page, instead of one by one in the
 * page's own thread when they are first called. For a file of which most is called at once.
 */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad';

/** Small, and asked for by the shell and by what comes later: by themselves each would be a request of every page. */
const sharedWithLaterParts = {
  name: 'stored',
  test: /ui\/(browser-storage|shell\/(storage-keys|announced))\.ts$/,
};

/** The page itself says what is wanted early, and no part that comes later has a style sheet beside it. */
const plainDynamicImports: Plugin = {
  name: 'plain-dynamic-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
  // Nor does a script list what nobody would fetch: it would be in what every page loads.
  renderChunk: (code) => code.replaceAll(/,\s*__VITE_PRELOAD__/g, ''),
};

async function bundle({ part, outDir, ...site }: BundlerTask): Promise<BundlerAnswer> {
  const problems = [...(await standalonePageProblems(site.siteDir)), ...(await siteStyleProblems(site))];
  if (problems.length > 0) return { problems };
  const refused = new Map<string, Problem>();
  const common = commonConfig(site, ({ file, line, message }) => {
    const shown = pathFrom(site.siteDir, file);
    const problem = { code: 'file-outside-site', severity: 'error', file: shown, line, message } as const;
    refused.set(JSON.stringify(problem), problem);
  });
  const { rootPath } = site.locale ?? atRoot;
  const frame = site.liveCode ? await bundleLiveFrame(common, site, outDir) : undefined;
  if (frame && 'problem' in frame) return { problems: [frame.problem] };
  const frames = [...(frame ? [liveFramePlugin(frame)] : []), sandboxFramePlugin];
  const plugins = [...frames, ...(common.plugins ?? [])];
  const bundleFor = (config: InlineConfig, ...names: (keyof typeof entries)[]) =>
    runVite(clientConfig(config, names, path.join(outDir, 'client')));
  if (part === 'preview') {
    const outputs = await bundleFor({ ...common, plugins }, 'preview');
    if (refused.size > 0) return { problems: [...refused.values()] };
    const [script] = loadedBy(outputs, 'preview').scripts;
    if (script === undefined) throw new Error('The bundler made no script for the preview.');
    return { problems: [], result: { files: outputs.map(({ fileName }) => fileName), script } };
  }
  const made = await bundleFor({ ...common, plugins }, 'shell', 'islands');
  // By themselves, so that nothing that visitors' scripts share with the others makes them larger.
  for (const name of ['login', 'passkey'] as const) made.push(...(await bundleFor(common, name)));
  if (hasFirebase()) made.push(...(await bundleFor(common, 'firebase')));
  const server = await runVite({
    ...common,
    ssr: { noExternal: true },
    build: {
      outDir: path.join(outDir, 'server'),
      ssr: fileURLToPath(entries.renderer),
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'renderer.mjs', codeSplitting: false } },
    },
  });
  const renderer = server.find((output) => output.type === 'chunk' && output.isEntry);
  if (!renderer) throw new Error('The bundler made no renderer.');
  if (refused.size > 0) return { problems: [...refused.values()] };
  const pictures = await addPictures(site, path.join(outDir, 'client'));
  return {
    problems: [],
    result: { ...describeBundle(made, pictures, rootPath), rendererModule: renderer.fileName },
  };
}

async function bundleLiveFrame(common: InlineConfig, { siteDir, aliases }: BundledSite, outDir: string) {
  // What fails is told as a problem.
  const config = {
    ...clientConfig(common, ['liveFrame'], path.join(outDir, 'frame')),
    logLevel: 'silent' as const,
  };
  try {
    const output = {
      ...config.build?.rolldownOptions,
      output: { format: 'iife' as const, codeSplitting: false },
    };
    const plugins = [liveScopePlugin(siteDir, aliases), ...(config.plugins ?? []), anyEncoding()];
    return liveFrame(
      await runVite({ ...config, plugins, build: { ...config.build, rolldownOptions: output } }),
    );
  } catch (error) {
    return { problem: liveScopeProblem(siteDir, error) };
  }
}

/** 23 MB that most sites do not need, so they are optional: without them a release has no page for that sign-in. */
function hasFirebase(): boolean {
  return ['@firebase/app', '@firebase/auth'].every((name) => {
    try {
      return findPackageJSON(name, import.meta.url) !== undefined;
    } catch {
      return false;
    }
  });
}

function commonConfig(site: BundledSite, refuse: Parameters<typeof boundaryPlugin>[1]): InlineConfig {
  const settings = settingsOf(site.locale ?? atRoot);
  return {
    ...settings,
    root: engineDir,
    logLevel: 'error',
    // A live part may name a script of its own that runs in a worker.
    worker: {
      format: 'iife',
      plugins: () => [sitePlugin(site)],
      rolldownOptions: { output: { entryFileNames: '[name].[hash].js' } },
    },
    define: { ...settings.define, ...ownAddresses(site) },
    // No configuration of PostCSS that lies around the engine applies to it.
    css: { postcss: { plugins: [] } },
    plugins: [
      boundaryPlugin(site.boundary, refuse),
      plainDynamicImports,
      compiledSheets(site.compiledSheets ?? {}),
      sitePlugin(site),
    ],
  };
}

/** See `model/urls.ts`. */
function ownAddresses({
  locale: { basePath, rootPath, tag = '' } = atRoot,
}: BundledSite): Record<string, string> {
  const written = (path: string) => JSON.stringify(encodeURI(path.slice(0, -1)));
  return {
    SITE_BASE: written(rootPath),
    LANGUAGE_BASE: written(basePath),
    LANGUAGE_TAG: JSON.stringify(tag),
  };
}

function clientConfig(common: InlineConfig, names: (keyof typeof entries)[], outDir: string): InlineConfig {
  return {
    ...common,
    build: {
      outDir,
      emptyOutDir: false,
      target: browsers,
      cssTarget: browsers,
      // A file of its own for everything: `data:` addresses would need a hole in the policy.
      assetsInlineLimit: 0,
      // No script lists what others need: see `plainDynamicImports`.
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, fileURLToPath(entries[name])])),
        // Each text where it is shown: gathered in one file, every page would load those of all others.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
              ...(names.includes('shell') ? [sharedWithLaterParts] : []),
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

/** The owner's icon and logo, under names that say their content, so that the login page may show them. */
async function addPictures({ siteDir, icon, logo }: BundledSite, folder: string): Promise<VisitorPictures> {
  const add = async (kind: string, file: string) => {
    const bytes = await readFile(file);
    const name = `${kind}.${nameHash(bytes).slice(0, 8)}${path.extname(file)}`;
    await writeFile(path.join(folder, name), bytes);
    return name;
  };
  return {
    icon: await add('icon', icon ?? brandFile(siteDir, 'icon.svg')),
    logo: logo && {
      light: await add('logo', logo.light),
      dark: logo.dark === undefined ? undefined : await add('logo', logo.dark),
    },
  };
}

answerTask(bundle);
