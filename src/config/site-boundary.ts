import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isWithin, type SiteBoundary } from '../shared/site-boundary.ts';
import type { Environment } from './environment.ts';

/** Variables that name the server's own folders. */
export type PrivateFolderSettings = Pick<Environment, 'DATA_DIR' | 'BACKUP_DIR'> &
  // Optional because commands that only write to the site folder don't know where releases are.
  Partial<Pick<Environment, 'DIST_DIR'>>;

/** The boundary of a site (see `shared/site-boundary.ts`) whose configuration hasn't been read yet. */
export function createBoundary(
  siteDir: string,
  environment: PrivateFolderSettings,
  workDir: string,
): SiteBoundary {
  const site = resolveFolder(siteDir);
  return {
    roots: [...new Set([site, findRepository(site) ?? site])],
    privateFolders: listPrivateFolders(environment, workDir),
  };
}

/** Extends a boundary by folders that the environment or the configuration names, as absolute paths. */
export function addNamedFolders(
  boundary: SiteBoundary,
  siteDir: string,
  namedFolders: readonly string[],
): SiteBoundary {
  const roots = namedFolders.flatMap((folder) => {
    const real = resolveFolder(folder);
    const isInside = (file: string) => boundary.roots.some((root) => isWithin(root, file));
    if (isInside(real)) return [];
    // A symbolic link in the site that leads out may come from an author, so the owner hasn't named its target.
    if (isWithin(siteDir, folder) || isInside(folder)) return [];
    return [real, findRepository(real) ?? real];
  });
  return { ...boundary, roots: [...new Set([...boundary.roots, ...roots])] };
}

/** Files that exist in the folder once a server or a build uses it. */
const ownFiles = {
  DATA_DIR: ['accounts.db', 'searches.db', 'feedback.db', 'secret.key'],
  DIST_DIR: ['manifest.json', 'releases'],
} as const;

/**
 * A folder with the default name that doesn't contain our files belongs to the site: many sites have a `data` folder
 * with files that their components import.
 */
function listPrivateFolders(environment: PrivateFolderSettings, workDir: string): string[] {
  const folders: string[] = [];
  for (const [name, byDefault] of [
    ['DATA_DIR', 'data'],
    ['DIST_DIR', 'dist'],
  ] as const) {
    const folder = path.resolve(workDir, environment[name] ?? byDefault);
    const isUsed = ownFiles[name].some((file) => existsSync(path.join(folder, file)));
    if ((environment[name] ?? byDefault) !== byDefault || isUsed) folders.push(resolveFolder(folder));
  }
  if (environment.BACKUP_DIR !== undefined)
    folders.push(resolveFolder(path.resolve(workDir, environment.BACKUP_DIR)));
  return folders;
}

/** Finds the folder that contains `.git`, which is a file in worktrees and submodules. */
function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parentFolder = path.dirname(folder);
  return parentFolder === folder ? undefined : findRepository(parentFolder);
}

/** Resolves symbolic links. A folder that doesn't exist yet keeps its name below the nearest one that does. */
function resolveFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    const parentFolder = path.dirname(folder);
    return parentFolder === folder ? folder : path.join(resolveFolder(parentFolder), path.basename(folder));
  }
}
