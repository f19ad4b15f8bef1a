import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../config/environment.ts';

/** Where a build reads and writes; all absolute. */
export interface Folders {
  projectDir: string;
  docsDir: string;
  /** What `@site/` stands for: the folder that holds the docs folder. */
  siteDir: string;
  /** Served as they are; the first that has a file wins. */
  staticDirs: string[];
  pagesDir: string;
  distDir: string;
  cacheDir: string;
  /** Only where the environment names one, or says `none`; else it is looked for beside the docs folder. */
  sidebars?: string;
  /** The docs folder is not the project's own, so the project's links into it need not lead anywhere. */
  foreignDocs: boolean;
}

export function resolveFolders(
  environment: Pick<Environment, 'DOCS_DIR' | 'DIST_DIR' | 'SIDEBARS'>,
  projectDir: string,
  cacheDir: string = path.join(projectDir, '.cache'),
): Folders {
  const docsDir = path.resolve(projectDir, environment.DOCS_DIR);
  const siteDir = path.dirname(docsDir);
  const staticDirs = [path.join(siteDir, 'static'), path.join(projectDir, 'static')];
  return {
    projectDir,
    docsDir,
    siteDir,
    staticDirs: [...new Set(staticDirs)].filter((folder) => existsSync(folder)),
    pagesDir: path.join(projectDir, 'pages'),
    distDir: path.resolve(projectDir, environment.DIST_DIR),
    cacheDir,
    ...(environment.SIDEBARS === undefined
      ? {}
      : {
          sidebars: environment.SIDEBARS === 'none' ? 'none' : path.resolve(projectDir, environment.SIDEBARS),
        }),
    foreignDocs: docsDir !== path.join(projectDir, 'docs'),
  };
}
