import { enableCompileCache } from 'node:module';
import path from 'node:path';
import type { SiteConfig } from '../config/site-config.ts';
import { routesOf } from '../content/routes.ts';
import { siteJson } from '../content/site-json.ts';
import type { Site } from '../model/site.ts';
import { ARTICLE_STYLES_URL, LLMS_FULL_URL } from '../model/urls.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { bundleUi, type UiBundle, usedFiles } from './bundle/bundle.ts';
import { bundledSite } from './bundle/site-plugin.ts';
import {
  type BuildCache,
  cacheFile,
  discardUnusedCaches,
  type StoredArticle,
  withBuildCache,
} from './cache/build-cache.ts';
import { codeKey, lookAtAllCode } from './cache/code-keys.ts';
import { ImportGraph, type Looks } from './cache/import-graph.ts';
import { contentKey, rememberBuild, stillCurrent } from './cache/last-build.ts';
import { type Dates, loadDates } from './cache/load-dates.ts';
import { OutputCache } from './cache/output-cache.ts';
import { loadParsedDocs, storeParsedDocs } from './cache/parsed-docs.ts';
import { checkSite } from './check-site.ts';
import { compileSetup } from './compile/compile-context.ts';
import { articlesKey, compileDocuments } from './compile/compile-documents.ts';
import { documentsOf } from './compile/documents.ts';
import { bundleComponents, type ComponentBundle } from './components/bundle-components.ts';
import { sharedFacts } from './components/page-facts.ts';
import { diskProblem } from './disk-problem.ts';
import { type BuildEnvironment, type Folders, resolveFolders } from './folders.ts';
import { hashFile, shortHash } from './hashing.ts';
import { singlePageManual, singlePageManualKey } from './pages/markdown-files.ts';
import { pageSources } from './pages/page-plan.ts';
import { redirectsOf } from './pages/redirects.ts';
import { renderContext } from './pages/render-context.ts';
import { planPage, renderPages } from './pages/render-pages.ts';
import { componentPages, shellMetadata, standaloneContext } from './pages/shell-metadata.ts';
import { articleStyles, siteFiles } from './pages/site-files.ts';
import { sitePages } from './pages/site-pages.ts';
import type { Progress } from './progress.ts';
import { lockBuild } from './publish/build-lock.ts';
import { checkDistDir, listContentFiles, makeContentFolders } from './publish/dist-folder.ts';
import { assembleManifest, publish, withdraw } from './publish/publish.ts';
import {
  listStaticFiles,
  writeArticleAssets,
  writeClientFiles,
  writeLongText,
  writeStaticFiles,
  writeText,
} from './publish/write-files.ts';

interface BuildOptions {
  environment: BuildEnvironment;
  /** Absolute: where the environment's relative paths start. */
  workDir: string;
  progress: Progress;
  /** Absolute; `.cache` in `workDir` unless given. */
  cacheDir?: string;
  /** How long to wait for another build into the same folder. */
  patienceMs?: number;
}

export interface BuildResult {
  ok: boolean;
  /** Warnings too, in the order of files and lines. */
  problems: Problem[];
  built: {
    pages: number;
    /** Documents that went through the compiler. */
    compiled: number;
    /** Pages that were rendered. */
    rendered: number;
    seconds: number;
  };
}

interface Outcome {
  problems: readonly Problem[];
  counts: Omit<BuildResult['built'], 'seconds'>;
}

const nothing: Outcome['counts'] = { pages: 0, compiled: 0, rendered: 0 };
const PATIENCE_MS = 10 * 60_000;

/**
 * Turns the docs folder into a published release in the dist folder, or into a list of problems; then the
 * release that was there before stays as it is. Only bugs throw.
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const folders = resolveFolders(options.environment, options.workDir, options.cacheDir);
  const { problems, counts } = await buildAlone(folders, options);
  options.progress.end();
  return {
    ok: !hasErrors(problems),
    problems: sortProblems(problems),
    built: { ...counts, seconds: (performance.now() - started) / 1000 },
  };
}

/** One build at a time writes into a dist folder. */
async function buildAlone(folders: Folders, options: BuildOptions): Promise<Outcome> {
  const { distDir, docsDir, pagesDir, staticDirs, cacheDir } = folders;
  const { environment, progress, patienceMs = PATIENCE_MS } = options;
  const refused = checkDistDir(distDir, [docsDir, pagesDir, ...staticDirs]);
  if (refused.length > 0) return { problems: refused, counts: nothing };
  try {
    const locked = await lockBuild(distDir, {
      patienceMs,
      onWait: ({ pid }) =>
        progress.note(`Another build (process ${pid}) is writing into ${distDir}: waiting for it.`),
    });
    if (!locked.lock) return { problems: [alreadyBuilding(distDir, locked.holder.pid)], counts: nothing };
    try {
      return await withBuildCache(
        cacheFile(cacheDir, docsDir),
        (cache) => build({ folders, environment, cache, progress, graph: new ImportGraph(folders) }),
        (message) =>
          progress.note(`The build cache was damaged (${message}); it is discarded and made anew.`),
      );
    } finally {
      locked.lock.release();
    }
  } catch (error) {
    const problem = diskProblem(error);
    if (!problem) throw error;
    return { problems: [problem], counts: nothing };
  }
}

