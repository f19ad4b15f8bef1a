import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { reportLateFailures } from '../docusaurus/configuration/late-failures.ts';
import { lockBuild } from '../releases/build-lock.ts';
import { toDiskProblem } from '../releases/disk-problem.ts';
import { checkDistDir, makeContentFolders } from '../releases/dist-folder.ts';
import { withdrawBuild } from '../releases/publish.ts';
import { listReleases, type ReleaseRecord } from '../releases/release-record.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import { discardUnusedCaches, withBuildCache, withBuildCaches } from './cache/cache-files.ts';
import { trackAllCode } from './cache/code-keys.ts';
import { type Fingerprints, ImportGraph, takeFingerprint } from './cache/import-graph.ts';
import { findCurrentBuild, memoizeContentKey, storeLastBuild } from './cache/last-build.ts';
import { loadDates } from './cache/load-dates.ts';
import { loadStoredImports, storeImports } from './cache/scanned-sources.ts';
import { checkSiteFolder, type Folders, nameLanguageCacheFile, resolveFolders } from './folders.ts';
import { hashFile } from './hashing.ts';
import { joinMissingPackages } from './missing-packages.ts';
import { settleAcrossLanguages } from './other-languages.ts';
import type { Preparation } from './prepare-site.ts';
import { BuildProblemError } from './problem-found.ts';
import { isPluginFailure } from './problem-kinds.ts';
import { createLanguageProgress, type Progress } from './progress.ts';
import { joinRepeatedProblems } from './repeated-problems.ts';
import type { Build, BuildSettings, OpenedLanguage, OpenedSite, PreparedSite } from './site-build.ts';
import { compilerScript } from './work/thread-scripts.ts';
import { endThreads, prepareThread, terminateThreads } from './work/threads.ts';

interface BuildOptions extends BuildSettings {
  /** Absolute path that relative paths of the environment start from. */
  workDir: string;
  /** Absolute path; `.cache` in `workDir` by default. */
  cacheDir?: string;
  /** How long to wait for another build that writes into the same folder. */
  patienceMs?: number;
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
  const startedAt = performance.now();
  const folders = resolveFolders(options.environment, options.workDir, options.cacheDir);
  const { problems: allProblems, counts } = await buildAlone(folders, options);
  const lateFailures = reportLateFailures(folders.siteDir);
  const problems = joinRepeatedProblems(
    joinMissingPackages([...allProblems, ...lateFailures], folders.siteDir),
  );
  if (!options.keepsThreads) await endThreads();
  options.progress.end();
  return {
    ok: !hasErrors(problems),
    problems: sortProblems(problems),
    built: { ...counts, seconds: (performance.now() - startedAt) / 1000 },
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
    const lockResult = await lockBuild(distDir, {
      patienceMs,
      onWait: ({ pid }) =>
        progress.note(
          `Another build (process ${pid}) is writing into ${distDir}. Waiting until it has finished.`,
        ),
    });
    if (!lockResult.lock)
      return { problems: [createRunningProblem(distDir, lockResult.holder.pid)], counts: noCounts };
    try {
      const settings = { environment, progress, keepsThreads, checkRelease };
      return await withBuildCache(
        folders.cacheFile,
        (cache) =>
          buildIfChanged({ ...settings, folders, cache, graph: new ImportGraph(folders), rendersNext: true }),
        reportDamage(progress),
      );
    } finally {
      lockResult.lock.releaseLock();
    }
  } catch (error) {
    const problem = error instanceof BuildProblemError ? error.problem : toDiskProblem(error);
    if (!problem) throw error;
    return { problems: [problem], counts: noCounts };
  }
}

/** Skips the build if nothing has changed since the last one. Finding that out loads no parser and no bundler. */
async function buildIfChanged(build: Build): Promise<Outcome> {
  const { folders, environment, cache, progress } = build;
  const { distDir, cacheDir } = folders;
  const getContentKey = memoizeContentKey(environment, (of) => loadDates(of, build));
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
    return await runBuild(build, getContentKey);
  } catch (error) {
    withdrawBuild(distDir);
    throw error;
  }
}

