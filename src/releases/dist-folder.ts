import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../config/constants.ts';
import { listFolder } from '../shared/if-present.ts';
import type { Problem } from '../shared/problem.ts';
import { LOCK_FILE } from './build-lock.ts';

/** Folders of the dist folder that hold content-named files. */
const CONTENT_FOLDERS = ['pages', 'data', 'assets', 'static'] as const;
export type ContentFolder = (typeof CONTENT_FOLDERS)[number];

/** Folder for unfinished files. The next build removes what a killed build left here. */
export const PARTIAL_FOLDER = '.partial';

export const SITE_FILE = 'site.json';

/** Returns the absolute path of the dist folder. */
export const resolveDistDir = ({ DIST_DIR }: { DIST_DIR: string }) => path.resolve(DIST_DIR);

/** Contains a folder with the received parts for each upload in progress. */
export const UPLOADS_FOLDER = '.uploads';

/** Contains a folder with the manifest and the record for each stored release. Releases share their content files. */
export const RELEASES_FOLDER = 'releases';

/**
 * Returns a problem if the folder can't be used as dist folder. Builds delete files that are no longer needed, so it
 * must not contain sources or unknown files.
 */
export function checkDistDir(distDir: string, sources: readonly string[]): Problem[] {
  const sourceAround = sources.find((source) => distDir === source || source.startsWith(distDir + path.sep));
  if (sourceAround !== undefined)
    return [createDistDirProblem(distDir, `contains sources (${sourceAround})`)];
  const names = listFolder(distDir);
  const expectedNames = new Set<string>([
    UPLOADS_FOLDER,
    MANIFEST_FILE,
    SITE_FILE,
    PARTIAL_FOLDER,
    RELEASES_FOLDER,
    ...CONTENT_FOLDERS,
  ]);
  const isDistFolder = names.includes(LOCK_FILE) || names.includes(MANIFEST_FILE);
  if (isDistFolder || names.every((name) => expectedNames.has(name))) return [];
  return [createDistDirProblem(distDir, "contains files that weren't created by a build")];
}

function createDistDirProblem(distDir: string, reason: string): Problem {
  const message = `DIST_DIR ${distDir} ${reason}. Choose an empty folder.`;
  return { code: 'dist-dir', severity: 'error', message };
}

/** Creates the folders for content files. */
export function makeContentFolders(distDir: string): void {
  for (const folder of [PARTIAL_FOLDER, ...CONTENT_FOLDERS])
    mkdirSync(path.join(distDir, folder), { recursive: true });
}

/** Lists the existing content files, named as in the manifest. */
export function listContentFiles(distDir: string): Set<string> {
  return new Set(
    CONTENT_FOLDERS.flatMap((folder) =>
      listFolder(path.join(distDir, folder)).map((name) => `${folder}/${name}`),
    ),
  );
}