/** What every step of a build has at hand. */
interface BuildRun {
  folders: Folders;
  environment: BuildEnvironment;
  cache: BuildCache;
  progress: Progress;
  graph: ImportGraph;
}

/** From what is in the folders to a release: nothing where nothing has changed, else one step after the other. */
async function build(run: BuildRun): Promise<Outcome> {
  const { folders, environment, cache, graph } = run;
  const { distDir, cacheDir } = folders;
  const dates = await loadDates(folders, run);
  const content = contentKey(folders, environment, dates);
  const last = stillCurrent(cache, distDir, content);
  if (last) return { problems: last.problems, counts: { ...nothing, pages: last.pages } };

  makeContentFolders(distDir);
  discardUnusedCaches(cacheDir);
  // A third of the processor's time of a build after one edit went into loading the same modules again.
  enableCompileCache(path.join(cacheDir, 'code'));
  try {
    const { prepared, compiled, looks, ...found } = await prepareSite(run, dates);
    if (!prepared || hasErrors(found.problems))
      return { problems: found.problems, counts: { ...nothing, compiled } };
    const release = await makeRelease(prepared, run);
    const problems = [...found.problems, ...release.problems];
    const counts = { pages: release.pages, compiled, rendered: release.rendered };
    lookAtAllCode(graph);
    rememberBuild(cache, {
      content,
      looks: { ...graph.looks, ...looks, ...outsideFiles(prepared, folders) },
      manifestHash: release.manifestHash,
      problems,
      pages: counts.pages,
    });
    return { problems, counts };
  } catch (error) {
    withdraw(distDir);
    throw error;
  }
}

/** Everything that a release is made from, compiled and checked. */
export interface PreparedSite {
  site: Site;
  config: SiteConfig;
  bundle: UiBundle;
  components: ComponentBundle;
  /** By file of the document. */
  articles: ReadonlyMap<string, StoredArticle>;
}

interface Preparation {
  /** Of the owner's making, all of them; warnings too. */
  problems: readonly Problem[];
  compiled: number;
  /** What the UI is made from. */
  looks: Looks;
  /** Absent when the problems leave nothing to make a release from. */
  prepared?: PreparedSite;
}

/** Reads, bundles, compiles and checks, and goes on past a problem as far as there is something to check. */
export async function prepareSite(run: BuildRun, dates: Dates): Promise<Preparation> {
  const { folders, environment, cache, graph, progress } = run;
  progress.start('Reading');
  // Loaded only now: finding out that nothing has changed takes no parser.
  const { readConfig, readContent } = await import('./read-content.ts');
  const parsed = loadParsedDocs(cache, codeKey(graph, 'parsed'));
  const { config, sections, ...configured } = await readConfig(folders, graph);
  const bundled = bundledSite(folders.siteDir, config);
  const [read, ui] = await Promise.all([
    readContent({ folders, environment, graph, dates, parsed }),
    bundleUi({ ...bundled, cacheDir: folders.cacheDir }),
  ]);
  const { site, sidebarLinks } = read;
  storeParsedDocs(cache, codeKey(graph, 'parsed'), parsed, site);
  const { bundle } = ui;
  const { islandsScript } = bundle ?? {};
  const owners = await bundleComponents({ folders, config, islandsScript });
  const { components } = owners;
  const looks = { ...ui.looks, ...owners.looks };
  const problems = [...read.problems, ...configured.problems, ...ui.problems, ...owners.problems];
  if (site.docs.length === 0) return { problems, compiled: 0, looks };

  const { articles, compiled } = await compileDocuments(documentsOf(site, folders), {
    cache,
    setup: {
      ...compileSetup(folders, environment, bundled.texts, site),
      sections,
      components,
      facts: sharedFacts(config),
      rendererModule: bundle?.rendererModule,
    },
    code: articlesKey(codeKey(graph, 'articles'), sections),
    ui: bundle?.hash ?? '-',
    onStart: (count) => progress.start('Compiling', count),
    onArticle: () => progress.advance(),
  });

  const checked = checkSite({ site, sidebarLinks, articles, folders, environment, config });
  problems.push(...checked.problems);
  if (!checked.config || !bundle) return { problems, compiled, looks };
  return {
    problems,
    compiled,
    looks,
    prepared: { site, config: checked.config, bundle, components, articles },
  };
}

