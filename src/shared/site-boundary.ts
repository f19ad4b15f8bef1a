/**
 * Where a site's files may be. Everything that publishes, imports or writes a file of a site asks this module first.
 *
 * A file is judged by its real path, with every symbolic link resolved:
 *
 * - A **published** file (a link, a picture, a static file, a document) lies inside the site folder, the Git repository
 *   that holds it, or a folder that the configuration names.
 * - An **imported** file (a component, a partial, data) may lie wherever code can read.
 * - A **written** file lies where published files may be.
 *
 * None of them may lie in a private folder (accounts, releases, backups) or below a name that begins with a dot.
 *
 * ```ts
 * refusalToPublish(boundary, '/srv/site/docs/../../data/accounts.db'); // 'private'
 * ```
 */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** Plain data, so that worker threads and the build cache can hold it. All paths are real paths. */
export interface SiteBoundary {
  /** The site folder, its repository, and the folders that the configuration or the environment names. */
  roots: readonly string[];
  /** `DATA_DIR`, `DIST_DIR` and `BACKUP_DIR`. */
  privateFolders: readonly string[];
}

export type Refusal = 'outside' | 'private' | 'hidden';

/** Why this file must not be published. A file that doesn't exist isn't refused: nothing of it can be read. */
export function refusalToPublish(boundary: SiteBoundary, file: string): Refusal | undefined {
  const realFile = realPath(file);
  return realFile === undefined ? undefined : refusalOfRealPath(boundary, realFile);
}

/** The same for a path that has no symbolic link in it. */
export function refusalOfRealPath(boundary: SiteBoundary, realFile: string): Refusal | undefined {
  if (isPrivate(boundary, realFile)) return 'private';
  const roots = boundary.roots.filter((root) => isWithin(root, realFile));
  if (roots.length === 0) return 'outside';
  return roots.every((root) => hasHiddenSegment(root, realFile)) ? 'hidden' : undefined;
}

/** Why code of the site must not import this file. Packages may keep theirs in folders such as `.pnpm`. */
export function refusalToImport(boundary: SiteBoundary, file: string): Refusal | undefined {
  const realFile = realPath(file);
  if (realFile === undefined) return undefined;
  if (isPrivate(boundary, realFile)) return 'private';
  const [ownPart = ''] = realFile.split(`${path.sep}node_modules${path.sep}`);
  return boundary.roots.every((root) => hasHiddenSegment(root, ownPart)) ? 'hidden' : undefined;
}

/** Why nothing may be written here. The file, and folders on the way to it, need not exist yet. */
export function refusalToWrite(boundary: SiteBoundary, file: string): Refusal | undefined {
  const target = realPath(file);
  if (target !== undefined) return refusalOfRealPath(boundary, target);
  // A link whose target doesn't exist would create that target, wherever it is.
  if (isLink(file)) return 'outside';
  const missing: string[] = [];
  let folder = file;
  while (!existsSync(folder) && path.dirname(folder) !== folder) {
    missing.unshift(path.basename(folder));
    folder = path.dirname(folder);
    if (isLink(folder) && !existsSync(folder)) return 'outside';
  }
  return refusalOfRealPath(boundary, path.join(realPath(folder) ?? folder, ...missing));
}

/** What is wrong and what to do, for an error that names the place where `written` stands. */
export function explainRefusal(refusal: Refusal, written: string, file: string): string {
  const target = realPath(file) ?? file;
  switch (refusal) {
    case 'outside':
      return `\`${written}\` leads to ${target}, outside the site folder and its Git repository. Copy the file into the site, or name its folder in \`linkedFolders\` of the configuration.`;
    case 'private':
      return `\`${written}\` leads to ${target}, in a folder where the server keeps its own data (DATA_DIR, DIST_DIR or BACKUP_DIR). Nothing in there is published: move the file, or that folder.`;
    case 'hidden':
      return `\`${written}\` leads to ${target}, whose path has a name that begins with a dot. Such files and folders are not published: rename it, or link to a copy.`;
  }
}

/** Undefined when there is no such file. */
function realPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}

function isLink(file: string): boolean {
  // A link that leads nowhere has a name in its folder, but no real path.
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The innermost folder decides: a site folder inside of the data folder is no data. */
function isPrivate({ roots, privateFolders }: SiteBoundary, realFile: string): boolean {
  const depth = (folders: readonly string[]) =>
    Math.max(-1, ...folders.filter((folder) => isWithin(folder, realFile)).map(({ length }) => length));
  const privateDepth = depth(privateFolders);
  return privateDepth >= 0 && privateDepth >= depth(roots);
}

export function isWithin(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** On the way from a folder to a file: names above the folder, which the owner chose, don't count. */
function hasHiddenSegment(folder: string, file: string): boolean {
  return path
    .relative(folder, file)
    .split(path.sep)
    .some((segment) => segment.startsWith('.') && segment !== '.' && segment !== '..');
}
