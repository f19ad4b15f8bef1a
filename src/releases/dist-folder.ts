import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { MANIFEST_FILE } from '../config/constants.ts';
import { namesIn } from '../shared/if-present.ts';
import type { Problem } from '../shared/problem.ts';
import { LOCK_FILE } from './build-lock.ts';

/** Folders of the dist folder that hold content-named files. */
const CONTENT_FOLDERS = ['pages', 'data', 'assets', 'static'] as const;
export type ContentFolder = (typeof CONTENT_FOLDERS)[number];

/** Files on their way; what a killed build leaves here, the next one removes. */
export const PARTIAL_FOLDER = '.partial';

export const SITE_FILE = 'site.json';

/** Absolute. */
export const distOf = ({ DIST_DIR }: { DIST_DIR: string }) => path.resolve(DIST_DIR);

/** A folder for each publication on its way, with what has come of it. */
export const UPLOADS_FOLDER = '.uploads';

/** A folder for each release that is kept: its manifest, and what is known of it. Content files are shared. */
export const RELEASES_FOLDER = 'releases';

/**
 * A dist folder is emptied of what it no longer needs, so it must be one: not a folder with sources in it,
 * and not somebody's folder with other things.
 */
export function checkDistDir(distDir: string, sources: readonly string[]): Problem[] {
  const inside = sources.find((source) => distDir === source || source.startsWith(distDir + path.sep));
  if (inside !== undefined) return [refused(distDir, `holds sources (${inside})`)];
  const names = namesIn(distDir);
  const known = new Set<string>([
    UPLOADS_FOLDER,
    MANIFEST_FILE,
    SITE_FILE,
    PARTIAL_FOLDER,
    RELEASES_FOLDER,
    ...CONTENT_FOLDERS,
  ]);
  const ours = names.includes(LOCK_FILE) || names.includes(MANIFEST_FILE);
  if (ours || names.every((name) => known.has(name))) return [];
  return [refused(distDir, 'has files in it that no build has made')];
}

function refused(distDir: string, reason: string): Problem {
  const message = `DIST_DIR ${distDir} ${reason}: choose an empty folder.`;
  return { code: 'dist-dir', severity: 'error', message };
}

/** Makes the folders that content files are written to. */
export function makeContentFolders(distDir: string): void {
  for (const folder of [PARTIAL_FOLDER, ...CONTENT_FOLDERS])
    mkdirSync(path.join(distDir, folder), { recursive: true });
}

/** Names of the content files that are there, as the manifest writes them. */
export function listContentFiles(distDir: string): Set<string> {
  return new Set(
    CONTENT_FOLDERS.flatMap((folder) =>
      namesIn(path.join(distDir, folder)).map((name) => `${folder}/${name}`),
    ),
  );
}
