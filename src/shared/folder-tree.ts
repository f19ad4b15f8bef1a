import { accessSync, constants, type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeIrregular } from './regular-file.ts';
import { findRefusalOfRealPath, type Refusal, type SiteBoundary } from './site-boundary.ts';

/** The contents of a folder and its subfolders, as paths relative to it with `/`, in code-unit order. */
interface FolderTree {
  /** Regular files, and links to them. */
  files: string[];
  /** Pipes, devices and sockets, and links to them, with what each one is. Reading one could block forever. */
  irregular: { name: string; kind: string }[];
  /** Folders that we have no permission to read. */
  closed: string[];
  /** Links whose target doesn't exist. */
  dangling: string[];
  /** Files, folders and links that the site's boundary refuses. They are neither listed nor entered. */
  refused: { name: string; refusal: Refusal }[];
}

interface WalkOptions {
  ignore?: ((name: string) => boolean) | undefined;
  /** Without a boundary, every link is followed. */
  boundary?: SiteBoundary | undefined;
}

/**
 * Lists a folder and its subfolders. Follows links, except to a parent folder, which would never end. A missing folder
 * is empty. With a boundary, only the folder itself and links are checked: everything else is in an allowed folder.
 */
export function readFolderTree(
  folder: string,
  { ignore = () => false, boundary }: WalkOptions = {},
): FolderTree {
  const tree: FolderTree = { files: [], irregular: [], closed: [], dangling: [], refused: [] };
  const privateFolders = new Set(boundary?.privateFolders);
  const walk = (prefix: string, parents: readonly string[]) => {
    const real = parents.at(-1) ?? folder;
    const entries = readEntries(real);
    if (entries === 'closed') tree.closed.push(prefix);
    else
      for (const entry of entries) {
        if (ignore(entry.name)) continue;
        const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
        const fullPath = path.join(real, entry.name);
        const target = entry.isSymbolicLink() ? followLink(fullPath) : entry;
        const isDirectory = target?.isDirectory() ?? false;
        if (target === undefined) tree.dangling.push(name);
        const kind = target && describeIrregular(target);
        if (kind !== undefined) tree.irregular.push({ name, kind });
        if (!target?.isFile() && !isDirectory) continue;
        const realPath = entry.isSymbolicLink() ? realpathSync.native(fullPath) : fullPath;
        const refusal =
          boundary && (entry.isSymbolicLink() || privateFolders.has(realPath))
            ? findRefusalOfRealPath(boundary, realPath)
            : undefined;
        if (refusal) tree.refused.push({ name, refusal });
        else if (!isDirectory) tree.files.push(name);
        else if (!parents.includes(realPath)) walk(name, [...parents, realPath]);
      }
  };
  const start = findRealFolder(folder);
  const refusal = boundary && existsSync(start) ? findRefusalOfRealPath(boundary, start) : undefined;
  if (refusal) tree.refused.push({ name: '', refusal });
  else walk('', [start]);
  return {
    files: tree.files.sort(),
    irregular: tree.irregular.sort((a, b) => (a.name < b.name ? -1 : 1)),
    closed: tree.closed.sort(),
    dangling: tree.dangling.sort(),
    refused: tree.refused.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** Whether this process may read the file. False if it doesn't exist. */
export function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function findRealFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** Undefined if the target doesn't exist. A link to itself has no target either. */
function followLink(file: string) {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function readEntries(folder: string): Dirent[] | 'closed' {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    if (code === 'EACCES' || code === 'EPERM') return 'closed';
    throw error;
  }
}
