import { accessSync, constants, type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** What lies below a folder: paths relative to it with `/`, in code-unit order. */
interface FolderTree {
  /** Regular files, and links to such. A pipe would keep its reader for ever. */
  files: string[];
  /** Folders that nobody lets us into. */
  closed: string[];
  /** Links that lead nowhere. */
  dangling: string[];
}

/** Follows links, but not to a folder above, which would be walked for ever. Nothing where there is no folder. */
export function folderTree(folder: string, ignore: (name: string) => boolean = () => false): FolderTree {
  const tree: FolderTree = { files: [], closed: [], dangling: [] };
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
        if (target === undefined) tree.dangling.push(name);
        else if (target.isFile()) tree.files.push(name);
        else if (target.isDirectory()) {
          const below = entry.isSymbolicLink() ? realpathSync.native(full) : full;
          if (!parents.includes(below)) walk(name, [...parents, below]);
        }
      }
  };
  walk('', [realFolder(folder)]);
  return { files: tree.files.sort(), closed: tree.closed.sort(), dangling: tree.dangling.sort() };
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
