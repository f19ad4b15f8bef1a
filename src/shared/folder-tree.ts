import { accessSync, constants, type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Refusal, refusalOfRealPath, type SiteBoundary } from './site-boundary.ts';

/** What lies below a folder: paths relative to it with `/`, in code-unit order. */
interface FolderTree {
  /** Regular files, and links to such. A pipe would keep its reader for ever. */
  files: string[];
  /** Folders that nobody lets us into. */
  closed: string[];
  /** Links that lead nowhere. */
  dangling: string[];
  /** Files, folders and links that the site's boundary refuses. They are neither listed nor entered. */
  refused: { name: string; refusal: Refusal }[];
}

interface WalkOptions {
  ignore?: ((name: string) => boolean) | undefined;
  /** Without it every link is followed. */
  boundary?: SiteBoundary | undefined;
}

/**
 * Follows links, but not to a folder above, which would be walked for ever. Nothing where there is no folder. With a
 * boundary only links and the folder itself are looked up on disk: what lies in an allowed folder lies within it.
 */
export function folderTree(folder: string, { ignore = () => false, boundary }: WalkOptions = {}): FolderTree {
  const tree: FolderTree = { files: [], closed: [], dangling: [], refused: [] };
  const privateFolders = new Set(boundary?.privateFolders);
  const walk = (prefix: string, parents: readonly string[]) => {
    const real = parents.at(-1) ?? folder;
    const entries = entriesOf(real);
    if (entries === 'closed') tree.closed.push(prefix);
    else
      for (const entry of entries) {
        if (ignore(entry.name)) continue;
        const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
        const full = path.join(real, entry.name);
        const target = entry.isSymbolicLink() ? linked(full) : entry;
        const isDirectory = target?.isDirectory() ?? false;
        if (target === undefined) tree.dangling.push(name);
        if (!target?.isFile() && !isDirectory) continue;
        const below = entry.isSymbolicLink() ? realpathSync.native(full) : full;
        const refusal =
          boundary && (entry.isSymbolicLink() || privateFolders.has(below))
            ? refusalOfRealPath(boundary, below)
            : undefined;
        if (refusal) tree.refused.push({ name, refusal });
        else if (!isDirectory) tree.files.push(name);
        else if (!parents.includes(below)) walk(name, [...parents, below]);
      }
  };
  const start = realFolder(folder);
  const refusal = boundary && existsSync(start) ? refusalOfRealPath(boundary, start) : undefined;
  if (refusal) tree.refused.push({ name: '', refusal });
  else walk('', [start]);
  return {
    files: tree.files.sort(),
    closed: tree.closed.sort(),
    dangling: tree.dangling.sort(),
    refused: tree.refused.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

export function mayRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** A link to itself counts as one that leads nowhere. */
function linked(file: string) {
  try {
    return statSync(file);
  } catch {
    return undefined;
  }
}

function entriesOf(folder: string): Dirent[] | 'closed' {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    if (code === 'EACCES' || code === 'EPERM') return 'closed';
    throw error;
  }
}
