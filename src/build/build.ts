import { enableCompileCache } from 'node:module';
import path from 'node:path';
import type { SiteLocale } from '../content/languages/locales.ts';
import { lockBuild } from '../releases/build-lock.ts';
import { toDiskProblem } from '../releases/disk-problem.ts';
import { checkDistDir, makeContentFolders } from '../releases/dist-folder.ts';
import { withdrawBuild } from '../releases/publish.ts';
import { listReleases, type ReleaseRecord } from '../releases/release-record.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import type { BuildCache } from './cache/build-cache.ts';
import { discardUnusedCaches, withBuildCache, withBuildCaches } from './cache/cache-files.ts';
import { trackAllCode } from './cache/code-keys.ts';
import { type Fingerprints, ImportGraph } from './cache/import-graph.ts';
import { findCurrentBuild, memoizeContentKey, storeLastBuild } from './cache/last-build.ts';
import { loadDates } from './cache/load-dates.ts';
import { loadStoredImports, storeImports } from './cache/scanned-sources.ts';
import {
  type BuildEnvironment,
  checkSiteFolder,
  type Folders,
  languageCacheFile,
  resolveFolders,
} from './folders.ts';
import { hashFile } from './hashing.ts';
import { joinMissingPackages } from './missing-packages.ts';
import type { BuildRun, CheckRelease, OpenedSite, PreparedSite } from './prepare-site.ts';
import { BuildProblemError } from './problem-found.ts';
import { isPluginFailure } from './problem-kinds.ts';
import { languageProgress, type Progress } from './progress.ts';
import { joinRepeatedWarnings } from './repeated-warnings.ts';
import { compilerScript } from './work/thread-scripts.ts';
import { endThread, endThreads, prepareThread } from './work/threads.ts';

interface BuildOptions {
  environment: BuildEnvironment;
  /** Absolute path that relative paths of the environment start from. */
  workDir: string;
  progress: Progress;
  /** Absolute path; `.cache` in `workDir` by default. */
  cacheDir?: string;
  /** How long to wait for another build that writes into the same folder. */
  patienceMs?: number;
  /** Whether worker threads and bundlers stay for the next build of this process. */
  keepsThreads?: boolean;
  /** Examines the release before it is published. If it returns problems, the release isn't published. */
  checkRelease?: CheckRelease;
}

