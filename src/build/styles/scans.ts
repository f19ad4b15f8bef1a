import { globSync } from 'node:fs';
import path from 'node:path';

/** Files below a folder (absolute) that a plugin of PostCSS searches for class names, by a pattern. */
export interface Scan {
  folder: string;
  pattern: string;
  /** Folders (absolute) that a build writes into. */
  without?: readonly string[];
}

/** Files that a scan finds now, absolute, in a stable order. Packages and hidden folders are not among them. */
export function filesOf({ folder, pattern, without = [] }: Scan): string[] {
  const exclude = ({ name }: { name: string }) => name === 'node_modules' || name.startsWith('.');
  return globSync(pattern, { cwd: folder, exclude, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !without.some((other) => file.startsWith(other + path.sep)))
    .sort();
}
