import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Rolldown } from 'vite';
import { acceptAnyEncoding } from '../../build/any-encoding.ts';
import { createBoundaryPlugin, type RefusedUse } from '../../build/bundle/boundary-plugin.ts';
import { collectBundlerStops, describeBundlerError } from '../../build/bundle/bundler-stops.ts';
import { browsers, nameAsset, type Output, runVite } from '../../build/bundle/run-vite.ts';
import { createCompiledSheetsPlugin } from '../../build/styles/compiled-sheets-plugin.ts';
import { answerTask } from '../../build/work/answer-task.ts';
import { adaptStylesToPaper } from '../../markdown/finish/paper-styles.ts';
import { type Aliases, isWrapperId, type OwnersImport } from '../../markdown/mdx/code-imports.ts';
import { listDocumentModules } from '../../markdown/mdx/theme.ts';
import { ASSETS_PREFIX, joinBasePath } from '../../model/urls.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import { liveParts } from '../../ui/live/parts.ts';
import type * as islands from '../browser/islands.tsx';
import type { Ask } from '../theme/asks.ts';
import { listEngineExports, MODULES } from './answers.ts';
import { createComponentsPlugin } from './components-plugin.ts';
import { createFindings, type DocumentWords, type Findings } from './findings.ts';
import type { MarkdownTargets } from './imported-markdown.ts';
import { createPrismLanguagesPlugin } from './prism-languages.ts';
import { commonBuild, commonRolldown, createCommonConfig, findEntryChunk, nameEntry } from './vite-build.ts';

export interface ComponentsTask {
  siteDir: string;
  /** Where the files of the site's code may be. */
  boundary: SiteBoundary;
  aliases: Aliases;
  imports: readonly OwnersImport[];
  /** Where links of imported Markdown lead. */
  markdown: Omit<MarkdownTargets, 'siteDir'>;
  /** Origins of other servers that pages may call. */
  connect: readonly string[];
  /** Languages that components can highlight besides those of `prism-react-renderer`. */
  prismLanguages: readonly string[];
  outDir: string;
  /** URL of the script that gives React and the engine's modules to islands. */
  islandsScript: string;
  /** URL path of the site's root. */
  rootPath: string;
  /** CSS that `compileSheets` has already produced, by file of the sheet. */
  compiledSheets: Readonly<Record<string, string>>;
}

export interface BundledComponents {
  problems: Problem[];
  /** Bundled modules by id of the import. */
  modules: Record<string, BundledModule>;
  /** Names of files in `client/`. */
  files: string[];
  /** The style sheet of all components. */
  style: string;
}

interface BundledModule {
  /** Name of the file in `server/`. */
  file: string;
  /** Facts about the page that the module, and the modules that it imports, ask for. */
  asks: readonly Ask[];
  /** URL of the script for browsers, if the module is interactive. */
  island?: string;
  /** See `Findings`. */
  words?: readonly DocumentWords[];
}

/** The modules that an import loads, directly and through others. */
interface Reach {
  ids: ReadonlySet<string>;
  asks: Ask[];
  isInteractive: boolean;
}

/**
 * Bundles all imports. If the bundler can't read a file, that file is reported and left out, and the rest is bundled
 * again, so that one broken file doesn't hide the others.
 */
async function bundle(task: ComponentsTask): Promise<BundledComponents> {
  const unreadableFiles = new Map<string, string>();
  const problems: Problem[] = [];
  for (;;) {
    try {
      const bundle = await bundleOnce(task, unreadableFiles);
      return { ...bundle, problems: [...problems, ...bundle.problems] };
    } catch (error) {
      const stops = collectBundlerStops(error, task.siteDir).filter(({ file }) => !unreadableFiles.has(file));
      for (const { file, problem } of stops) {
        unreadableFiles.set(file, `${problem.file} can't be read.`);
        problems.push(problem);
      }
      if (stops.length === 0) {
        const message = `The site's components can't be bundled: ${describeBundlerError(error)}`;
        problems.push({ code: 'component-file', severity: 'error', message });
        return { problems, modules: {}, files: [], style: '' };
      }
    }
  }
}

