import { globSync } from 'node:fs';
import path from 'node:path';

/** Files in a folder (absolute path) that a PostCSS plugin searches for class names, given by a pattern. */
export interface Scan {
  folder: string;
  pattern: string;
  /** Folders (absolute paths) that a build writes into. */
  without?: readonly string[];
}

/** The files of a scan, absolute and in a stable order, without packages and hidden folders. */
export function listScannedFiles({ folder, pattern, without = [] }: Scan): string[] {
  const exclude = ({ name }: { name: string }) => name === 'node_modules' || name.startsWith('.');
  return globSync(pattern, { cwd: folder, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !without.some((other) => file.startsWith(other + path.sep)))
    .sort();
}
