import { enableCompileCache } from 'node:module';
import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { Problem } from '../shared/problem.ts';
import { sortProblems } from '../shared/problem.ts';
import { type BuildCache, cacheFile, discardUnusedCaches } from './cache/build-cache.ts';
import { codeVersions, inputsFingerprint } from './cache/fingerprint.ts';
import { rememberBuild, stillCurrent } from './cache/last-build.ts';
import { withBuildCache } from './cache/with-build-cache.ts';
import { diskProblem } from './disk-problem.ts';
import { type Folders, resolveFolders } from './folders.ts';
import type { Progress } from './progress.ts';
import { lockBuild } from './publish/build-lock.ts';
import { makeContentFolders } from './publish/content-file.ts';
import { checkDistDir } from './publish/dist-folder.ts';
import { withdraw } from './publish/publish.ts';

export interface BuildOptions {
  environment: BuildEnvironment;
  /** Absolute: where the environment's relative paths start. */
  workDir: string;
  progress: Progress;
  /** Absolute; `.cache` in `workDir` unless given. */
  cacheDir?: string;
  /** How long to wait for another build into the same folder. */
  patienceMs?: number;
}

export type BuildEnvironment = Pick<
  Environment,
  'SITE_DIR' | 'DOCS_DIR' | 'DIST_DIR' | 'SIDEBARS' | 'MARKDOWN_FORMAT' | 'BROKEN_LINKS'
>;

export interface BuildResult {
  ok: boolean;
  /** Warnings too, in the order of files and lines. */
  problems: Problem[];
  built: BuildReport;
}

export interface BuildReport {
  pages: number;
  /** Documents that went through the compiler. */
  compiled: number;
  /** Pages that were rendered anew. */
  rendered: number;
  seconds: number;
}

const PATIENCE_MS = 10 * 60_000;

/**
 * Turns the docs folder into a published release in the dist folder, or into a list of problems; then the
 * release that was there before stays as it is. Only bugs throw.
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now();
  const { environment, workDir, progress } = options;
  const folders = resolveFolders(environment, workDir, options.cacheDir);
  const outcome = await buildInto(folders, options);
  progress.end();
  return {
    ok: !outcome.problems.some((problem) => problem.severity === 'error'),
    problems: sortProblems(outcome.problems),
    built: { ...outcome.counts, seconds: (performance.now() - started) / 1000 },
  };
}

export interface Outcome {
  problems: Problem[];
  counts: Omit<BuildReport, 'seconds'>;
}

const nothing: Outcome['counts'] = { pages: 0, compiled: 0, rendered: 0 };

async function buildInto(folders: Folders, options: BuildOptions): Promise<Outcome> {
  const { distDir, docsDir, pagesDir, staticDirs } = folders;
  const refused = checkDistDir(distDir, [docsDir, pagesDir, ...staticDirs]);
  if (refused.length > 0) return { problems: refused, counts: nothing };
  try {
    const { lock, ...held } = await lockBuild(distDir, {
      patienceMs: options.patienceMs ?? PATIENCE_MS,
      onWait: ({ pid }) =>
        options.progress.note(`Another build (process ${pid}) is writing into ${distDir}: waiting for it.`),
    });
    if (!lock)
      return {
        problems: [alreadyBuilding(distDir, 'holder' in held ? held.holder.pid : 0)],
        counts: nothing,
      };
    using _ = lock;
    return await buildLocked(folders, options);
  } catch (error) {
    const problem = diskProblem(error);
    if (!problem) throw error;
    return { problems: [problem], counts: nothing };
  }
}

async function buildLocked(folders: Folders, options: BuildOptions): Promise<Outcome> {
  return withBuildCache(
    cacheFile(folders.cacheDir, folders.docsDir),
    (cache) => buildWithCache(cache, folders, options),
    (message) =>
      options.progress.note(`The build cache was damaged (${message}); it is discarded and made anew.`),
  );
}

async function buildWithCache(cache: BuildCache, folders: Folders, options: BuildOptions): Promise<Outcome> {
  const { environment } = options;
  const code = codeVersions();
  const inputs = inputsFingerprint(folders, environment, code);
  const last = stillCurrent(cache, folders.distDir, inputs);
  if (last) return { problems: last.problems, counts: { ...nothing, pages: last.pages } };
  makeContentFolders(folders.distDir);
  discardUnusedCaches(folders.cacheDir);
  // A third of the processor's time of a build after one edit went into loading the same modules again.
  enableCompileCache(path.join(folders.cacheDir, 'code'));
  // Loaded only now: finding out that there is nothing to do needs no compiler.
  const { makeRelease } = await import('./make-release.ts');
  try {
    const { problems, counts, published } = await makeRelease({
      folders,
      environment,
      cache,
      code,
      progress: options.progress,
    });
    if (published) rememberBuild(cache, { inputs, ...published, problems, pages: counts.pages });
    return { problems, counts };
  } catch (error) {
    withdraw(folders.distDir);
    throw error;
  }
}

function alreadyBuilding(distDir: string, pid: number): Problem {
  const message = `Another build (process ${pid}) is still writing into ${distDir}. Wait for it, or set DIST_DIR to another folder.`;
  return { code: 'build-running', severity: 'error', message };
}
