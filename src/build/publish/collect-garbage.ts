import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CONTENT_FOLDERS, PARTIAL_FOLDER } from './content-file.ts';

/** Removes content-named files that no kept release names, and what killed builds left half written. */
export function collectGarbage(distDir: string, keep: ReadonlySet<string>): void {
  for (const folder of CONTENT_FOLDERS) {
    for (const name of list(path.join(distDir, folder))) {
      if (!keep.has(`${folder}/${name}`)) rmSync(path.join(distDir, folder, name), { force: true });
    }
  }
  for (const name of list(path.join(distDir, PARTIAL_FOLDER))) {
    rmSync(path.join(distDir, PARTIAL_FOLDER, name), { force: true });
  }
}

/** Names of the content files that are there, as the manifest writes them. */
export function listContentFiles(distDir: string): Set<string> {
  return new Set(
    CONTENT_FOLDERS.flatMap((folder) => list(path.join(distDir, folder)).map((name) => `${folder}/${name}`)),
  );
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
