import { enableCompileCache } from 'node:module';
import path from 'node:path';
import type { SiteLocale } from '../content/locales.ts';
import { lockBuild } from '../releases/build-lock.ts';
import { toDiskProblem } from '../releases/disk-problem.ts';
import { checkDistDir, makeContentFolders } from '../releases/dist-folder.ts';
import { withdrawBuild } from '../releases/publish.ts';
import { listReleases, type ReleaseRecord } from '../releases/release-record.ts';
import { type Problem, sortProblems } from '../shared/problem.ts';
import type { BuildCache } from './cache/build-cache.ts';
import { discardUnusedCaches, withBuildCache, withBuildCaches } from './cache/cache-files.ts';
import { lookAtAllCode } from './cache/code-keys.ts';
import { ImportGraph, type Looks } from './cache/import-graph.ts';
import { contentKeys, rememberBuild, stillCurrent } from './cache/last-build.ts';
import { loadDates } from './cache/load-dates.ts';
import { keepImports, recallImports } from './cache/scanned-sources.ts';
import { type BuildEnvironment, type Folders, languageCacheFile, resolveFolders } from './folders.ts';
import { hashFile } from './hashing.ts';
import type { BuildRun, CheckRelease, OpenedSite, PreparedSite } from './prepare-site.ts';
import { ProblemFound } from './problem-found.ts';
import { isOfPlugin } from './problem-kinds.ts';
import type { Progress } from './progress.ts';
import { compilerScript } from './work/thread-scripts.ts';
import { endThread, endThreads, prepareThread } from './work/threads.ts';

interface BuildOptions {
  environment: BuildEnvironment;
  /** Absolute: where the environment's relative paths start. */
  workDir: string;
  progress: Progress;
  /** Absolute; `.cache` in `workDir` unless given. */
  cacheDir?: string;
  /** How long to wait for another build into the same folder. */
  patienceMs?: number;
  /** Its threads wait for the next build of this process. */
  keepsThreads?: boolean;
  /** Looks at the release before it is published: with problems, it isn't. */
  checkRelease?: CheckRelease;
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
  if (!options.keepsThreads) await endThreads();
  options.progress.end();
  return {
    ok: !hasErrors(problems),
    problems: sortProblems(problems),
    built: { ...counts, seconds: (performance.now() - started) / 1000 },
  };
}

/** One build at a time writes into a dist folder. */
async function buildAlone(folders: Folders, options: BuildOptions): Promise<Outcome> {
  const { distDir, docsDir, pagesDir, staticDirs } = folders;
  const { environment, progress, patienceMs = PATIENCE_MS, keepsThreads, checkRelease } = options;
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
        folders.cacheFile,
        (cache) =>
          build({
            ...{ folders, environment, cache, progress, keepsThreads, checkRelease },
            graph: new ImportGraph(folders),
          }),
        damaged(progress),
      );
    } finally {
      locked.lock.release();
    }
  } catch (error) {
    const problem = error instanceof ProblemFound ? error.problem : toDiskProblem(error);
    if (!problem) throw error;
    return { problems: [problem], counts: nothing };
  }
}

/** From what is in the folders to a release: nothing where nothing has changed, else one step after the other. */
async function build(run: BuildRun): Promise<Outcome> {
  const { folders, cache, progress } = run;
  const { distDir, cacheDir } = folders;
  const keyOf = contentKeys(run.environment, (of) => loadDates(of, run));
  const last = await stillCurrent(cache, folders, keyOf);
  if (last) {
    progress.detail?.(`Nothing changed since the last build of ${distDir}.`);
    if (last.setAsideAs) progress.note(setAside(distDir, last.setAsideAs));
    return { problems: last.problems, counts: { ...nothing, pages: last.pages } };
  }

  // A third of the processor's time of a build after one edit went into loading the same modules again.
  enableCompileCache(path.join(cacheDir, 'code'));
  prepareThread(compilerScript);
  recallImports(cache);
  makeContentFolders(distDir);
  discardUnusedCaches(cacheDir);
  try {
    progress.start('Reading');
    const { openSite } = await import('./prepare-site.ts');
    const opened = await openSite(run);
    // Before anything is read: what is saved from now on is for the next build.
    const content = await keyOf(opened.folders);
    const [main, ...others] = opened.locales;
    return await withBuildCaches(
      others.map((locale) => ({ locale, cacheFile: languageCacheFile(folders, locale) })),
      (further) => buildLanguages([{ locale: main, cache }, ...further], opened, { ...run, content }),
      damaged(progress),
    );
  } catch (error) {
    withdrawBuild(distDir);
    throw error;
  }
}