export interface BuildResult {
  ok: boolean;
  /** Errors and warnings, in the order of files and lines. */
  problems: Problem[];
  built: {
    pages: number;
    /** Documents that were compiled. */
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

const noCounts: Outcome['counts'] = { pages: 0, compiled: 0, rendered: 0 };
const PATIENCE_MS = 10 * 60_000;
/** Cache folders in which this process has looked for unused files. They become unused in weeks, not between builds. */
const tidiedFolders = new Set<string>();

/**
 * Turns the docs folder into a published release in the dist folder, or into a list of problems, which leaves the
 * previous release as it was. Only bugs throw.
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const folders = resolveFolders(options.environment, options.workDir, options.cacheDir);
  const { problems: allProblems, counts } = await buildAlone(folders, options);
  const problems = joinRepeatedWarnings(joinMissingPackages(allProblems, folders.siteDir));
  if (!options.keepsThreads) await endThreads();
  options.progress.end();
  return {
    ok: !hasErrors(problems),
    problems: sortProblems(problems),
    built: { ...counts, seconds: (performance.now() - started) / 1000 },
  };
}

/** Builds while holding a lock: only one build at a time writes into a dist folder. */
async function buildAlone(folders: Folders, options: BuildOptions): Promise<Outcome> {
  const { distDir, docsDir, pagesDir, staticDirs } = folders;
  const { environment, progress, patienceMs = PATIENCE_MS, keepsThreads, checkRelease } = options;
  const folderProblems = [
    ...checkSiteFolder(folders),
    ...checkDistDir(distDir, [docsDir, pagesDir, ...staticDirs]),
  ];
  if (folderProblems.length > 0) return { problems: folderProblems, counts: noCounts };
  try {
    const locked = await lockBuild(distDir, {
      patienceMs,
      onWait: ({ pid }) =>
        progress.note(
          `Another build (process ${pid}) is writing into ${distDir}. Waiting until it has finished.`,
        ),
    });
    if (!locked.lock)
      return { problems: [createRunningProblem(distDir, locked.holder.pid)], counts: noCounts };
    try {
      return await withBuildCache(
        folders.cacheFile,
        (cache) =>
          build({
            ...{ folders, environment, cache, progress, keepsThreads, checkRelease },
            graph: new ImportGraph(folders),
          }),
        reportDamage(progress),
      );
    } finally {
      locked.lock.release();
    }
  } catch (error) {
    const problem = error instanceof BuildProblemError ? error.problem : toDiskProblem(error);
    if (!problem) throw error;
    return { problems: [problem], counts: noCounts };
  }
}

/** The steps of a build. They are skipped if nothing has changed since the last build. */
async function build(run: BuildRun): Promise<Outcome> {
  const { folders, cache, progress } = run;
  const { distDir, cacheDir } = folders;
  const getContentKey = memoizeContentKey(run.environment, (of) => loadDates(of, run));
  const last = await findCurrentBuild(cache, folders, getContentKey);
  if (last) {
    progress.detail?.(`Nothing changed since the last build of ${distDir}.`);
    if (last.setAsideAs) progress.note(describeSetAside(distDir, last.setAsideAs));
    return { problems: last.problems, counts: { ...noCounts, pages: last.pages } };
  }

  // Loading the same modules again took a third of the CPU time of a build after one edit.
  enableCompileCache(path.join(cacheDir, 'code'));
  prepareThread(compilerScript);
  loadStoredImports(cache);
  makeContentFolders(distDir);
  if (!tidiedFolders.has(cacheDir)) discardUnusedCaches(cacheDir);
  tidiedFolders.add(cacheDir);
  try {
    progress.start('Reading');
    const { openSite } = await import('./prepare-site.ts');
    const opened = await openSite(run);
    // Before any document is read: a file that is saved from now on is for the next build.
    const content = await getContentKey(opened.folders);
    const [main, ...otherLocales] = opened.locales;
    return await withBuildCaches(
      otherLocales.map((locale) => ({ locale, cacheFile: languageCacheFile(folders, locale) })),
      (further) => buildLanguages([{ locale: main, cache }, ...further], opened, { ...run, content }),
      reportDamage(progress),
    );
  } catch (error) {
    withdrawBuild(distDir);
    throw error;
  }
}

interface Language {
  locale: SiteLocale;
  /** Each language is compiled separately and has a cache of its own. */
  cache: BuildCache;
}

async function buildLanguages(
  languages: readonly Language[],
  opened: OpenedSite,
  run: BuildRun & { content: string },
): Promise<Outcome> {
  const { folders, cache, graph, content } = run;
  const { prepareLanguage } = await import('./prepare-site.ts');
  const ready: PreparedSite[] = [];
  const problems: Problem[] = [];
  const fingerprints: Fingerprints = {};
  let compiled = 0;
  for (const language of languages) {
    const prepared = await prepareLanguage(opened, language.locale, {
      ...run,
      cache: language.cache,
      progress: languageProgress(run.progress, language.locale.name, languages.length),
      rendersNext: true,
    });
    // A problem of an untranslated document occurs in every language, with other URLs. Report it once.
    const reportedPlaces = new Set(problems.map(identifyProblem));
    const problemsByText = new Map(prepared.problems.map((problem) => [JSON.stringify(problem), problem]));
    problems.push(
      ...[...problemsByText.values()].filter((problem) => !reportedPlaces.has(identifyProblem(problem))),
    );
    Object.assign(fingerprints, prepared.fingerprints);
    compiled += prepared.compiled;
    run.progress.detail?.(
      `${language.locale.name}: ${prepared.compiled} documents compiled, the others are unchanged`,
    );
    if (prepared.prepared) ready.push(prepared.prepared);
  }
  if (!run.keepsThreads) await endThread(compilerScript.href);
  if (ready.length < languages.length || hasErrors(problems))
    return { problems, counts: { ...noCounts, compiled } };
  const { makeRelease } = await import('./make-release.ts');
  const release = await makeRelease(ready, opened.folders, run);
  problems.push(...release.problems);
  run.progress.detail?.(`${release.rendered} of ${release.pages} pages rendered, the others are unchanged`);
  if (release.manifestHash === undefined) {
    withdrawBuild(folders.distDir);
    return { problems, counts: { ...noCounts, compiled } };
  }
  trackAllCode(graph);
  storeImports(cache);
  storeLastBuild(cache, {
    base: folders,
    folders: opened.folders,
    // A plugin that failed may succeed at the next build although no file has changed.
    content: problems.some(isPluginFailure) ? '' : content,
    fingerprints: { ...graph.fingerprints, ...fingerprints, ...hashOutsideFiles(ready, opened.folders) },
    manifestHash: release.manifestHash,
    problems,
    pages: release.pages,
  });
  // These aren't stored: they compare this release with the previous one.
  const allProblems = [...problems, ...release.widened];
  return { problems: allProblems, counts: { pages: release.pages, compiled, rendered: release.rendered } };
}

/** Identifies a problem across languages: by its place, and for whole files by its text without the link's URL. */
function identifyProblem({ code, file, line, column, message }: Problem): string {
  const words = code.startsWith('broken-') ? message.replace(/: .*/s, '') : message;
  return JSON.stringify([code, file, line, column, line === undefined && words]);
}

/** Hashes of the files that articles depend on outside of the folders that are hashed as a whole. */
function hashOutsideFiles(
  languages: readonly PreparedSite[],
  { contentDirs, pagesDir, staticDirs }: Folders,
): Fingerprints {
  const inside = [...contentDirs, pagesDir, ...staticDirs].map((folder) => `${folder}${path.sep}`);
  const articles = languages.flatMap((language) => [...language.articles.values()]);
  const files = articles.flatMap(({ summary }) =>
    summary.dependencies.flatMap((dependency) => (dependency.kind === 'file' ? dependency.file : [])),
  );
  const outside = new Set(files.filter((file) => !inside.some((folder) => file.startsWith(folder))));
  return Object.fromEntries([...outside].map((file) => [file, hashFile(file)]));
}

/** Explains that an unchanged build doesn't replace the served release: someone rolled back on purpose. */
function describeSetAside(distDir: string, { name }: ReleaseRecord): string {
  const { live } = listReleases(distDir);
  return `The server still serves ${live?.name ?? 'another release'}. The current content is built as ${name}. To serve it, run: rollback ${name}`;
}

const reportDamage = (progress: Progress) => (message: string) =>
  progress.note(`The build cache was damaged (${message}). It was deleted and is built again.`);

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

function createRunningProblem(distDir: string, pid: number): Problem {
  const message = `Another build (process ${pid}) is writing into ${distDir}. Wait until it has finished, or set DIST_DIR to another folder.`;
  return { code: 'build-running', severity: 'error', message };
}
