import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isWithin, type SiteBoundary } from '../shared/site-boundary.ts';
import type { Environment } from './environment.ts';

/** Variables that name the server's own folders. */
export type PrivateFolderSettings = Pick<Environment, 'DATA_DIR' | 'BACKUP_DIR'> &
  // What only writes into the site folder may not know where releases are.
  Partial<Pick<Environment, 'DIST_DIR'>>;

/** The boundary of a site (see `shared/site-boundary.ts`) whose configuration hasn't been read yet. */
export function boundaryOf(
  siteDir: string,
  environment: PrivateFolderSettings,
  workDir: string,
): SiteBoundary {
  const site = realFolder(siteDir);
  return {
    roots: [...new Set([site, repositoryOf(site) ?? site])],
    privateFolders: privateFoldersOf(environment, workDir),
  };
}

/** The same with folders that the environment or the configuration names: absolute paths. */
export function withNamedFolders(
  boundary: SiteBoundary,
  siteDir: string,
  namedFolders: readonly string[],
): SiteBoundary {
  const roots = namedFolders.flatMap((folder) => {
    const real = realFolder(folder);
    const isInside = (file: string) => boundary.roots.some((root) => isWithin(root, file));
    if (isInside(real)) return [];
    // A link in the site that leads out is what an author can create, not what the owner has named.
    if (isWithin(siteDir, folder) || isInside(folder)) return [];
    return [real, repositoryOf(real) ?? real];
  });
  return { ...boundary, roots: [...new Set([...boundary.roots, ...roots])] };
}

/** What lies there when the server or a build uses a folder. */
const ownFiles = {
  DATA_DIR: ['accounts.db', 'searches.db', 'feedback.db', 'secret.key'],
  DIST_DIR: ['manifest.json', 'releases'],
} as const;

/**
 * A folder that has its default name and holds nothing of ours is the site's: many sites have a folder `data` with
 * files that their components import.
 */
function privateFoldersOf(environment: PrivateFolderSettings, workDir: string): string[] {
  const folders: string[] = [];
  for (const [name, byDefault] of [
    ['DATA_DIR', 'data'],
    ['DIST_DIR', 'dist'],
  ] as const) {
    const folder = path.resolve(workDir, environment[name] ?? byDefault);
    const isUsed = ownFiles[name].some((file) => existsSync(path.join(folder, file)));
    if ((environment[name] ?? byDefault) !== byDefault || isUsed) folders.push(realFolder(folder));
  }
  if (environment.BACKUP_DIR !== undefined)
    folders.push(realFolder(path.resolve(workDir, environment.BACKUP_DIR)));
  return folders;
}

/** The folder that holds `.git`, which is a file in worktrees and submodules. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

/** A folder that doesn't exist yet keeps its name below what does. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : path.join(realFolder(above), path.basename(folder));
  }
}
