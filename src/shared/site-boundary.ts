/**
 * Where a site's files may be. Everything that publishes, imports or writes a file of a site asks this module first.
 *
 * A file is judged by its real path, with every symbolic link resolved:
 *
 * - A **published** file (a link, an image, a static file, a document) must be in the site folder, in the Git repository
 *   that contains it, or in a folder that the configuration names.
 * - An **imported** file (a component, a partial, data) may be anywhere that code can read.
 * - A **written** file must be where published files may be.
 *
 * No such file may be in a private folder (accounts, releases, backups), have a name that begins with a dot, or be in a
 * folder with such a name. Pictures, downloads and the like are the exception: tools store them in folders such as
 * `.gitbook`, while settings and keys are files of other kinds.
 *
 * ```ts
 * findRefusalToPublish(boundary, '/srv/site/docs/../../data/accounts.db'); // 'private'
 * ```
 */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isMediaFile } from './media-files.ts';

/** Plain data, so that worker threads and the build cache can hold it. All paths are real paths. */
export interface SiteBoundary {
  /** The site folder, its repository, and the folders that the configuration or the environment names. */
  roots: readonly string[];
  /** `DATA_DIR`, `DIST_DIR` and `BACKUP_DIR`. */
  privateFolders: readonly string[];
}

export type Refusal = 'outside' | 'private' | 'hidden';

/** The reason why a file must not be published. A file that doesn't exist isn't refused, because it can't be read. */
export function findRefusalToPublish(boundary: SiteBoundary, file: string): Refusal | undefined {
  const realFile = resolveRealPath(file);
  return realFile === undefined ? undefined : findRefusalOfRealPath(boundary, realFile);
}

/** The reason why a file must not be published, for a path without symbolic links. */
export function findRefusalOfRealPath(boundary: SiteBoundary, realFile: string): Refusal | undefined {
  if (isPrivate(boundary, realFile)) return 'private';
  const roots = boundary.roots.filter((root) => isWithin(root, realFile));
  if (roots.length === 0) return 'outside';
  return roots.every((root) => isHidden(root, realFile)) ? 'hidden' : undefined;
}

/** The reason why a site's code must not import a file. Packages may be in folders such as `.pnpm`. */
export function findRefusalToImport(boundary: SiteBoundary, file: string): Refusal | undefined {
  const realFile = resolveRealPath(file);
  if (realFile === undefined) return undefined;
  if (isPrivate(boundary, realFile)) return 'private';
  const [pathBeforePackage = ''] = realFile.split(`${path.sep}node_modules${path.sep}`);
  return boundary.roots.every((root) => isHidden(root, pathBeforePackage)) ? 'hidden' : undefined;
}

/**
 * The reason why a style sheet of the site must not be used, for a path that a person wrote. The content of a sheet is
 * published, and a symbolic link that leads out of the site may come from an author: the owner hasn't named its target.
 */
export function findRefusalOfSheet(boundary: SiteBoundary, file: string): Refusal | undefined {
  const isInSite = boundary.roots.some((root) => isWithin(root, file));
  const isInPackage = file.includes(`${path.sep}node_modules${path.sep}`);
  return (isInSite && !isInPackage ? findRefusalToPublish : findRefusalToImport)(boundary, file);
}

/** The reason why a file must not be written. The file and its folders needn't exist yet. */
export function findRefusalToWrite(boundary: SiteBoundary, file: string): Refusal | undefined {
  const target = resolveRealPath(file);
  if (target !== undefined) return findRefusalOfRealPath(boundary, target);
  // A link whose target doesn't exist would create that target, wherever it is.
  if (isLink(file)) return 'outside';
  const missing: string[] = [];
  let folder = file;
  while (!existsSync(folder) && path.dirname(folder) !== folder) {
    missing.unshift(path.basename(folder));
    folder = path.dirname(folder);
    if (isLink(folder) && !existsSync(folder)) return 'outside';
  }
  return findRefusalOfRealPath(boundary, path.join(resolveRealPath(folder) ?? folder, ...missing));
}

/** Explains a refusal and what to do. `reference` is how the site refers to the file. */
export function explainRefusal(refusal: Refusal, reference: string, file: string): string {
  const target = resolveRealPath(file) ?? file;
  switch (refusal) {
    case 'outside':
      return `\`${reference}\` leads to ${target}, outside the site folder and its Git repository. Copy the file into the site, or add its folder to \`linkedFolders\` in the configuration.`;
    case 'private':
      return `\`${reference}\` leads to ${target}, in a folder for the server's own data (DATA_DIR, DIST_DIR or BACKUP_DIR). Files in there are never published. Move the file, or that folder.`;
    case 'hidden':
      if (target.includes(`${path.sep}.docusaurus${path.sep}`))
        return `\`${reference}\` leads to ${target}, which Docusaurus generates for itself. Write the data into a file of the site, such as \`src/data.json\`, and import that.`;
      return `\`${reference}\` leads to ${target}, whose path contains a name that begins with a dot. From such folders, only pictures, media, fonts, documents and archives are published. Rename it, or link to a copy.`;
  }
}

/** Returns the real path of a file, or undefined if there is no such file. */
function resolveRealPath(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch {
    return undefined;
  }
}

function isLink(file: string): boolean {
  // A link without a target has an entry in its folder, but no real path.
  try {
    return lstatSync(file).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The innermost folder decides: a site folder inside of the data folder isn't private. */
function isPrivate({ roots, privateFolders }: SiteBoundary, realFile: string): boolean {
  const countFolders = (folders: readonly string[]) =>
    Math.max(-1, ...folders.filter((folder) => isWithin(folder, realFile)).map(({ length }) => length));
  const privateDepth = countFolders(privateFolders);
  return privateDepth >= 0 && privateDepth >= countFolders(roots);
}

/** Whether a file is the folder or below it, by their names alone. Both paths must be absolute and normalized. */
export function isWithin(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/**
 * Folders that hold history, keys or generated files, whatever these are called: a branch `a.zip` is the file
 * `.git/refs/heads/a.zip`.
 */
const closedFolders: ReadonlySet<string> = new Set(
  '.git .hg .svn .bzr .jj .ssh .gnupg .aws .azure .gcloud .kube .docker .docusaurus .cache'.split(' '),
);

/** Looks only at names between the folder and the file. Names above the folder were chosen by the owner. */
function isHidden(folder: string, file: string): boolean {
  const segments = path.relative(folder, file).split(path.sep);
  const dottedSegments = segments.filter((name) => name.startsWith('.') && name !== '.' && name !== '..');
  if (dottedSegments.length === 0) return false;
  const isOpen =
    !path.basename(file).startsWith('.') &&
    !dottedSegments.some((name) => closedFolders.has(name.toLowerCase())) &&
    isMediaFile(file) &&
    // All files below a folder would be published, whatever they are.
    isRegularFile(file);
  return !isOpen;
}

function isRegularFile(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
