import path from 'node:path';
import { projectDir, type RunningSite, startSite } from './running-site.ts';
import { findSharedPart } from './shared.ts';

/** A docs folder and where it is built, as settings of the site. It is built once per run, so no test may change it. */
export interface Manual {
  /** All paths are absolute. `SITE_DIR` is `site/` by default. */
  SITE_DIR?: string;
  DOCS_DIR: string;
  DIST_DIR: string;
}

/** A few pages with every feature that an article can have. */
export const smallManual: Manual = {
  DOCS_DIR: path.join(projectDir, 'tests/fixtures/reading/docs'),
  DIST_DIR: path.join(projectDir, '.cache/small-manual'),
};

/** The manual in `site/`, in the folder where `npm run build` builds it, too. */
export const ownManual: Manual = {
  DOCS_DIR: path.join(projectDir, 'site/docs'),
  DIST_DIR: path.join(projectDir, 'dist'),
};

/** Builds one of these once for all test files of a run. False outside a run: the site then builds it when it starts. */
export async function isBuiltForAll(manual: Manual): Promise<boolean> {
  if (manual === smallManual) return (await findSharedPart('small-manual')) !== undefined;
  if (manual === ownManual) return (await findSharedPart('own-manual')) !== undefined;
  return false;
}

/**
 * Starts the real site for one of these manuals. Within a run, it is built before and only served: `start` builds it
 * again for each folder of data, because that folder decides which files the site's code may import.
 */
export async function startManual(
  manual: Manual,
  environment: Record<string, string> = {},
): Promise<RunningSite> {
  const command = (await isBuiltForAll(manual)) ? 'serve' : 'start';
  return startSite({ ...manual, ...environment }, command);
}