interface Language {
  locale: SiteLocale;
  /** Each is compiled by itself, and kept by itself. */
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
  const looks: Looks = {};
  let compiled = 0;
  for (const language of languages) {
    const prepared = await prepareLanguage(opened, language.locale, {
      ...run,
      cache: language.cache,
      renders: true,
    });
    // What is not translated is wrong in the same way in each language, at other addresses.
    const told = new Set(problems.map(identityOf));
    const found = new Map(prepared.problems.map((problem) => [JSON.stringify(problem), problem]));
    problems.push(...[...found.values()].filter((problem) => !told.has(identityOf(problem))));
    Object.assign(looks, prepared.looks);
    compiled += prepared.compiled;
    run.progress.detail?.(
      `${language.locale.name}: ${prepared.compiled} documents compiled, the others are unchanged`,
    );
    if (prepared.prepared) ready.push(prepared.prepared);
  }
  if (!run.keepsThreads) await endThread(compilerScript.href);
  if (ready.length < languages.length || hasErrors(problems))
    return { problems, counts: { ...nothing, compiled } };
  const { makeRelease } = await import('./make-release.ts');
  const release = await makeRelease(ready, opened.folders, run);
  problems.push(...release.problems);
  run.progress.detail?.(`${release.rendered} of ${release.pages} pages rendered, the others are unchanged`);
  if (release.manifestHash === undefined) {
    withdrawBuild(folders.distDir);
    return { problems, counts: { ...nothing, compiled } };
  }
  lookAtAllCode(graph);
  keepImports(cache);
  rememberBuild(cache, {
    base: folders,
    folders: opened.folders,
    // What a plugin failed at may go well at the next build, with the very same content.
    content: problems.some(isOfPlugin) ? '' : content,
    looks: { ...graph.looks, ...looks, ...outsideFiles(ready, opened.folders) },
    manifestHash: release.manifestHash,
    problems,
    pages: release.pages,
  });
  // Not remembered: it is about this release and the one before it.
  const said = [...problems, ...release.widened];
  return { problems: said, counts: { pages: release.pages, compiled, rendered: release.rendered } };
}

/** What is wrong there; of a whole file, in which words, but for the address that a link has in its language. */
function identityOf({ code, file, line, column, message }: Problem): string {
  const words = code.startsWith('broken-') ? message.replace(/: .*/s, '') : message;
  return JSON.stringify([code, file, line, column, line === undefined && words]);
}

/** Hashes of the files that articles depend on and that are outside the folders whose every file is looked at. */
function outsideFiles(
  languages: readonly PreparedSite[],
  { contentDirs, pagesDir, staticDirs }: Folders,
): Looks {
  const inside = [...contentDirs, pagesDir, ...staticDirs].map((folder) => `${folder}${path.sep}`);
  const articles = languages.flatMap((language) => [...language.articles.values()]);
  const files = articles.flatMap(({ summary }) =>
    summary.dependencies.flatMap((dependency) => (dependency.kind === 'file' ? dependency.file : [])),
  );
  const outside = new Set(files.filter((file) => !inside.some((folder) => file.startsWith(folder))));
  return Object.fromEntries([...outside].map((file) => [file, hashFile(file)]));
}

/** What is built stays as it is: whoever went back did so on purpose. */
function setAside(distDir: string, { name }: ReleaseRecord): string {
  const { live } = listReleases(distDir);
  return `Served is ${live?.name ?? 'another release'}. What is in the folder now is built as ${name}, and is served again by: rollback ${name}`;
}

const damaged = (progress: Progress) => (message: string) =>
  progress.note(`The build cache was damaged (${message}); it is discarded and made again.`);

function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

function alreadyBuilding(distDir: string, pid: number): Problem {
  const message = `Another build (process ${pid}) is still writing into ${distDir}. Wait for it, or set DIST_DIR to another folder.`;
  return { code: 'build-running', severity: 'error', message };
}
