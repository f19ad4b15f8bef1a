import path from 'node:path';
import { projectDir } from './running-site.ts';
import { shared } from './shared.ts';

/** A docs folder and where it is built, as settings of the site. Built once for a run, so nobody changes what is in it. */
export interface Manual {
  /** Absolute, all. `SITE_DIR`: ours unless given. */
  SITE_DIR?: string;
  DOCS_DIR: string;
  DIST_DIR: string;
}

/** A few pages with everything that an article may hold. */
export const smallManual: Manual = {
  DOCS_DIR: path.join(projectDir, 'tests/fixtures/reading/docs'),
  DIST_DIR: path.join(projectDir, '.cache/small-manual'),
};

/** Our own, where `npm run build` builds it too. */
export const ownManual: Manual = {
  DOCS_DIR: path.join(projectDir, 'site/docs'),
  DIST_DIR: path.join(projectDir, 'dist'),
};

/** Builds one of these for all test files of a run. False where nobody has: who starts the site builds it then. */
export async function builtForAll(manual: Manual): Promise<boolean> {
  if (manual === smallManual) return (await shared('small-manual')) !== undefined;
  if (manual === ownManual) return (await shared('own-manual')) !== undefined;
  return false;
}
