import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatPathFrom } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import { buildSite } from './build.ts';
import type { BuildFeatures } from './build-features.ts';
import { type Progress, silentProgress } from './progress.ts';

interface TrialOptions {
  features: BuildFeatures;
  /** The folder with the cache, absolute. A build that follows takes from there what this one compiled. */
  cacheDir: string;
  progress?: Progress;
  /** Keeps threads for the next build, for example in tests. */
  keepsThreads?: boolean;
}

/** Warnings for the owner of the site. Others, such as those about documents, are for their authors. */
const ownersWarnings: ReadonlySet<string> = new Set(['languages', 'redirects']);

/**
 * Builds the site into a folder that is deleted afterwards, and returns the errors, and the warnings about languages
 * and redirects of the configuration. Writes nothing into the site folder. Files are relative to it.
 */
export async function tryBuild(
  siteDir: string,
  { features, cacheDir, progress = silentProgress, keepsThreads = false }: TrialOptions,
): Promise<Problem[]> {
  const trialDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  try {
    const { problems } = await buildSite({
      environment: {
        SITE_DIR: siteDir,
        DOCS_DIR: undefined,
        SIDEBARS: undefined,
        DATA_DIR: path.join(trialDir, 'data'),
        BACKUP_DIR: undefined,
        DIST_DIR: path.join(trialDir, 'dist'),
        MARKDOWN_FORMAT: undefined,
        BROKEN_LINKS: undefined,
        BROKEN_DOCUMENTS: 'fail',
        RELEASES_KEEP: 1,
        features,
      },
      workDir: siteDir,
      cacheDir,
      progress,
      keepsThreads,
    });
    return problems
      .filter(({ severity, code }) => severity === 'error' || ownersWarnings.has(code))
      .map(({ file, ...problem }) =>
        file === undefined ? problem : { ...problem, file: formatSiteFile(siteDir, file) },
      );
  } finally {
    rmSync(trialDir, { recursive: true, force: true });
  }
}

/** The path from the site folder. Problems have paths from the working folder or from the site folder. */
function formatSiteFile(siteDir: string, file: string): string {
  const pathFromSite = formatPathFrom(siteDir, path.resolve(file));
  return path.isAbsolute(file) || !pathFromSite.startsWith('..') ? pathFromSite : file;
}
