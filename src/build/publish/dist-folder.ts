import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../../shared/problem.ts';
import { LOCK_FILE } from './build-lock.ts';
import { CONTENT_FOLDERS, PARTIAL_FOLDER } from './content-file.ts';
import { MANIFEST_FILE } from './read-manifest.ts';

/**
 * A dist folder is emptied of what it no longer needs, so it must be one: not a folder with sources in it,
 * and not somebody's folder with other things.
 */
export function checkDistDir(distDir: string, sources: readonly string[]): Problem[] {
  for (const source of sources) {
    if (distDir === source || source.startsWith(distDir + path.sep)) {
      return [refused(distDir, `holds sources (${source})`)];
    }
  }
  const names = listIfPresent(distDir);
  const known = new Set<string>([MANIFEST_FILE, 'site.json', PARTIAL_FOLDER, ...CONTENT_FOLDERS]);
  const ours = names.length === 0 || names.includes(LOCK_FILE) || names.includes(MANIFEST_FILE);
  if (ours || names.every((name) => known.has(name))) return [];
  return [refused(distDir, 'has files in it that no build has made')];
}

function refused(distDir: string, reason: string): Problem {
  const message = `DIST_DIR ${distDir} ${reason}: choose an empty folder.`;
  return { code: 'dist-dir', severity: 'error', message };
}

function listIfPresent(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