async function bundleOnce(
  task: ComponentsTask,
  unreadableFiles: ReadonlyMap<string, string>,
): Promise<BundledComponents> {
  const answers = listEngineExports(listDocumentModules(liveParts));
  const findings = createFindings(unreadableFiles);
  const reach = new Map<number, Reach>();
  const refusals = new Map<string, Problem>();
  const refuse = ({ file, line, message }: RefusedUse) => {
    const problem = {
      code: 'file-outside-site',
      severity: 'error',
      file: formatPathFrom(task.siteDir, file),
      line,
      message,
    } as const;
    refusals.set(JSON.stringify(problem), problem);
  };
  const server = await runVite({
    ...createCommonConfig(task),
    plugins: [
      createBoundaryPlugin(task.boundary, refuse),
      acceptAnyEncoding(),
      createCompiledSheetsPlugin(task.compiledSheets),
      createPrismLanguagesPlugin(path.join(task.siteDir, 'index.js'), task.prismLanguages),
      createComponentsPlugin(
        {
          ...task,
          answers,
          answer: (name) => ({
            head: '',
            module: `globalThis[Symbol.for(${JSON.stringify(MODULES)})](${JSON.stringify(name)})`,
          }),
        },
        findings,
      ),
      {
        name: 'living',
        buildEnd() {
          for (const at of task.imports.keys()) {
            const ids = new Set([`\0component:${at}`]);
            for (const id of ids) for (const next of listImportedIds(this.getModuleInfo(id))) ids.add(next);
            const asks = [...new Set([...ids].flatMap((id) => findings.asks.get(id) ?? []))];
            // A page is interactive only if its own code is. Its imports become islands of their own.
            const isLivingPage = task.imports[at]?.id === `page:${task.imports[at]?.request}`;
            const candidateIds = isLivingPage ? [task.imports[at]?.request ?? ''] : [...ids];
            const isWrapper = isWrapperId(task.imports[at]?.id ?? '');
            const isInteractive = !isWrapper && candidateIds.some((id) => findings.live.has(id));
            reach.set(at, { ids, asks, isInteractive });
          }
        },
      },
    ],
    ssr: { noExternal: true },
    build: {
      ...commonBuild,
      outDir: path.join(task.outDir, 'server'),
      ssr: true,
      emitAssets: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        ...commonRolldown,
        input: Object.fromEntries(
          task.imports.map((item, index) => [nameEntry(item, task), `component:${index}`]),
        ),
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name].[hash].mjs',
          assetFileNames: nameAsset,
        },
      },
    },
  });
  const modules: BundledComponents['modules'] = {};
  for (const [index, one] of task.imports.entries()) {
    const chunk = findEntryChunk(server, one, task);
    if (chunk && !findings.absent.has(index))
      modules[one.id] = { file: chunk.fileName, asks: reach.get(index)?.asks ?? [] };
  }
  const live = task.imports.flatMap((item, index) =>
    reach.get(index)?.isInteractive ? [{ at: index, one: item }] : [],
  );
  const inBrowser = createFindings(unreadableFiles);
  const client = live.length === 0 ? [] : await bundleIslands(task, answers, live, inBrowser);
  for (const { at, one } of live) {
    const chunk = findEntryChunk(client, one, task);
    const module = modules[one.id];
    if (!chunk || !module) continue;
    module.island = joinBasePath(ASSETS_PREFIX + chunk.fileName, task.rootPath);
    module.words = [...(reach.get(at)?.ids ?? [])].flatMap((id) => inBrowser.words.get(id) ?? []);
  }
  const assets = [...server, ...client].filter((output) => output.type === 'asset');
  const isStyle = ({ fileName }: { fileName: string }) => fileName.endsWith('.css');
  const style = adaptStylesToPaper(server.filter(isStyle).map(readAssetText).join('\n'));
  const scripts = client.filter((output) => output.type === 'chunk').map(({ fileName }) => fileName);
  const otherAssets = assets.filter((output) => !isStyle(output) && !output.fileName.endsWith('.map'));
  // An image that only a style sheet uses is emitted by the server build alone.
  const clientFileNames = new Set(client.map(({ fileName }) => fileName));
  for (const { fileName } of otherAssets) {
    if (clientFileNames.has(fileName)) continue;
    await mkdir(path.join(task.outDir, 'client'), { recursive: true });
    await copyFile(path.join(task.outDir, 'server', fileName), path.join(task.outDir, 'client', fileName));
  }
  // The builds for Node and for browsers find different problems.
  const problemsInBrowsers = inBrowser.problems.filter(
    ({ code }) => code === 'node-module' || code === 'pattern-markdown',
  );
  return {
    problems: [...findings.problems, ...problemsInBrowsers, ...refusals.values()],
    modules,
    files: [...new Set([...scripts, ...otherAssets.map(({ fileName }) => fileName)])],
    style,
  };
}

/** The shell's own module, which every page with an island loads anyway. */
const browserAnswers = { 'react-dom/client': ['createRoot', 'hydrateRoot', 'version', 'default'] };

function bundleIslands(
  task: ComponentsTask,
  answers: Readonly<Record<string, readonly string[]>>,
  live: readonly { at: number; one: OwnersImport }[],
  findings: Findings,
): Promise<Output[]> {
  const shell = JSON.stringify(task.islandsScript);
  /** The type checks that the script of islands has the function. */
  const writeCall = (name: keyof typeof islands, argument: string) => ({
    head: `import { ${name} } from ${shell};`,
    call: `${name}(${JSON.stringify(argument)})`,
  });
  const words = (key: string) => {
    const { head, call } = writeCall('readWords', key);
    return { head, expression: call };
  };
  const answer = (name: string) => {
    const { head, call } = writeCall('getModule', name);
    return { head, module: call };
  };
  return runVite({
    ...createCommonConfig(task),
    plugins: [
      {
        name: 'shell',
        enforce: 'pre',
        resolveId: (id) => (id === task.islandsScript ? { id, external: true } : undefined),
      },
      acceptAnyEncoding(),
      createCompiledSheetsPlugin(task.compiledSheets),
      createPrismLanguagesPlugin(path.join(task.siteDir, 'index.js'), task.prismLanguages),
      createComponentsPlugin(
        { ...task, answers: { ...answers, ...browserAnswers }, answer, words },
        findings,
      ),
    ],
    build: {
      ...commonBuild,
      outDir: path.join(task.outDir, 'client'),
      target: browsers,
      cssTarget: browsers,
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: {
        ...commonRolldown,
        input: Object.fromEntries(live.map(({ at, one }) => [nameEntry(one, task), `component:${at}`])),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: 'island.[name].[hash].js',
          chunkFileNames: 'island.[hash].js',
          assetFileNames: nameAsset,
        },
      },
    },
  });
}

function listImportedIds(info: Rolldown.ModuleInfo | null): readonly string[] {
  return info ? [...info.importedIds, ...info.dynamicallyImportedIds] : [];
}

function readAssetText(output: Output): string {
  return output.type === 'asset' ? Buffer.from(output.source).toString('utf8') : '';
}

answerTask(bundle);