/** Runs a build from reading the site to publishing the release. */
async function runBuild(
  build: Build,
  getContentKey: (folders: Folders) => Promise<string>,
): Promise<Outcome> {
  const { openSite, prepareLanguage } = await import('./prepare-site.ts');
  const openedSite = await openSite(build);
  // The key is computed before any document is read: a file that is saved from now on is for the next build.
  const content = await getContentKey(openedSite.folders);
  return withLanguages(openedSite, async (languages) => {
    // Read each language, bundle its UI, compile its documents, and check its links.
    const preparations: Preparation[] = [];
    for (const language of languages) {
      const preparation = await prepareLanguage(language);
      build.progress.detail?.(
        `${language.locale.name}: ${preparation.compiled} documents compiled, the others are unchanged`,
      );
      preparations.push(preparation);
    }
    await terminateThreads(compilerScript.href, { except: build.keepsThreads ? 1 : 0 });
    const sites = preparations.flatMap((preparation) => preparation.prepared?.site ?? []);
    const problems = joinProblems(
      preparations.map((preparation) => settleAcrossLanguages(preparation.problems, sites)),
    );
    const compiledCount = preparations.reduce((total, preparation) => total + preparation.compiled, 0);
    const ready = preparations.flatMap((preparation) => preparation.prepared ?? []);
    if (ready.length < languages.length || hasErrors(problems))
      return { problems, counts: { ...noCounts, compiled: compiledCount } };

    // Render the pages, index them, and write every file under a name made from its content.
    const { makeRelease, checkNewRelease, publishRelease } = await import('./make-release.ts');
    const { dropReportedLinks } = await import('./check-release.ts');
    const release = await makeRelease(ready, openedSite);
    const { pages, rendered } = release;
    build.progress.detail?.(`${rendered} of ${pages} pages rendered, the others are unchanged`);

    // Publish the release, unless a server couldn't load it.
    const releaseProblems = await checkNewRelease(release, openedSite);
    if (releaseProblems.length > 0) {
      withdrawBuild(build.folders.distDir);
      return {
        problems: [...problems, ...releaseProblems],
        counts: { ...noCounts, compiled: compiledCount },
      };
    }
    const { manifestHash, widened } = publishRelease(release, openedSite);
    problems.push(...dropReportedLinks(release.problems, problems));

    // Remember what the release was made from, so that a build without a change can be skipped.
    trackAllCode(build.graph);
    storeImports(build.cache);
    storeLastBuild(build.cache, {
      base: build.folders,
      folders: openedSite.folders,
      // A plugin that failed may succeed at the next build although no file has changed.
      content: problems.some(isPluginFailure) ? '' : content,
      fingerprints: {
        ...build.graph.fingerprints,
        ...Object.assign({}, ...preparations.map(({ fingerprints }) => fingerprints)),
        ...hashOutsideFiles(ready, openedSite.folders),
      },
      manifestHash,
      problems,
      pages,
    });
    // Warnings about wider audiences aren't stored: they compare this release with the previous one.
    return { problems: [...problems, ...widened], counts: { pages, compiled: compiledCount, rendered } };
  });
}

/** Opens each language of a site. The default language has the cache of the build, and every other one its own. */
async function withLanguages(
  openedSite: OpenedSite,
  work: (languages: readonly OpenedLanguage[]) => Promise<Outcome>,
): Promise<Outcome> {
  const { folders, locales, cache, progress } = openedSite;
  const [main, ...furtherLocales] = locales;
  return withBuildCaches(
    furtherLocales.map((locale) => ({ locale, cacheFile: nameLanguageCacheFile(folders, locale) })),
    (further) =>
      work(
        [{ locale: main, cache }, ...further].map((language, index) => ({
          ...openedSite,
          locale: language.locale,
          cache: language.cache,
          originals: language.locale.isDefault ? undefined : cache,
          hasNextLanguage: index < further.length,
          progress: createLanguageProgress(progress, language.locale.name, locales.length),
        })),
      ),
    reportDamage(progress),
  );
}

/** A problem of an untranslated document occurs in every language, with other URLs. It is reported once. */
function joinProblems(problemsByLanguage: readonly Problem[][]): Problem[] {
  const uniqueProblems: Problem[] = [];
  for (const problems of problemsByLanguage) {
    const reportedPlaces = new Set(uniqueProblems.map(identifyProblem));
    const problemsByText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
    uniqueProblems.push(
      ...[...problemsByText.values()].filter((problem) => !reportedPlaces.has(identifyProblem(problem))),
    );
  }
  return uniqueProblems;
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
  const insidePrefixes = [...contentDirs, pagesDir, ...staticDirs].map((folder) => `${folder}${path.sep}`);
  const articles = languages.flatMap((language) => [...language.articles.values()]);
  const files = articles.flatMap(({ summary }) =>
    summary.dependencies.flatMap((dependency) => (dependency.kind === 'file' ? dependency.file : [])),
  );
  const outsideFiles = new Set(
    files.filter((file) => !insidePrefixes.some((folder) => file.startsWith(folder))),
  );
  return Object.fromEntries(
    [...outsideFiles].map((file) =>
      // A path that ends in a slash means the names in a folder.
      file.endsWith('/') ? [`${file}*`, takeFingerprint(`${file}*`)] : [file, hashFile(file)],
    ),
  );
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