/** Renders and indexes what has changed, and publishes it with the rest. */
async function makeRelease({ site, config, bundle, components, articles }: PreparedSite, run: BuildRun) {
  const { folders, cache, graph, progress } = run;
  const { distDir } = folders;
  const outputCode = codeKey(graph, 'outputs');
  const outputs = new OutputCache(cache, outputCode, distDir, listContentFiles(distDir));
  const target = { outputs, distDir };
  const { rendererModule } = bundle;
  const sources = pageSources(site, config);
  const routes = routesOf(site);
  const redirects = redirectsOf(site, routes);
  const styles = articleStyles(articles.values(), components.style);
  const stylesUrl = styles === undefined ? undefined : ARTICLE_STYLES_URL;
  const context = renderContext(config, bundle, stylesUrl, { redirects, routes });
  const shell = await shellMetadata(
    { files: componentPages(site), context, standalone: standaloneContext(sources, context.config) },
    { cache, rendererModule, version: `${outputCode} ${bundle.hash}` },
  );
  const planned = { articles, standalone: shell.standalone, cache, folders };
  const pages = [...sitePages(sources).values()].map((page) => planPage(page, planned));

  // Side by side: both take long. What fails waits for the other, which would go on writing.
  const { synonyms } = config.search;
  const { indexSite } = await import('./publish/index-site.ts');
  const indexing = indexSite({ site, articles, cache, distDir, synonyms, code: codeKey(graph, 'index') });
  const rendering = renderPages(pages, { rendererModule, context, uiHash: bundle.hash }, target, {
    start: (count) => progress.start('Rendering', count),
    advance: progress.advance,
  });
  await Promise.allSettled([indexing, rendering]);
  const { entries: pageEntries, rendered } = await rendering;

  progress.start('Publishing');
  const manualKey = singlePageManualKey({ site, config, articles });
  const manual = () => singlePageManual({ site, config, articles }, cache);
  const assets = [...articles.values()].flatMap(({ summary }) => summary.assets);
  const made = [
    ...pageEntries,
    ...[...siteFiles(site, config)].flatMap(([url, text]) => writeText(url, 'data', text(), target)),
    ...(styles === undefined ? [] : writeText(ARTICLE_STYLES_URL, 'assets', styles, target)),
    ...writeArticleAssets(assets, target),
    ...writeClientFiles([...usedFiles(bundle, articles.values()), ...components.files], target),
    ...writeLongText(LLMS_FULL_URL, manualKey, manual, target),
  ];
  const taken = new Set(made.map(({ url }) => url));
  const { entries, problems } = writeStaticFiles(listStaticFiles(folders.staticDirs), taken, target);
  const manifest = assembleManifest(distDir, {
    entries: [...made, ...entries],
    redirects,
    templates: shell.templates,
    scriptHashes: shell.scriptHashes,
    styleHashes: shell.styleHashes,
    texts: config.texts,
    search: await indexing,
  });
  const headings = new Map([...articles].map(([file, { summary }]) => [file, summary.headings]));
  const { manifestText } = publish(distDir, {
    manifest,
    siteJson: JSON.stringify(siteJson(site, headings, routes)),
  });
  outputs.save();
  return { problems, pages: pages.length, rendered, manifestHash: shortHash(manifestText) };
}

/** Hashes of the files that articles depend on and that are outside the folders whose every file is looked at. */
function outsideFiles({ articles }: PreparedSite, { docsDir, pagesDir, staticDirs }: Folders): Looks {
  const inside = [docsDir, pagesDir, ...staticDirs].map((folder) => `${folder}${path.sep}`);
  const files = [...articles.values()].flatMap(({ summary }) =>
    summary.dependencies.flatMap((dependency) => (dependency.kind === 'file' ? dependency.file : [])),
  );
  const outside = new Set(files.filter((file) => !inside.some((folder) => file.startsWith(folder))));
  return Object.fromEntries([...outside].map((file) => [file, hashFile(file)]));
}

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

function alreadyBuilding(distDir: string, pid: number): Problem {
  const message = `Another build (process ${pid}) is still writing into ${distDir}. Wait for it, or set DIST_DIR to another folder.`;
  return { code: 'build-running', severity: 'error', message };
}
